import { join } from 'node:path'
import { Argument, type Command } from 'commander'
import { writeFileAtomic } from '../../node/write-file.ts'
import { EXAMPLE_KINDS, type ExampleKind, exampleFiles } from '../example-files.ts'
import { printJson, printLine } from '../output.ts'

/** `example probe|study|audit DIR`: files that the command reads, and the command line that reads them. */
export function register(program: Command): void {
  program
    .command('example')
    .description('write small made-up files that probe, study or audit reads, and say how')
    .addArgument(new Argument('<command>', 'what the files are for').choices(EXAMPLE_KINDS))
    .argument('<dir>', 'folder for the files')
    .option('--json', 'print one JSON document')
    .action(async (kind: ExampleKind, dir: string, { json }: { readonly json?: boolean }) => {
      const { files, command } = await exampleFiles(kind)
      for (const [path, text] of Object.entries(files)) await writeFileAtomic(join(dir, path), text)
      const next = command(dir)
      printLine(`${dir}: ${Object.keys(files).join(', ')}\nnow: spatialtunnel ${next.join(' ')}`, json)
      if (json) printJson({ out: dir, files: Object.keys(files), command: next })
    })
}

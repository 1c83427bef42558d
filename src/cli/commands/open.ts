import type { Command } from 'commander'
import { checkStudioScene } from '../../core/scene-check.ts'
import { decodeSceneToken, tokenOfLink } from '../../formats/share-link.ts'
import { writeFileAtomic } from '../../node/write-file.ts'
import { printLine } from '../output.ts'

/** `open LINK`: the scene of a share link as a file. */
export function register(program: Command): void {
  program
    .command('open')
    .description('turn a share link back into a scene file')
    .argument('<link>', 'link, or the token behind its #s=')
    .option('--out <scene.json>', 'file to write; else the scene is printed')
    .action(async (link: string, { out }: { out?: string }) => {
      const scene = checkStudioScene(decodeSceneToken(tokenOfLink(link)))
      const text = `${JSON.stringify(scene, null, 2)}\n`
      if (out === undefined) return void process.stdout.write(text)
      await writeFileAtomic(out, text)
      printLine(out)
    })
}

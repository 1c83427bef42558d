import type { Command } from 'commander'
import type { Seed } from '../../core/rng.ts'
import { type ExtractedPairs, extractPairs } from '../../node/extract-pairs.ts'
import { PROBE_DEFAULTS } from '../../probe/run-probe.ts'
import { printJson, printLine } from '../output.ts'
import { positiveInteger, seed } from '../parse-option.ts'

interface Flags {
  readonly out: string
  readonly perCategory?: number
  readonly seed: Seed
  readonly json?: boolean
}

/** `pairs FILE.tsv --out DIR`: contrastive pairs from another benchmark, for the released probing tool and for ours. */
export function register(program: Command): void {
  program
    .command('pairs')
    .description('contrastive pairs from another benchmark’s TSV (EmbSpatial-Bench and tables like it)')
    .argument('<file>', 'TSV with category, question, image, answer, A … D')
    .requiredOption('--out <dir>', 'folder for pairs.tsv (the released tool’s) and pairs.jsonl (for probe --pairs)')
    .option('--per-category <n>', 'draw a balanced set of n pairs of every category, such as 200', positiveInteger)
    .option('--seed <seed>', 'seed of the draw', seed, PROBE_DEFAULTS.seed)
    .option('--json', 'print one JSON document')
    .action(async (file: string, flags: Flags) => {
      const { perCategory = null, seed, out: outDir } = flags
      const result = await extractPairs(file, { perCategory, seed, outDir })
      printLine(sentence(result), flags.json)
      if (flags.json) printJson({ out: outDir, ...result })
    })
}

function sentence({ pairs, found, skipped }: ExtractedPairs): string {
  const list = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ') || 'none'
  return `Pairs written: ${list(pairs)}. Found: ${list(found)}. Rows without a pair: ${list(skipped)}.`
}

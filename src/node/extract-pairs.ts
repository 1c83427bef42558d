import { createWriteStream } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { SpatialTunnelError, shown } from '../core/errors.ts'
import { CONTRASTIVE_TEMPLATES } from '../core/questions.ts'
import { AXIS_OF, CATEGORIES, type Category, opposite } from '../core/relations.ts'
import { type Seed, stream } from '../core/rng.ts'
import type { ByteSource } from '../formats/byte-source.ts'
import { readDelimited } from '../formats/delimited-stream.ts'
import { foreignPair, type NoPairReason } from '../formats/foreign-pairs.ts'
import { type ProbingPair, probingHeader, probingLine } from '../formats/probing-tsv.ts'
import { balancedRows } from '../probe/balance.ts'
import { openFileSource } from './file-source.ts'
import { writeFileAtomic } from './write-file.ts'

export interface ExtractPairsOptions {
  /** A balanced set of so many pairs of each category; null = all. */
  readonly perCategory: number | null
  readonly seed: Seed
  readonly outDir: string
}

export interface ExtractedPairs {
  /** Pairs written, by category. */
  readonly pairs: Readonly<Record<Category, number>>
  /** Pairs found, by category. */
  readonly found: Readonly<Record<Category, number>>
  /** Rows without a pair, by reason. */
  readonly skipped: Readonly<Record<string, number>>
}

/**
 * Takes contrastive pairs from another benchmark's TSV: `pairs.tsv`, which the released probing tool reads, and `pairs.jsonl`, the
 * key to the vectors, with both questions. The file is walked twice, so that memory holds no picture but one.
 *
 * @throws pairs-too-few when a category has fewer than asked for, pairs-columns when the table is another one
 */
export async function extractPairs(path: string, options: ExtractPairsOptions): Promise<ExtractedPairs> {
  const source = await openFileSource(path)
  try {
    const { pairs, skipped } = await findPairs(source, path)
    const chosen = options.perCategory === null ? pairs : balanced(pairs, options.perCategory, options.seed)
    await mkdir(options.outDir, { recursive: true })
    await writeTsv(join(options.outDir, 'pairs.tsv'), source, new Map(chosen.map(pair => [pair.index, pair])))
    await writeFileAtomic(join(options.outDir, 'pairs.jsonl'), chosen.map(pairLine).join(''))
    return { pairs: countsOf(chosen), found: countsOf(pairs), skipped }
  } finally {
    await source.close()
  }
}

const COLUMNS = ['category', 'question', 'image', 'answer']

function assertColumns(row: Readonly<Record<string, string>>, path: string): void {
  const missing = COLUMNS.filter(column => !(column in row))
  if (missing.length === 0) return
  throw new SpatialTunnelError({
    code: 'pairs-columns',
    where: path,
    found: `the columns ${Object.keys(row)
      .map(column => shown(column))
      .join(', ')}`,
    expected: `a TSV that has ${missing.join(', ')} as well`,
    remedy: 'EmbSpatial-Bench as VLMEvalKit has it fits',
  })
}

async function findPairs(
  source: ByteSource,
  path: string,
): Promise<{ pairs: ProbingPair[]; skipped: Record<string, number> }> {
  const pairs: ProbingPair[] = []
  const skipped: Partial<Record<NoPairReason, number>> = {}
  const ids = new Set<string>()
  let index = 0
  for await (const row of readDelimited(source, '\t', { bytesOf: column => (column === 'image' ? 1 : Infinity) })) {
    if (index === 0) assertColumns(row, path)
    const result = foreignPair(row, index)
    if (result.kind === 'none') skipped[result.reason] = (skipped[result.reason] ?? 0) + 1
    else {
      // Two rows of one id stay apart.
      const id = ids.has(result.pair.id) ? `${result.pair.id}#${index}` : result.pair.id
      ids.add(id)
      pairs.push({ ...result.pair, id })
    }
    index++
  }
  return { pairs, skipped }
}

const balanced = (pairs: readonly ProbingPair[], perCategory: number, seed: Seed): ProbingPair[] =>
  balancedRows(
    pairs.map(pair => pair.category),
    perCategory,
    stream(seed, 'pairs', 'balanced'),
  ).map(row => pairs[row]!)

async function writeTsv(path: string, source: ByteSource, chosen: ReadonlyMap<number, ProbingPair>): Promise<void> {
  const out = createWriteStream(`${path}.part`)
  const done = finished(out)
  out.write(probingHeader())
  let index = 0
  for await (const row of readDelimited(source, '\t')) {
    const pair = chosen.get(index++)
    if (pair && !out.write(probingLine(pair, row.image!))) {
      await Promise.race([new Promise<void>(resolve => out.once('drain', () => resolve())), done])
    }
  }
  out.end()
  await done
  await rename(`${path}.part`, path)
}

function pairLine({ id, category, index, target, reference }: ProbingPair): string {
  const text = CONTRASTIVE_TEMPLATES[AXIS_OF[category]]
  const original = { text: text(target, reference), answer: category }
  const swapped = { text: text(reference, target), answer: opposite(category) }
  return `${JSON.stringify({ pairId: id, category, index, original, swapped })}\n`
}

function countsOf(pairs: readonly ProbingPair[]): Record<Category, number> {
  const counts = CATEGORIES.map(category => [category, pairs.filter(pair => pair.category === category).length])
  return Object.fromEntries(counts) as Record<Category, number>
}

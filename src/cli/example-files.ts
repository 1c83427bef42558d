import chainSuite from '../../scenes/chains.json' with { type: 'json' }
import { generatedRow, mutantRow } from '../chains/generate/generated-row.ts'
import type { MutantKind } from '../chains/generate/mutants.ts'
import { chainTasks } from '../chains/generate/question-set.ts'
import { expandSuite } from '../core/expand.ts'
import { parseSuite } from '../core/suite.ts'
import type { VectorLayer } from '../formats/vector-file.ts'
import { EXAMPLE_LAYERS, exampleVectors } from '../probe/example-vectors.ts'
import { plantedLayer } from '../probe/planted-layer.ts'

/** What there are sample files for: the command that reads them. */
export const EXAMPLE_KINDS = ['probe', 'study', 'audit'] as const
export type ExampleKind = (typeof EXAMPLE_KINDS)[number]

export interface ExampleFiles {
  /** Text by path inside the folder. */
  readonly files: Readonly<Record<string, string>>
  /** The command line that reads them from a folder, without the program's name. */
  command(dir: string): readonly string[]
}

/** Sample files of a command, made up and always the same: to see what it reads and what it writes. */
export const exampleFiles = (kind: ExampleKind): Promise<ExampleFiles> => MAKERS[kind]()

const MAKERS: Readonly<Record<ExampleKind, () => Promise<ExampleFiles>>> = {
  probe: probeExample,
  study: studyExample,
  audit: auditExample,
}

const jsonl = (rows: Iterable<unknown>): string => [...rows].map(row => `${JSON.stringify(row)}\n`).join('')

/** Layers of the example that are written: enough for curves, few enough for a small file. */
const PROBE_LAYERS = [1, 4, 7, 9, 11, 13]

async function probeExample(): Promise<ExampleFiles> {
  const { file, pairs } = exampleVectors()
  const rows: unknown[] = []
  for (const layer of PROBE_LAYERS) rows.push(...vectorRows(await file.read(layer, () => {}), layer))
  return {
    files: {
      'vectors.jsonl': jsonl(rows),
      'pairs.jsonl': jsonl(pairs.map(({ id, ...pair }) => ({ pairId: id, ...pair }))),
    },
    command: dir => [
      ...['probe', `${dir}/vectors.jsonl`, '--pairs', `${dir}/pairs.jsonl`],
      ...['--total-layers', String(EXAMPLE_LAYERS), '--out', `${dir}/out`],
    ],
  }
}

/** A layer's rows: half of Δ on either side, so that swapped − original is Δ. */
function vectorRows({ deltas, columns, labels }: VectorLayer, layer: number): unknown[] {
  return labels.map(({ id, category }, row) => {
    const halves = [...deltas.subarray(row * columns, (row + 1) * columns)].map(value => Number((value / 2).toFixed(4)))
    return { pairId: id, layer, original: halves.map(value => 0 - value), swapped: halves, category }
  })
}

/** Checkpoints of a made-up model: with more data distance gets an axis of its own. */
const CHECKPOINTS = [
  { checkpoint: '100k', samples: 100_000, distance: 0.1, angleDeg: 50 },
  { checkpoint: '400k', samples: 400_000, distance: 0.2, angleDeg: 65 },
  { checkpoint: '2M', samples: 2_000_000, distance: 0.35, angleDeg: 80 },
] as const

async function studyExample(): Promise<ExampleFiles> {
  const vectors = CHECKPOINTS.map(({ checkpoint, distance, angleDeg }) => {
    const layers = [0, 1, 2].flatMap(layer => {
      const coherence = { horizontal: 0.2 + 0.1 * layer, vertical: 0.3 + 0.1 * layer, distance }
      return vectorRows(plantedLayer({ seed: checkpoint, layer, columns: 48, coherence, angleDeg }), layer)
    })
    return [`${checkpoint}.jsonl`, jsonl(layers)] as const
  })
  const models = CHECKPOINTS.map(({ checkpoint, samples }) => ({
    name: `made-up ${checkpoint}`,
    family: 'made-up',
    checkpoint,
    samples,
    vectors: `${checkpoint}.jsonl`,
  }))
  const study = { version: 1, name: 'example', models }
  return {
    files: { 'study.json': `${JSON.stringify(study, null, 2)}\n`, ...Object.fromEntries(vectors) },
    command: dir => ['study', `${dir}/study.json`, '--out', `${dir}/out`],
  }
}

/** What the made-up model of `audit` does wrong, question after question. */
const HABITS: readonly MutantKind[] = ['paraphrase', 'image-height', 'flip-relation', 'drop-hop', 'hallucinate']
const AUDIT_SCENES = 40

async function auditExample(): Promise<ExampleFiles> {
  const suite = parseSuite(chainSuite)
  const tasks = [...chainTasks(expandSuite(suite, 0, AUDIT_SCENES), 1, suite.seed)]
  const records = tasks.flatMap((task, i) => {
    const row = mutantRow(task, HABITS[i % HABITS.length]!, suite.seed, i)
    if (!row) return []
    const { kind: _, caught: __, ...record } = row
    return [record]
  })
  return {
    files: {
      'data.jsonl': jsonl(tasks.map(task => generatedRow(task, suite.seed))),
      'made-up/generation_records.jsonl': jsonl(records),
    },
    command: dir => [
      ...['audit', 'run', `${dir}/made-up/generation_records.jsonl`],
      ...['--data', `${dir}/data.jsonl`, '--out', `${dir}/out`],
    ],
  }
}

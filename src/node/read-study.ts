import { readFile, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { SpatialTunnelError, shown } from '../core/errors.ts'
import { joinItems } from '../evaluate/items.ts'
import { computeScalars } from '../evaluate/scalars.ts'
import { sizeEnds } from '../evaluate/size-series.ts'
import { parseStudy, type Study, type StudyModel, type StudyRow } from '../evaluate/study.ts'
import { type ProbeReport, parseProbeReport } from '../probe/probe-report.ts'
import { runProbe } from '../probe/run-probe.ts'
import { type EvaluationDataset, readEvaluationData } from './read-evaluation-data.ts'
import { readResponses } from './read-responses.ts'
import { openVectorFile, readPairs } from './read-vectors.ts'

/** A study with what its files say of every model. */
export interface LoadedStudy {
  readonly study: Study
  readonly rows: readonly StudyRow[]
  /** Columns that at least one model has, in a fixed order: answers, other benchmarks, inside. */
  readonly columns: readonly string[]
}

/**
 * Reads `study.json` and joins, model by model, scores on its responses, accuracies of its partitions, and coherence and VD-EI at the
 * layer that its probe chose (its vectors are measured where it names those instead).
 */
export async function readStudy(path: string): Promise<LoadedStudy> {
  const study = parseStudy(await readJson(path), path)
  const base = dirname(path)
  const datasets = new Map<string, Promise<EvaluationDataset>>()
  const dataset = (dir: string): Promise<EvaluationDataset> => {
    const known = datasets.get(dir) ?? readEvaluationData(dir)
    datasets.set(dir, known)
    return known
  }
  const rows: StudyRow[] = []
  for (const model of study.models) {
    const { name, family, checkpoint = null, samples = null } = model
    const values = {
      ...(await answersOf(model, study, base, dataset)),
      ...(await partitionsOf(model, base)),
      ...(await insideOf(model, base)),
    }
    rows.push({ name, family, checkpoint, samples, values })
  }
  const order = (column: string): number => (INSIDE.includes(column) ? 2 : ANSWERS.includes(column) ? 0 : 1)
  const columns = [...new Set(rows.flatMap(row => Object.keys(row.values)))].sort((a, b) => order(a) - order(b))
  return { study, rows, columns: columns.filter(column => rows.some(row => row.values[column] !== null)) }
}

const ANSWERS: readonly string[] = ['v', 'vCons', 'vCtr', 'delta', 'accAll', 'accCon', 'accCtr']
const INSIDE: readonly string[] = ['cohH', 'cohV', 'cohD', 'vdEi', 'vdEiSigned', 'chosenLayerShare']

type Values = Record<string, number | null>

async function answersOf(
  model: StudyModel,
  study: Study,
  base: string,
  dataset: (dir: string) => Promise<EvaluationDataset>,
): Promise<Values> {
  if (model.responses === undefined) return {}
  const dir = model.dataset ?? study.dataset
  if (dir === undefined) throw missing(`${model.name}: dataset`, 'responses without the dataset that they answer')
  const data = await dataset(resolve(base, dir))
  const { items } = joinItems(data, await readResponses([resolve(base, model.responses)]))
  const { estimate } = computeScalars(items, data.scenes.length, sizeEnds(data.scenes), { draws: 1 })
  const { v, vCons, vCtr, delta, accAll, accCon, accCtr } = estimate
  return { v, vCons, vCtr, delta, accAll, accCon, accCtr }
}

async function partitionsOf(model: StudyModel, base: string): Promise<Values> {
  const values: Values = {}
  for (const [name, path] of Object.entries(model.partitions ?? {})) {
    const summary = (await readJson(resolve(base, path))) as {
      accuracy?: Record<string, { accuracy?: number | null }> | null
    } | null
    if (!summary?.accuracy) {
      throw missing(`${model.name}: partitions.${name}`, 'a partition without accuracies (run it with --predictions)')
    }
    for (const split of ['consistent', 'counter']) {
      values[`${name} ${split}`] = summary.accuracy[split]?.accuracy ?? null
    }
  }
  return values
}

async function insideOf(model: StudyModel, base: string): Promise<Values> {
  const report = await probeOf(model, base)
  if (report === null) return {}
  const layer = report.layers.find(item => item.layer === report.choice.chosen)
  const axes = layer?.subsets.all.axes
  const vd = layer?.subsets.all.entanglement['vertical-distance']
  return {
    cohH: axes?.horizontal.coherence ?? null,
    cohV: axes?.vertical.coherence ?? null,
    cohD: axes?.distance.coherence ?? null,
    vdEi: vd?.means ?? null,
    vdEiSigned: vd?.signed ?? null,
    chosenLayerShare: layer ? layer.layer / Math.max(1, report.totalLayers - 1) : null,
  }
}

/** A probe that was run before, or the model's vectors measured now: the joined values need no draws. */
async function probeOf(
  { name, probe, vectors, pairs, totalLayers }: StudyModel,
  base: string,
): Promise<ProbeReport | null> {
  if (probe !== undefined) {
    const path = resolve(base, probe)
    const file = (await stat(path)).isDirectory() ? join(path, 'probe.json') : path
    return parseProbeReport(await readJson(file), file)
  }
  if (vectors === undefined) return null
  const known = pairs === undefined ? [] : (await readPairs(resolve(base, pairs))).pairs
  const { file, pairs: joined } = await openVectorFile(resolve(base, vectors), known)
  const measured = { draws: 0, nullDraws: 0, splits: 0, pairwise: false }
  try {
    return await runProbe(file, { ...measured, model: name, pairs: joined, totalLayers: totalLayers ?? null })
  } finally {
    await file.close()
  }
}

async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8')
  try {
    return JSON.parse(text)
  } catch {
    throw new SpatialTunnelError({ code: 'json-invalid', where: path, found: shown(text), expected: 'a JSON document' })
  }
}

const missing = (where: string, found: string): SpatialTunnelError =>
  new SpatialTunnelError({ code: 'study-invalid', where, found, expected: 'both, or neither' })

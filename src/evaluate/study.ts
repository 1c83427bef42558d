import { z } from 'zod'
import { SpatialTunnelError, shown } from '../core/errors.ts'
import { formatPath } from '../core/scene.ts'
import { spearman } from '../core/statistics/correlation.ts'
import { normalQuantile } from '../core/statistics/distributions.ts'
import type { Interval } from '../core/statistics/interval.ts'
import { holm } from '../core/statistics/two-samples.ts'

const path = z.string().min(1)

/** A model of `study.json`; paths are relative to that file. */
const modelSchema = z.strictObject({
  name: z.string().min(1),
  /** Models that share a beginning (base and its checkpoints): they are not independent. */
  family: z.string().min(1),
  checkpoint: z.string().exactOptional(),
  /** Training samples seen since the base; the x of trajectories. */
  samples: z.number().min(0).exactOptional(),
  /** Dataset folder and the responses to it. */
  dataset: path.exactOptional(),
  responses: path.exactOptional(),
  /** `partition.json` files by the benchmark's name. */
  partitions: z.record(z.string(), path).exactOptional(),
  /** `probe.json`, or a folder that holds it. */
  probe: path.exactOptional(),
  /** Delta vectors to measure now, in place of `probe`: npz, safetensors or JSONL. */
  vectors: path.exactOptional(),
  /** Dataset folder or pairs file that `vectors` belongs to (default: the sidecar beside it, if there is one). */
  pairs: path.exactOptional(),
  /** Layers of the model (default: those that the vectors' file holds). */
  totalLayers: z.int().min(1).exactOptional(),
})

const studySchema = z.strictObject({
  version: z.literal(1),
  name: z.string().min(1),
  /** Dataset folder of every model that names none. */
  dataset: path.exactOptional(),
  models: z.array(modelSchema).min(1),
})
export type StudyModel = z.output<typeof modelSchema>
export type Study = z.output<typeof studySchema>

/** @throws study-invalid with the field's path; names must differ */
export function parseStudy(value: unknown, where: string): Study {
  const result = studySchema.safeParse(value)
  if (!result.success) {
    const issue = result.error.issues[0]!
    throw invalid(`${where}: ${formatPath(issue.path)}`, shown(value), issue.message)
  }
  const names = result.data.models.map(model => model.name)
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined) throw invalid(where, `two models named ${twice}`, 'a name for each')
  const both = result.data.models.find(model => model.probe !== undefined && model.vectors !== undefined)
  if (both) throw invalid(`${where}: ${both.name}`, 'probe and vectors', 'one of them: measured already, or to measure')
  return result.data
}

const invalid = (where: string, found: string, expected: string): SpatialTunnelError =>
  new SpatialTunnelError({ code: 'study-invalid', where, found, expected })

/** A model with everything that was found of it; null = not known. */
export interface StudyRow {
  readonly name: string
  readonly family: string
  readonly checkpoint: string | null
  readonly samples: number | null
  readonly values: Readonly<Record<string, number | null>>
}

/** Spearman's correlation of two columns over the models that have both. */
export interface StudyCorrelation {
  readonly x: string
  readonly y: string
  readonly n: number
  readonly r: number
  readonly p: number
  readonly pHolm: number
  /** 95 %, Fisher's z with Bonett and Wright's standard error; null with fewer than five models. */
  readonly ci: Interval | null
  /** Smallest and largest r when each family in turn is left out; null with one family. */
  readonly withoutOneFamily: Interval | null
}

/** All pairs of columns that at least three models share; p adjusted by Holm over all of them. */
export function correlate(rows: readonly StudyRow[], columns: readonly string[]): StudyCorrelation[] {
  const pairs = columns.flatMap((x, i) => columns.slice(i + 1).map(y => ({ x, y })))
  const found = pairs.flatMap(({ x, y }) => {
    const both = rows.filter(row => typeof row.values[x] === 'number' && typeof row.values[y] === 'number')
    const { r, p, n } = correlation(both, x, y)
    return n < 3 || Number.isNaN(r) ? [] : [{ x, y, n, r, p, both }]
  })
  const adjusted = holm(found.map(item => item.p))
  return found.map(({ both, ...item }, i) => ({
    ...item,
    pHolm: adjusted[i]!,
    ci: fisherInterval(item.r, item.n),
    withoutOneFamily: leaveOneFamilyOut(both, item.x, item.y),
  }))
}

const correlation = (rows: readonly StudyRow[], x: string, y: string) =>
  spearman(
    rows.map(row => row.values[x]!),
    rows.map(row => row.values[y]!),
  )

function fisherInterval(r: number, n: number): Interval | null {
  if (n < 5 || Math.abs(r) >= 1) return null
  const half = -normalQuantile(0.025) * Math.sqrt((1 + r ** 2 / 2) / (n - 3))
  return [Math.tanh(Math.atanh(r) - half), Math.tanh(Math.atanh(r) + half)]
}

function leaveOneFamilyOut(rows: readonly StudyRow[], x: string, y: string): Interval | null {
  const families = [...new Set(rows.map(row => row.family))]
  const values = families
    .map(family =>
      correlation(
        rows.filter(row => row.family !== family),
        x,
        y,
      ),
    )
    .filter(({ r, n }) => n >= 3 && !Number.isNaN(r))
    .map(({ r }) => r)
  return families.length > 1 && values.length > 0 ? [Math.min(...values), Math.max(...values)] : null
}

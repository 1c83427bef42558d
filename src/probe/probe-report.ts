import { SpatialTunnelError, shown } from '../core/errors.ts'
import type { Category } from '../core/relations.ts'
import type { Seed } from '../core/rng.ts'
import type { FarCloseProbe, Projection } from './causal-hint.ts'
import type { LayerChoice } from './layer-choice.ts'
import type { PairFacts, SubsetName } from './measure-layer.ts'
import type { Maybe, SubsetMeasures } from './subset.ts'

export const PROBE_REPORT_VERSION = 1

/** A row of `probe.json`'s `pairs`. */
export interface ReportPair extends PairFacts {
  readonly id: string
  readonly category: Category
}

/** A layer of `probe.json`. */
export interface ReportLayer {
  readonly layer: number
  /** Length of a vector. */
  readonly columns: number
  /** Pairs whose Δ is the zero vector: counted, named, left out. */
  readonly zeroIds: readonly string[]
  readonly subsets: Partial<Record<SubsetName, SubsetMeasures>> & { readonly all: SubsetMeasures }
  /** 6 × 6, order left right above below far close. */
  readonly similarity: readonly (readonly Maybe[])[]
  /** Angle between the mean vertical and the mean distance Δ in the full space, degrees. */
  readonly angleVdDeg: Maybe
  readonly pca: ReportPca | null
  readonly projections: readonly Projection[]
  readonly farClose: FarCloseProbe | null
}

export interface ReportPca {
  /** Three scores a pair, in the order of `pairs`; null for a pair that this layer lacks. */
  readonly points: readonly (readonly [number, number, number] | null)[]
  /** Share of the variance of each component. */
  readonly explained: readonly number[]
  /** 3 × 3, row by row: points · alignment lie as near as a rotation can bring them to the layer before. */
  readonly alignment: readonly number[]
}

/** One `probe.json`: every measure of one model, layer by layer. */
export interface ProbeReport {
  readonly version: typeof PROBE_REPORT_VERSION
  readonly model: string
  /** Name of the vectors' file. */
  readonly source: string
  /** Layers of the model. */
  readonly totalLayers: number
  readonly options: {
    readonly seed: Seed
    readonly draws: number
    readonly nullDraws: number
    readonly splits: number
    readonly pairwise: boolean
  }
  readonly pairs: readonly ReportPair[]
  readonly layers: readonly ReportLayer[]
  readonly choice: LayerChoice
  readonly warnings: readonly string[]
}

/**
 * Reads a parsed `probe.json`.
 *
 * @throws probe-report-invalid for another version or another kind of file
 */
export function parseProbeReport(value: unknown, where: string): ProbeReport {
  const report = (value ?? {}) as Partial<ProbeReport>
  const whole =
    report.version === PROBE_REPORT_VERSION &&
    typeof report.model === 'string' &&
    Array.isArray(report.pairs) &&
    Array.isArray(report.layers) &&
    report.layers.every(layer => Number.isInteger(layer?.layer) && layer?.subsets?.all?.axes !== undefined) &&
    report.choice !== undefined
  if (whole) return report as ProbeReport
  throw new SpatialTunnelError({
    code: 'probe-report-invalid',
    where,
    found: shown(value),
    expected: `a probe.json of version ${PROBE_REPORT_VERSION}`,
    remedy: 'write it with `spatialtunnel probe`',
  })
}

/** `probe.json` as text: numbers with 6 significant digits, points with 4. */
export function probeReportJson(report: ProbeReport): string {
  const digits = (key: string): number => (key === 'points' ? 4 : 6)
  const rounded = (value: unknown, key: string): unknown => {
    if (typeof value === 'number') return Number.isInteger(value) ? value : Number(value.toPrecision(digits(key)))
    if (Array.isArray(value)) return value.map(item => rounded(item, key))
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, rounded(item, name)]))
    }
    return value
  }
  return `${JSON.stringify(rounded(report, ''))}\n`
}

import type { Interval } from '../core/statistics/interval.ts'
import type { ProbeReport, ReportLayer } from './probe-report.ts'
import type { Maybe } from './subset.ts'

/** A layer in the document that `probe --json` prints. */
export interface ProbeJsonLayer {
  readonly cohH: Maybe
  readonly cohV: Maybe
  readonly cohD: Maybe
  /** Paper, eq. 3. */
  readonly vdEi: Maybe
  /** Released code. */
  readonly vdEiSigned: Maybe
  /** The same two freed of the shortening by noise: the intervals `ci.vdEi`, `ci.vdEiSigned` are theirs. */
  readonly vdEiUnbiased: Maybe
  readonly vdEiSignedUnbiased: Maybe
  readonly n: { readonly horizontal: number; readonly vertical: number; readonly distance: number }
  readonly ci: Readonly<Record<'cohH' | 'cohV' | 'cohD' | 'vdEi' | 'vdEiSigned', Interval | null>>
}

export interface ProbeJson {
  readonly layers: Readonly<Record<string, ProbeJsonLayer>>
  readonly chosenLayer: number | null
  readonly candidateLayers: readonly number[]
  readonly warnings: readonly string[]
}

/** The machine-readable summary of a run. */
export function probeJson(report: ProbeReport): ProbeJson {
  return {
    layers: Object.fromEntries(report.layers.map(layer => [String(layer.layer), layerJson(layer)])),
    chosenLayer: report.choice.chosen,
    candidateLayers: report.choice.candidates,
    warnings: report.warnings,
  }
}

function layerJson({ subsets }: ReportLayer): ProbeJsonLayer {
  const { horizontal, vertical, distance } = subsets.all.axes
  const vd = subsets.all.entanglement['vertical-distance']
  return {
    cohH: horizontal.coherence,
    cohV: vertical.coherence,
    cohD: distance.coherence,
    vdEi: vd.means,
    vdEiSigned: vd.signed,
    vdEiUnbiased: vd.meansUnbiased,
    vdEiSignedUnbiased: vd.signedUnbiased,
    n: { horizontal: horizontal.n, vertical: vertical.n, distance: distance.n },
    ci: { cohH: horizontal.ci, cohV: vertical.ci, cohD: distance.ci, vdEi: vd.ci, vdEiSigned: vd.ciSigned },
  }
}

import { AXES } from '../core/relations.ts'
import type { ReleasedLayer } from '../formats/released-results.ts'
import type { ProbeReport } from './probe-report.ts'
import { record } from './subset.ts'

/** A report's coherences and VD-EI in the form that the released tool exchanges; layers without a number are left out. */
export function releasedLayers(report: ProbeReport): ReleasedLayer[] {
  return report.layers.flatMap(({ layer, subsets }) => {
    const { axes, entanglement } = subsets.all
    if (AXES.some(axis => axes[axis].coherence === null)) return []
    return [
      {
        layer,
        axes: record(AXES, a => {
          const { coherence, std, n } = axes[AXES[a]!]
          return { mean: coherence!, std: std ?? 0, n }
        }),
        vdEiSigned: entanglement['vertical-distance'].signed,
      },
    ]
  })
}

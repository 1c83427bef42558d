import type { ProbeReport } from './probe-report.ts'
import type { AxisMeasures, Maybe } from './subset.ts'

const number = (value: Maybe): string => (value === null ? 'unknown' : value.toFixed(3).replace('-', '−'))
const interval = (ci: readonly [number, number] | null): string => (ci ? ` [${ci.map(number).join(', ')}]` : '')
const axis = ({ coherence, ci, verdict }: AxisMeasures): string =>
  `${number(coherence)}${interval(ci)}${verdict === 'unknown' ? '' : ` (${verdict})`}`

/** What a run found, in two sentences, for the terminal and the top of the report. */
export function probeSentence(report: ProbeReport): string {
  const { chosen, deepest } = report.choice
  const layer = report.layers.find(item => item.layer === chosen)
  if (!layer) return `${report.model}: no layer up to ${deepest} lies on a plateau of coherence, so none is chosen.`
  const { axes, entanglement, imbalance } = layer.subsets.all
  const vd = entanglement['vertical-distance']
  const name = imbalance ? `VD-EI (not called entanglement: ${imbalance})` : 'entanglement VD-EI'
  return [
    `${report.model}, layer ${chosen} of ${report.totalLayers}:`,
    `coherence horizontal ${axis(axes.horizontal)}, vertical ${axis(axes.vertical)}, distance ${axis(axes.distance)};`,
    `${name} ${number(vd.means)} (eq. 3), ${number(vd.signed)} (released code),`,
    `without the shortening by noise ${number(vd.meansUnbiased)}${interval(vd.ci)}.`,
  ].join(' ')
}

import { AXES } from '../core/relations.ts'
import type { Interval } from '../core/statistics/interval.ts'
import { wilson } from '../core/statistics/interval.ts'
import { SUBSETS } from '../probe/measure-layer.ts'
import type { ProbeReport, ReportLayer } from '../probe/probe-report.ts'
import { AXIS_PAIRS } from '../probe/scalars.ts'
import type { Maybe } from '../probe/subset.ts'
import { VERDICT_MEANINGS } from '../probe/words.ts'
import { pText } from './p-text.ts'
import type { NumberCell, Table, TableRow } from './table.ts'

const number = (value: Maybe, ci: Interval | null = null): NumberCell => ({ value, ci })
const band = (interval: Interval | null): string =>
  interval ? `${interval[0].toFixed(3)} … ${interval[1].toFixed(3)}`.replaceAll('-', '−') : '–'
/** A p as reports print it; it can be no smaller than the draws allow. */

/** Coherence of the three axes at one layer, each beside what chance gives. */
export function axisTable({ layer, subsets }: ReportLayer): Table {
  return {
    caption: `Axis coherence at layer ${layer}`,
    columns: ['axis', 'pairs', 'coherence', 'std over pairs', 'chance (95 %)', 'p', 'p, Holm', 'split-half', 'verdict'],
    rows: AXES.map(axis => {
      const own = subsets.all.axes[axis]
      return {
        cells: [
          axis,
          String(own.n),
          number(own.coherence, own.ci),
          number(own.std),
          band(own.nullBand),
          pText(own.p),
          pText(own.pHolm),
          number(own.reliability),
          own.verdict,
        ],
      }
    }),
    notes: [...new Set(AXES.map(axis => subsets.all.axes[axis].verdict))].map(
      word => `“${word}”: ${VERDICT_MEANINGS[word]}.`,
    ),
  }
}

/** Entanglement of the three axis pairs at one layer, in both definitions. */
export function entanglementTable({ layer, subsets }: ReportLayer): Table {
  return {
    caption: `Entanglement at layer ${layer}`,
    columns: [
      'axes',
      'eq. 3',
      'released code',
      'eq. 3 without noise',
      'released without noise',
      'chance (95 %)',
      'p',
      'p, Holm',
    ],
    rows: AXIS_PAIRS.map(pair => {
      const own = subsets.all.entanglement[pair]
      return {
        cells: [
          pair === 'vertical-distance' ? 'vertical–distance (VD-EI)' : pair.replace('-', '–'),
          number(own.means),
          number(own.signed),
          number(own.meansUnbiased, own.ci),
          number(own.signedUnbiased, own.ciSigned),
          band(own.nullBand),
          pText(own.p),
          pText(own.pHolm),
        ],
      }
    }),
    notes: [
      'Eq. 3 of the paper averages four cosines of category means; the released code takes the cosine of the two axes’ mean signed Δ. They are different numbers.',
      'A mean of noisy vectors is too long, so both come out too small where coherence is low; “without noise” takes that out, and the intervals belong to it.',
    ],
  }
}

/** The same measures over consistent, counter, right and wrong pairs. */
export function fairnessTable({ layer, subsets }: ReportLayer): Table {
  const rows = SUBSETS.flatMap((name): TableRow[] => {
    const own = subsets[name]
    if (!own) return []
    const vd = own.entanglement['vertical-distance']
    const { horizontal, vertical, distance } = own.axes
    return [
      {
        cells: [
          name,
          String(horizontal.n + vertical.n + distance.n),
          number(horizontal.coherence, horizontal.ci),
          number(vertical.coherence, vertical.ci),
          number(distance.coherence, distance.ci),
          number(vd.means),
          number(vd.meansUnbiased, vd.ci),
          own.imbalance === null ? 'balanced' : 'unbalanced',
        ],
      },
    ]
  })
  return {
    caption: `Fair to the model: layer ${layer} by kind of pair`,
    columns: ['pairs', 'n', 'horizontal', 'vertical', 'distance', 'VD-EI', 'VD-EI without noise', 'balance'],
    rows,
    notes: [
      ...SUBSETS.flatMap(name => (subsets[name]?.imbalance ? [`${name}: ${subsets[name].imbalance}.`] : [])),
      'Where height and distance go together in the pairs themselves, VD-EI tells about the pairs, not about the model, and is not called entanglement: above, below, far and close must each hold as many scenes whose farther object is higher (consistent) as lower (counter), within a tenth.',
    ],
  }
}

/** What projecting out each axis's mean direction leaves. */
export function projectionTable({ layer, subsets, projections }: ReportLayer): Table {
  const { axes, entanglement } = subsets.all
  const whole = [axes.horizontal.coherence, axes.vertical.coherence, axes.distance.coherence]
  return {
    caption: `After projecting out a direction, layer ${layer}`,
    columns: ['removed', 'horizontal', 'vertical', 'distance', 'VD-EI'],
    rows: [
      { cells: ['nothing', ...whole.map(value => number(value)), number(entanglement['vertical-distance'].means)] },
      ...projections.map(({ removed, cohH, cohV, cohD, vdEi }) => ({
        cells: [`mean ${removed} Δ`, number(cohH), number(cohV), number(cohD), number(vdEi)],
      })),
    ],
    notes: [],
  }
}

/** Held-out accuracy of the far / close probe; null when there were too few pairs. */
export function farCloseTable({ farClose }: ReportLayer): Table | null {
  if (!farClose) return null
  const { total, before, withoutVertical, withoutRandom } = farClose
  const row = (label: string, correct: number): TableRow => ({
    cells: [label, `${correct} of ${total}`, { value: correct / total, ci: wilson(correct, total) }],
  })
  return {
    caption: 'Linear probe, far against close',
    columns: ['vectors', 'right', 'held-out accuracy'],
    rows: [
      row('as they are', before),
      row('vertical direction projected out', withoutVertical),
      row('a random direction projected out', withoutRandom),
    ],
    notes: ['Ridge regression, five folds, the same folds in each row; intervals: Wilson, 95 %.'],
  }
}

/** Every layer in numbers. */
export function layersTable(report: ProbeReport): Table {
  return {
    caption: 'Layer by layer',
    columns: ['layer', 'horizontal', 'vertical', 'distance', 'VD-EI, eq. 3', 'released code', 'angle V–D'],
    rows: report.layers.map(({ layer, subsets, angleVdDeg }) => {
      const { axes, entanglement } = subsets.all
      const vd = entanglement['vertical-distance']
      return {
        cells: [
          layer === report.choice.chosen ? `${layer} (chosen)` : String(layer),
          ...AXES.map(axis => number(axes[axis].coherence, axes[axis].ci)),
          number(vd.means),
          number(vd.signed),
          { value: angleVdDeg, places: 1 },
        ],
        minor: !report.choice.candidates.includes(layer),
      }
    }),
    notes: [
      'Pale rows lie on no plateau, or too deep to be chosen. The angle is the one between the mean signed vertical and distance Δ in the full space, in degrees.',
    ],
  }
}

import {
  INTERVENTION_MEASURES,
  type InterventionMeasure,
  type InterventionScore,
  type InterventionStudy,
} from '../evaluate/interventions.ts'
import { type Figure, type FigureFrame, figureSvg } from './figures/figure.ts'
import { PAGE_THEME } from './figures/figure-theme.ts'
import { type LineSeries, lineChart } from './figures/line-chart.ts'
import type { MarkShape } from './figures/marks.ts'
import { Markup, markup } from './markup.ts'
import { reportPage } from './page.ts'
import type { ProvenanceLine } from './score-files.ts'
import { type NumberCell, type Table, tableHtml } from './table.ts'
import type { TokenName } from './tokens.ts'

const LABELS: Readonly<Record<InterventionMeasure, string>> = {
  v: 'v',
  vCons: 'v, consistent',
  vCtr: 'v, counter',
  delta: 'Δ = consistent − counter',
}
const LOOKS: Readonly<Record<string, { readonly token: TokenName; readonly shape: MarkShape }>> = {
  horizontal: { token: 'horizontal', shape: 'disc' },
  vertical: { token: 'vertical', shape: 'square' },
  distance: { token: 'distance', shape: 'diamond' },
  shared: { token: 'accent', shape: 'triangle' },
}

/** A measure against the layer (at one strength) or against the strength (at one layer), with the controls' band. */
export function interventionFigure(
  scores: readonly InterventionScore[],
  measure: InterventionMeasure,
  along: 'layer' | 'strength',
  frame: FigureFrame,
): Figure {
  const directions = [...new Set(scores.map(score => score.direction))]
  const sorted = [...scores].sort((a, b) => a[along] - b[along])
  const series = directions.map(
    (direction): LineSeries => ({
      label: direction,
      ...(LOOKS[direction] ?? { token: 'ink', shape: 'cross' }),
      points: sorted.flatMap(score => {
        const y = score.values[measure]
        return score.direction === direction && y !== null ? [{ x: score[along], y, ci: score.ci[measure] }] : []
      }),
    }),
  )
  const first = sorted.filter(score => score.direction === directions[0])
  const chance = first.flatMap(score =>
    score.control[measure] ? [{ x: score[along], band: score.control[measure] }] : [],
  )
  const title = `${LABELS[measure]} against ${along}`
  return lineChart({ title, xTitle: along, yTitle: LABELS[measure], series, chance }, frame)
}

/** Every intervention with its controls, as one table. */
export function interventionTable({ baseModel, base, scores }: InterventionStudy): Table {
  const cells = (score: InterventionScore): NumberCell[] =>
    INTERVENTION_MEASURES.map(measure => ({ value: score.values[measure], ci: score.ci[measure] }))
  const outside = (score: InterventionScore): string => {
    const [value, band] = [score.values.delta, score.control.delta]
    if (value === null || band === null) return 'no control'
    return value < band[0] || value > band[1] ? 'outside the controls' : 'within the controls'
  }
  return {
    caption: `Interventions in ${baseModel}`,
    columns: [
      'direction',
      'mode',
      'strength',
      'layer',
      ...INTERVENTION_MEASURES.map(measure => LABELS[measure]),
      'its Δ lies',
    ],
    rows: [
      ...(base
        ? [
            {
              cells: [
                'none',
                '',
                { value: null },
                { value: null },
                ...INTERVENTION_MEASURES.map(measure => ({ value: base[measure] })),
                '',
              ],
            },
          ]
        : []),
      ...scores.map(score => ({
        cells: [
          score.direction,
          score.everywhere ? `${score.mode}, all tokens` : score.mode,
          { value: score.strength, places: Number.isInteger(score.strength) ? 0 : 2 },
          { value: score.layer, places: 0 },
          ...cells(score),
          outside(score),
        ],
      })),
    ],
    notes: [
      'Controls: random directions of the same length at the same layer, mode and strength. Within their range, a change comes from disturbing the model, not from this direction.',
    ],
  }
}

const HALF = { widthPt: 345, fontPt: 9.5, theme: PAGE_THEME }

/** The report of `score --intervention`: one HTML file without scripts. */
export function interventionReport(
  studies: readonly InterventionStudy[],
  provenance: readonly ProvenanceLine[],
): string {
  return reportPage({
    title: `Interventions in ${studies.map(study => study.baseModel).join(', ')}`,
    kind: 'SpatialTunnel · from correlation to cause',
    lede: studies.map(sentence),
    body: markup`${studies.map(
      study => markup`${panels(study)}<section>
<h2>${interventionTable(study).caption}</h2>
${tableHtml(interventionTable(study))}</section>
`,
    )}`,
    footer: markup`<dl>
${provenance.map(([label, value]) => markup`<dt>${label}</dt><dd><code>${value}</code></dd>\n`)}</dl>`,
    css: '.row{display:grid;grid-template-columns:repeat(auto-fit,minmax(24rem,1fr));gap:1rem 1.5rem}.row figure{margin:0}',
  })
}

function sentence({ baseModel, base, scores }: InterventionStudy): string {
  const told = scores.filter(score => score.control.delta !== null && score.values.delta !== null)
  const outside = told.filter(
    ({ values, control }) => values.delta! < control.delta![0] || values.delta! > control.delta![1],
  )
  const left = base?.delta === null || !base ? '' : ` Left alone its Δ is ${base.delta.toFixed(3)}.`
  return `${baseModel}: ${outside.length} of ${told.length} interventions move Δ further than every random control.${left}`
}

/** Figures against the layer for every mode and strength, and against the strength where a layer has several. */
function panels({ scores }: InterventionStudy): Markup {
  const groups = (key: (score: InterventionScore) => string): [string, InterventionScore[]][] => {
    const found = new Map<string, InterventionScore[]>()
    for (const score of scores) found.set(key(score), [...(found.get(key(score)) ?? []), score])
    return [...found]
  }
  const several = (list: readonly InterventionScore[], along: 'layer' | 'strength'): boolean =>
    new Set(list.map(score => score[along])).size > 1
  const where = ({ mode, everywhere }: InterventionScore): string => (everywhere ? `${mode}, all tokens` : mode)
  const drawn = [
    ...groups(score => `${where(score)}, strength ${String(score.strength).replace('-', '−')}`).map(
      ([title, list]) => ({
        title,
        list,
        along: 'layer' as const,
      }),
    ),
    ...groups(score => `${where(score)}, layer ${score.layer}`).map(([title, list]) => ({
      title,
      list,
      along: 'strength' as const,
    })),
  ].filter(({ list, along }) => several(list, along))
  return markup`${drawn.map(
    ({ title, list, along }) => markup`<section>
<h2>${title}</h2>
<div class="row">${INTERVENTION_MEASURES.map(
      measure => markup`<figure>
${new Markup(figureSvg(interventionFigure(list, measure, along, HALF)))}<figcaption>${LABELS[measure]}. Grey: range of the random controls.</figcaption>
</figure>`,
    )}</div></section>
`,
  )}`
}

import type { HeatmapSubset } from '../../report/figures/heatmap.ts'

/** What the heatmap shows: a model's cells, or how much better it is than the other one. */
export type HeatmapView = HeatmapSubset | 'difference'
export const HEATMAP_VIEWS: readonly HeatmapView[] = ['all', 'consistent', 'counter', 'difference']

export const RESULT_SORTS = {
  worst: 'Worst first',
  best: 'Best first',
  behind: 'Furthest behind the other model',
  suite: 'Suite order',
} as const
export type ResultSort = keyof typeof RESULT_SORTS

export type ResultList = 'scenes' | 'questions'

/** What the Results page shows of what is loaded; it stands in the address, so that a link shows the same. */
export interface ResultsView {
  /** The model looked at, and the one it is compared with; null: the first one, and none. */
  readonly model: string | null
  readonly versus: string | null
  readonly heatmap: HeatmapView
  /** The two angles of the chosen cell, `90,270`; null: all. */
  readonly cell: string | null
  readonly list: ResultList
  readonly sort: ResultSort
  /** null: the first of the list. */
  readonly scene: string | null
  readonly question: string | null
}

export const RESULTS_VIEW_DEFAULTS: ResultsView = {
  model: null,
  versus: null,
  heatmap: 'all',
  cell: null,
  list: 'scenes',
  sort: 'worst',
  scene: null,
  question: null,
}

/** Names and ids in an address are never longer. */
const LONGEST_NAME = 300

/** The view as parameters of the address; what is as by default is left out. */
export function resultsParams(view: ResultsView): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(view)) {
    if (value !== null && value !== RESULTS_VIEW_DEFAULTS[key as keyof ResultsView]) params.set(key, value)
  }
  return params.toString()
}

/** Reads any address: what is not one of ours is as by default. Names are looked up where they are used. */
export function readResultsView(params: URLSearchParams): ResultsView {
  const text = (key: string): string | null => {
    const value = params.get(key)
    return value === null || value === '' || value.length > LONGEST_NAME ? null : value
  }
  const oneOf = <T extends string>(key: string, values: readonly T[], otherwise: T): T =>
    values.find(value => value === params.get(key)) ?? otherwise
  const cell = text('cell')
  return {
    model: text('model'),
    versus: text('versus'),
    heatmap: oneOf('heatmap', HEATMAP_VIEWS, 'all'),
    cell: cell !== null && /^\d{1,3}(\.\d{1,6})?,\d{1,3}(\.\d{1,6})?$/.test(cell) ? cell : null,
    list: oneOf('list', ['scenes', 'questions'], 'scenes'),
    sort: oneOf('sort', Object.keys(RESULT_SORTS) as ResultSort[], 'worst'),
    scene: text('scene'),
    question: text('question'),
  }
}

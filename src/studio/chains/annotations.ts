import { ANNOTATION_COLUMNS } from '../../chains/audit/annotations.ts'
import { sha256Hex } from '../../core/canonical.ts'
import { delimitedLine } from '../../formats/delimited.ts'
import type { ShownChain } from './shown-chain.ts'

/** Steps of a score, by the keys 1 to 5. */
export const SCORE_STEPS = [0, 0.25, 0.5, 0.75, 1] as const

export const SCORE_COLUMNS = ['AC', 'RF', 'RC'] as const
export type ScoreColumn = (typeof SCORE_COLUMNS)[number]
export const SCORE_TITLES: Readonly<Record<ScoreColumn, string>> = {
  AC: 'Answer correct',
  RF: 'Reasoning faithful',
  RC: 'Reasoning complete',
}

export type Scores = Readonly<Partial<Record<ScoreColumn, number>>>

/** Everybody's scores: rater → chain → scores. Kept on this device, so that a rater can go on later. */
export type Annotations = Readonly<Record<string, Readonly<Record<string, Scores>>>>

/** A chain wherever it is loaded from. */
export const annotationKey = ({ model, imageId, question }: ShownChain): string =>
  JSON.stringify([model, imageId, question])

export const isWhole = (scores: Scores | undefined): boolean =>
  scores !== undefined && SCORE_COLUMNS.every(column => scores[column] !== undefined)

/** Every rater has an order of their own, always the same: nobody tires at the same chains. */
export function randomOrder(chains: readonly ShownChain[], rater: string): ShownChain[] {
  const keyed = chains.map(chain => ({ chain, key: sha256Hex(JSON.stringify([rater, annotationKey(chain)])) }))
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ chain }) => chain)
}

export function withScore(
  all: Annotations,
  rater: string,
  key: string,
  column: ScoreColumn,
  value: number,
): Annotations {
  const own = all[rater] ?? {}
  return { ...all, [rater]: { ...own, [key]: { ...own[key], [column]: value } } }
}

/** The CSV that `audit --annotations` reads, all raters in it. */
export function annotationsCsv(all: Annotations): string {
  const rows = Object.entries(all).flatMap(([rater, chains]) =>
    Object.entries(chains).map(([key, scores]) => {
      const [model, imageId, question] = JSON.parse(key) as [string, string, string]
      return [rater, model, imageId, question, ...SCORE_COLUMNS.map(column => scores[column] ?? '')]
    }),
  )
  return [[...ANNOTATION_COLUMNS], ...rows].map(cells => delimitedLine(cells, ',')).join('')
}

const STORAGE_KEY = 'spatialtunnel-annotations'

export function readKeptAnnotations(storage: Pick<Storage, 'getItem'>): Annotations {
  try {
    const value: unknown = JSON.parse(storage.getItem(STORAGE_KEY) ?? '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Annotations) : {}
  } catch {
    return {}
  }
}

/** Where a browser refuses, the scores last as long as the page. */
export function keepAnnotations(storage: Pick<Storage, 'setItem'>, all: Annotations): void {
  try {
    storage.setItem(STORAGE_KEY, JSON.stringify(all))
  } catch {
    // Private windows, full storage.
  }
}

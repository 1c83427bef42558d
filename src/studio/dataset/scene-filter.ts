import { COLORS, type ColorName, SHAPES, type Shape } from '../../core/palette.ts'
import type { Split } from '../../core/truth.ts'
import { type BrowsedScene, pairOf } from './loaded-dataset.ts'

/** Which scenes are shown; an empty list asks for nothing. */
export interface SceneFilter {
  readonly splits: readonly Split[]
  /** Any object has one of these. */
  readonly colors: readonly ColorName[]
  readonly shapes: readonly Shape[]
  /** How many pixels higher the farther object is; null = no bound. Scenes without a depth order have none. */
  readonly minPx: number | null
  readonly maxPx: number | null
  /** Part of the id. */
  readonly text: string
}

export const NO_FILTER: SceneFilter = { splits: [], colors: [], shapes: [], minPx: null, maxPx: null, text: '' }

export const SPLITS: readonly Split[] = ['consistent', 'counter', 'ambiguous']

type Facet = 'splits' | 'colors' | 'shapes' | 'height' | 'text'

const TESTS: Readonly<Record<Facet, (scene: BrowsedScene, filter: SceneFilter) => boolean>> = {
  splits: (scene, { splits }) => splits.length === 0 || splits.some(split => pairOf(scene)?.split === split),
  colors: ({ scene }, { colors }) => colors.length === 0 || scene.objects.some(object => colors.includes(object.color)),
  shapes: ({ scene }, { shapes }) => shapes.length === 0 || scene.objects.some(object => shapes.includes(object.shape)),
  height: (scene, { minPx, maxPx }) => {
    if (minPx === null && maxPx === null) return true
    const higherPx = pairOf(scene)?.fartherHigherByPx
    return higherPx != null && higherPx >= (minPx ?? -Infinity) && higherPx <= (maxPx ?? Infinity)
  },
  text: ({ id }, { text }) => id.includes(text.trim()),
}

const FACETS = Object.keys(TESTS) as Facet[]

export const filterScenes = (scenes: readonly BrowsedScene[], filter: SceneFilter): BrowsedScene[] =>
  scenes.filter(scene => FACETS.every(facet => TESTS[facet](scene, filter)))

/** An option of a facet, with the scenes that it would leave under the other facets. */
export interface FacetOption<T> {
  readonly value: T
  readonly count: number
}

export interface Facets {
  readonly splits: readonly FacetOption<Split>[]
  /** Those that occur in the dataset. */
  readonly colors: readonly FacetOption<ColorName>[]
  readonly shapes: readonly FacetOption<Shape>[]
}

export function facetsOf(scenes: readonly BrowsedScene[], filter: SceneFilter): Facets {
  const under = (own: Facet): BrowsedScene[] =>
    scenes.filter(scene => FACETS.every(facet => facet === own || TESTS[facet](scene, filter)))
  const count = <T>(own: Facet, values: readonly T[], has: (scene: BrowsedScene, value: T) => boolean) => {
    const left = under(own)
    return values
      .filter(value => scenes.some(scene => has(scene, value)))
      .map(value => ({ value, count: left.filter(scene => has(scene, value)).length }))
  }
  return {
    splits: count('splits', SPLITS, (scene, split) => pairOf(scene)?.split === split),
    colors: count('colors', COLORS, ({ scene }, color) => scene.objects.some(object => object.color === color)),
    shapes: count('shapes', SHAPES, ({ scene }, shape) => scene.objects.some(object => object.shape === shape)),
  }
}

export const SORTS = { suite: 'Suite order', rising: 'Δy rising', falling: 'Δy falling' } as const
export type Sort = keyof typeof SORTS

/** A sorted copy; scenes without a depth order come last. */
export function sortScenes(scenes: readonly BrowsedScene[], sort: Sort): BrowsedScene[] {
  if (sort === 'suite') return [...scenes]
  const sign = sort === 'rising' ? 1 : -1
  const key = (scene: BrowsedScene): number => {
    const higherPx = pairOf(scene)?.fartherHigherByPx
    return higherPx == null ? Infinity : sign * higherPx
  }
  return [...scenes].sort((a, b) => key(a) - key(b) || a.index - b.index)
}

/** A bin of the histogram of height differences. */
export interface HeightBin {
  readonly fromPx: number
  readonly toPx: number
  readonly counts: Readonly<Record<Split, number>>
}

/** Histogram of how much higher the farther object is, over the dataset's own range, symmetric around 0. */
export function heightBins(scenes: readonly BrowsedScene[], binCount = 40): HeightBin[] {
  const rows = scenes.flatMap(scene => {
    const pair = pairOf(scene)
    return pair?.fartherHigherByPx == null ? [] : [{ split: pair.split, px: pair.fartherHigherByPx }]
  })
  if (rows.length === 0) return []
  const reach = Math.max(1, Math.ceil(rows.reduce((most, { px }) => Math.max(most, Math.abs(px)), 0) / 10) * 10)
  const width = (2 * reach) / binCount
  const bins = Array.from({ length: binCount }, (_, i) => ({
    fromPx: i * width - reach,
    toPx: (i + 1) * width - reach,
    counts: { consistent: 0, counter: 0, ambiguous: 0 },
  }))
  for (const { split, px } of rows) bins[Math.min(binCount - 1, Math.floor((px + reach) / width))]!.counts[split] += 1
  return bins
}

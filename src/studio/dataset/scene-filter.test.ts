import { expect, test } from 'vitest'
import { facetsOf, filterScenes, heightBins, NO_FILTER, sortScenes } from './scene-filter.ts'
import { exampleDataset } from './suite-dataset.ts'

const { scenes } = await exampleDataset()

test('no filter shows everything; each split shows its own scenes', () => {
  expect(filterScenes(scenes, NO_FILTER)).toHaveLength(256)
  expect(facetsOf(scenes, NO_FILTER).splits).toEqual([
    { value: 'consistent', count: 116 },
    { value: 'counter', count: 116 },
    { value: 'ambiguous', count: 24 },
  ])
})

test('an option’s count is what choosing it leaves, whatever else is chosen', () => {
  const filter = { ...NO_FILTER, splits: ['counter' as const], minPx: -200, maxPx: -20 }
  const { colors, shapes } = facetsOf(scenes, filter)
  for (const { value, count } of colors) {
    expect(filterScenes(scenes, { ...filter, colors: [value] }), value).toHaveLength(count)
  }
  for (const { value, count } of shapes) {
    expect(filterScenes(scenes, { ...filter, shapes: [value] }), value).toHaveLength(count)
  }
  expect(colors.map(({ value }) => value)).toEqual(['red', 'green', 'blue', 'yellow', 'cyan', 'magenta', 'black'])
})

test('a range of Δy keeps what lies in it, ends included', () => {
  const kept = filterScenes(scenes, { ...NO_FILTER, minPx: 0 })
  expect(kept.every(({ truth }) => truth.pairs[0]!.fartherHigherByPx! >= 0)).toBe(true)
  const rest = scenes.filter(({ truth }) => truth.pairs[0]!.fartherHigherByPx! < 0)
  expect(kept.length + rest.length).toBe(256)
  expect(filterScenes(scenes, { ...NO_FILTER, text: '0012' }).map(({ id }) => id)).toEqual([
    'grid-000012',
    ...scenes
      .slice(120, 130)
      .filter(({ id }) => id.includes('0012'))
      .map(({ id }) => id),
  ])
})

test('sorting by Δy is by Δy', () => {
  const px = sortScenes(scenes, 'falling').map(({ truth }) => truth.pairs[0]!.fartherHigherByPx!)
  expect(px).toEqual([...px].sort((a, b) => b - a))
  expect(sortScenes(scenes, 'suite').map(({ index }) => index)).toEqual(scenes.map(({ index }) => index))
})

test('the histogram holds every scene once', () => {
  const bins = heightBins(scenes)
  const sum = (split: 'consistent' | 'counter' | 'ambiguous') => bins.reduce((n, bin) => n + bin.counts[split], 0)
  expect([sum('consistent'), sum('counter'), sum('ambiguous')]).toEqual([116, 116, 24])
  expect(bins[0]!.fromPx).toBe(-bins.at(-1)!.toPx)
})

import { describe, expect, test } from 'vitest'
import { correlate, parseStudy, type StudyRow } from './study.ts'

const row = (name: string, family: string, values: Record<string, number | null>): StudyRow => ({
  name,
  family,
  checkpoint: null,
  samples: null,
  values,
})

describe('correlations', () => {
  const rows = [
    row('a', 'f', { x: 1, y: 10, z: 3 }),
    row('b', 'f', { x: 2, y: 20, z: 1 }),
    row('c', 'g', { x: 3, y: 30, z: null }),
    row('d', 'g', { x: 4, y: 40, z: 2 }),
    row('e', 'h', { x: 5, y: 0, z: 5 }),
    row('g', 'h', { x: 6, y: 60, z: 4 }),
  ]

  test('over the models that have both, adjusted over all pairs', () => {
    const found = correlate(rows, ['x', 'y', 'z'])
    expect(found.map(({ x, y, n }) => [x, y, n])).toEqual([
      ['x', 'y', 6],
      ['x', 'z', 5],
      ['y', 'z', 5],
    ])
    // By hand: ρ = 1 − 6 Σd² / (n (n² − 1)) = 1 − 6 · 20 / 210; t on 4 degrees of freedom.
    expect(found[0]!.r).toBeCloseTo(0.4285714285714, 10)
    expect(found[0]!.p).toBeCloseTo(0.3965014577, 6)
    expect(Math.min(...found.map(item => item.pHolm))).toBeCloseTo(
      Math.min(1, 3 * Math.min(...found.map(item => item.p))),
      12,
    )
    expect(found[0]!.ci![0]).toBeLessThan(0.42)
    expect(found[0]!.ci![1]).toBeGreaterThan(0.44)
  })

  test('one family can carry a correlation: leaving it out shows', () => {
    const [lo, hi] = correlate(rows, ['x', 'y'])[0]!.withoutOneFamily!
    expect(hi).toBeCloseTo(1, 12) // without h, all agree
    expect(lo).toBeLessThan(0.42)
    expect(
      correlate(
        rows.map(item => ({ ...item, family: 'one' })),
        ['x', 'y'],
      )[0]!.withoutOneFamily,
    ).toBeNull()
  })

  test('fewer than three models give no row', () => {
    expect(correlate(rows.slice(0, 2), ['x', 'y'])).toEqual([])
  })
})

test('study.json is checked by field', () => {
  const study = { version: 1, name: 's', models: [{ name: 'a', family: 'f', samples: 80000, probe: 'a/probe.json' }] }
  expect(parseStudy(study, 'study.json')).toEqual(study)
  const code = (value: unknown): unknown => {
    try {
      return parseStudy(value, 'study.json')
    } catch (error) {
      return (error as { code: string; where: string }).where
    }
  }
  expect(code({ ...study, models: [{ name: 'a' }] })).toContain('models[0].family')
  expect(code({ ...study, models: [...study.models, ...study.models] })).toBe('study.json')
})

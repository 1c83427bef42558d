import { expect, test } from 'vitest'
import { evaluateFit, fitPsychometric, type PsychometricFit } from './psychometric.ts'

const points = (fit: PsychometricFit, xs: readonly number[]) => xs.map(x => ({ x, y: evaluateFit(fit, x), weight: 10 }))
const xs = Array.from({ length: 12 }, (_, i) => i / 4)

test.each([
  { floor: 0.5, ceiling: 0.95, threshold: 1.2, width: 0.3, r2: 1 },
  { floor: 0.9, ceiling: 0.2, threshold: 2, width: 0.15, r2: 1 },
])('recovers %j from its own points', fit => {
  const found = fitPsychometric(points(fit, xs))!
  for (const key of ['floor', 'ceiling', 'threshold', 'width', 'r2'] as const)
    expect(found[key]).toBeCloseTo(fit[key], 3)
})

test('ends stay in [0, 1], whatever the points', () => {
  const found = fitPsychometric(points({ floor: -0.2, ceiling: 1.3, threshold: 1.5, width: 0.5, r2: 1 }, xs))!
  expect(found.floor).toBeGreaterThanOrEqual(0)
  expect(found.ceiling).toBeLessThanOrEqual(1)
})

test('too few levels, or nothing that varies: no curve', () => {
  expect(fitPsychometric(points({ floor: 0, ceiling: 1, threshold: 1, width: 1, r2: 1 }, [0, 1, 2]))).toBeNull()
  expect(fitPsychometric(xs.map(x => ({ x, y: 0.5, weight: 1 })))).toBeNull()
})

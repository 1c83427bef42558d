/** A fitted curve floor + (ceiling − floor) · σ((x − threshold) / width). */
export interface PsychometricFit {
  readonly floor: number
  readonly ceiling: number
  /** x where the curve is half way. */
  readonly threshold: number
  /** > 0; the curve goes from 27 % to 73 % of its height within ± width. */
  readonly width: number
  /** Share of the weighted variance that the curve explains, in [0, 1]. */
  readonly r2: number
}

export interface CurvePoint {
  readonly x: number
  readonly y: number
  /** Weight, such as the number of scenes. */
  readonly weight: number
}

/** Steps of the search grid, and how often it is narrowed around its best point. */
const GRID = 24
const ROUNDS = 6

/**
 * Fits a psychometric curve by weighted least squares. For a given threshold and width the curve is linear in floor and
 * ceiling, so those two are solved exactly (kept in [0, 1]) and only the other two are searched: deterministic, no
 * start value to choose. Falling curves have ceiling < floor.
 *
 * @returns null with fewer than four different x or when y does not vary: four parameters need four points
 * @example evaluateFit(fitPsychometric(points)!, 1.5)
 */
export function fitPsychometric(points: readonly CurvePoint[]): PsychometricFit | null {
  const xs = [...new Set(points.map(point => point.x))].sort((a, b) => a - b)
  const total = sum(points, p => p.weight)
  const center = sum(points, p => p.weight * p.y) / total
  const variance = sum(points, p => p.weight * (p.y - center) ** 2)
  if (xs.length < 4 || variance < 1e-12 * total) return null

  const span = xs.at(-1)! - xs[0]!
  let box = { lo: xs[0]!, hi: xs.at(-1)!, wLo: Math.log(span / 100), wHi: Math.log(span) }
  let best: (PsychometricFit & { error: number }) | null = null
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i <= GRID; i++) {
      for (let j = 0; j <= GRID; j++) {
        const threshold = box.lo + ((box.hi - box.lo) * i) / GRID
        const width = Math.exp(box.wLo + ((box.wHi - box.wLo) * j) / GRID)
        const { floor, ceiling, error } = solveEnds(points, threshold, width)
        if (best === null || error < best.error) {
          best = { floor, ceiling, threshold, width, error, r2: Math.max(0, 1 - error / variance) }
        }
      }
    }
    box = narrowed(box, best!)
  }
  const { error: _, ...fit } = best!
  return fit
}

/** The curve's height at x. */
export const evaluateFit = ({ floor, ceiling, threshold, width }: PsychometricFit, x: number): number =>
  floor + (ceiling - floor) * sigmoid((x - threshold) / width)

const sigmoid = (t: number): number => 1 / (1 + Math.exp(-t))

interface Box {
  readonly lo: number
  readonly hi: number
  readonly wLo: number
  readonly wHi: number
}

function narrowed(box: Box, best: PsychometricFit): Box {
  const dx = (box.hi - box.lo) / 8
  const dw = (box.wHi - box.wLo) / 8
  const w = Math.log(best.width)
  return { lo: best.threshold - dx, hi: best.threshold + dx, wLo: w - dw, wHi: w + dw }
}

/** Least squares of y on (1 − s, s), each end clamped to [0, 1] with the other solved again. */
function solveEnds(
  points: readonly CurvePoint[],
  threshold: number,
  width: number,
): { floor: number; ceiling: number; error: number } {
  let [a, b, c, d, e] = [0, 0, 0, 0, 0]
  for (const { x, y, weight } of points) {
    const s = sigmoid((x - threshold) / width)
    a += weight * (1 - s) ** 2
    b += weight * s * (1 - s)
    c += weight * s * s
    d += weight * y * (1 - s)
    e += weight * y * s
  }
  const determinant = a * c - b * b
  let floor = determinant > 1e-12 * a * c ? (d * c - e * b) / determinant : (d + e) / (a + 2 * b + c)
  let ceiling = determinant > 1e-12 * a * c ? (a * e - b * d) / determinant : floor
  if (floor < 0 || floor > 1) {
    floor = clamp(floor)
    ceiling = c > 0 ? (e - b * floor) / c : floor
  }
  if (ceiling < 0 || ceiling > 1) {
    ceiling = clamp(ceiling)
    floor = clamp(a > 0 ? (d - b * ceiling) / a : ceiling)
  }
  const curve = { floor, ceiling, threshold, width, r2: 0 }
  return { floor, ceiling, error: sum(points, p => p.weight * (p.y - evaluateFit(curve, p.x)) ** 2) }
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value))
const sum = (points: readonly CurvePoint[], term: (point: CurvePoint) => number): number =>
  points.reduce((total, point) => total + term(point), 0)

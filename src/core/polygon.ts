import type { BoxPx, PointPx } from './frames.ts'

/** Convex hull, counter-clockwise in a y-up plane (monotone chain); collinear points are left out. */
export function convexHull(points: readonly PointPx[]): PointPx[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const half = (list: readonly PointPx[]): PointPx[] => {
    const chain: PointPx[] = []
    for (const point of list) {
      while (chain.length >= 2 && cross(chain[chain.length - 2]!, chain[chain.length - 1]!, point) <= 0) chain.pop()
      chain.push(point)
    }
    chain.pop()
    return chain
  }
  return [...half(sorted), ...half(sorted.reverse())]
}

const cross = (o: PointPx, a: PointPx, b: PointPx): number =>
  (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])

/** Area (always ≥ 0) and area centroid of a simple polygon. */
export function areaAndCentroid(polygon: readonly PointPx[]): { area: number; centroid: PointPx } {
  const origin = polygon[0]!
  let twice = 0
  let x = 0
  let y = 0
  for (let i = 0; i < polygon.length; i++) {
    const [ax, ay] = [polygon[i]![0] - origin[0], polygon[i]![1] - origin[1]]
    const next = polygon[(i + 1) % polygon.length]!
    const [bx, by] = [next[0] - origin[0], next[1] - origin[1]]
    const part = ax * by - bx * ay
    twice += part
    x += (ax + bx) * part
    y += (ay + by) * part
  }
  if (twice === 0) return { area: 0, centroid: origin }
  return { area: Math.abs(twice) / 2, centroid: [origin[0] + x / (3 * twice), origin[1] + y / (3 * twice)] }
}

export function boundingBox(points: readonly PointPx[]): BoxPx {
  const xs = points.map(point => point[0])
  const ys = points.map(point => point[1])
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return [x, y, Math.max(...xs) - x, Math.max(...ys) - y]
}

/** The part of a box inside the image, or null. */
export function clipBox([x, y, width, height]: BoxPx, widthPx: number, heightPx: number): BoxPx | null {
  const [left, top] = [Math.max(0, x), Math.max(0, y)]
  const [right, bottom] = [Math.min(widthPx, x + width), Math.min(heightPx, y + height)]
  return right > left && bottom > top ? [left, top, right - left, bottom - top] : null
}

/**
 * Do two convex polygons come closer than `gap`? Separating axes over the edges of both: exact for "they overlap",
 * and for a gap it errs towards "close" near two corners.
 */
export function convexCloserThan(a: readonly PointPx[], b: readonly PointPx[], gap: number): boolean {
  return !separated(a, b, gap) && !separated(b, a, gap)
}

function separated(a: readonly PointPx[], b: readonly PointPx[], gap: number): boolean {
  for (let i = 0; i < a.length; i++) {
    const p = a[i]!
    const q = a[(i + 1) % a.length]!
    const length = Math.hypot(q[0] - p[0], q[1] - p[1])
    if (length === 0) continue
    // Outward normal of a counter-clockwise polygon's edge.
    const normal: PointPx = [(q[1] - p[1]) / length, (p[0] - q[0]) / length]
    const reach = normal[0] * p[0] + normal[1] * p[1]
    if (b.every(point => normal[0] * point[0] + normal[1] * point[1] >= reach + gap)) return true
  }
  return false
}

/** Whether a point lies inside a polygon, by the even-odd rule. */
export function pointInPolygon(x: number, y: number, polygon: readonly (readonly [x: number, y: number])[]): boolean {
  let inside = false
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [xi, yi] = polygon[i]!
    const [xj, yj] = polygon[j]!
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside
  }
  return inside
}

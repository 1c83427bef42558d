/**
 * Eigenvalues of a symmetric tridiagonal matrix by the implicit QL method, largest first, with chosen rows of the matrix of
 * eigenvectors: O(m² · rows) instead of O(m³) when only a few rows are needed.
 *
 * @param diagonal m numbers
 * @param off m − 1 numbers (more are not read): off[i] joins i and i + 1
 * @param rows which rows of the eigenvectors' matrix to follow
 * @returns `components[r][k]`: entry `rows[r]` of the unit eigenvector of `values[k]`
 */
export function tridiagonalEigen(
  diagonal: readonly number[],
  off: readonly number[],
  rows: readonly number[],
): { values: number[]; components: Float64Array[] } {
  const m = diagonal.length
  const d = Float64Array.from(diagonal)
  const e = new Float64Array(m)
  for (let i = 0; i + 1 < m; i++) e[i] = off[i]!
  const z = rows.map(row => {
    const unit = new Float64Array(m)
    unit[row] = 1
    return unit
  })
  for (let low = 0; low < m; low++) {
    for (let turn = 0; turn < 60; turn++) {
      let high = low
      while (high + 1 < m && Math.abs(e[high]!) > 1e-16 * (Math.abs(d[high]!) + Math.abs(d[high + 1]!))) high++
      if (high === low) break
      chase(d, e, z, low, high)
    }
  }
  const order = Array.from({ length: m }, (_, k) => k).sort((a, b) => d[b]! - d[a]!)
  return { values: order.map(k => d[k]!), components: z.map(row => Float64Array.from(order, k => row[k]!)) }
}

/** One implicit QL step with Wilkinson's shift on the block low … high. */
function chase(d: Float64Array, e: Float64Array, z: readonly Float64Array[], low: number, high: number): void {
  let g = (d[low + 1]! - d[low]!) / (2 * e[low]!)
  let r = Math.hypot(g, 1)
  g = d[high]! - d[low]! + e[low]! / (g + (g < 0 ? -r : r))
  let [s, c, p] = [1, 1, 0]
  for (let i = high - 1; i >= low; i--) {
    let f = s * e[i]!
    const b = c * e[i]!
    r = Math.hypot(f, g)
    e[i + 1] = r
    if (r === 0) {
      d[i + 1]! -= p
      e[high] = 0
      return
    }
    s = f / r
    c = g / r
    g = d[i + 1]! - p
    r = (d[i]! - g) * s + 2 * c * b
    p = s * r
    d[i + 1] = g + p
    g = c * r - b
    for (const row of z) {
      f = row[i + 1]!
      row[i + 1] = s * row[i]! + c * f
      row[i] = c * row[i]! - s * f
    }
  }
  d[low]! -= p
  e[low] = g
  e[high] = 0
}

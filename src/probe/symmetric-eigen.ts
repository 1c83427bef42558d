/**
 * All eigenvalues and eigenvectors of a small symmetric matrix (cyclic Jacobi rotations), largest first.
 *
 * @param matrix m × m, row by row; not changed
 * @returns `vectors[k]` is the unit eigenvector of `values[k]`
 */
export function symmetricEigen(matrix: Float64Array, m: number): { values: number[]; vectors: Float64Array[] } {
  const a = matrix.slice()
  const v = new Float64Array(m * m)
  for (let i = 0; i < m; i++) v[i * m + i] = 1
  const size = Math.sqrt(a.reduce((sum, x) => sum + x * x, 0))
  for (let sweep = 0; sweep < 60; sweep++) {
    let off = 0
    for (let p = 0; p < m; p++) for (let q = 0; q < p; q++) off += a[p * m + q]! ** 2
    if (Math.sqrt(off) <= 1e-15 * size) break
    for (let p = 0; p < m; p++) for (let q = p + 1; q < m; q++) rotate(a, v, m, p, q)
  }
  const order = Array.from({ length: m }, (_, k) => k).sort((x, y) => a[y * m + y]! - a[x * m + x]!)
  return {
    values: order.map(k => a[k * m + k]!),
    vectors: order.map(k => Float64Array.from({ length: m }, (_, i) => v[i * m + k]!)),
  }
}

/** One Jacobi rotation that makes a[p][q] zero. */
function rotate(a: Float64Array, v: Float64Array, m: number, p: number, q: number): void {
  const apq = a[p * m + q]!
  if (apq === 0) return
  const theta = (a[q * m + q]! - a[p * m + p]!) / (2 * apq)
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
  const c = 1 / Math.sqrt(t * t + 1)
  const s = t * c
  for (let k = 0; k < m; k++) {
    const [kp, kq] = [a[k * m + p]!, a[k * m + q]!]
    a[k * m + p] = c * kp - s * kq
    a[k * m + q] = s * kp + c * kq
  }
  for (let k = 0; k < m; k++) {
    const [pk, qk] = [a[p * m + k]!, a[q * m + k]!]
    a[p * m + k] = c * pk - s * qk
    a[q * m + k] = s * pk + c * qk
    const [vp, vq] = [v[k * m + p]!, v[k * m + q]!]
    v[k * m + p] = c * vp - s * vq
    v[k * m + q] = s * vp + c * vq
  }
}

import { symmetricEigen } from './symmetric-eigen.ts'

/**
 * Orthogonal Procrustes: the rotation (or reflection) R that brings `moving` closest to `fixed` in the least squares of
 * |moving R − fixed|. R = U Vᵀ with movingᵀ fixed = U S Vᵀ.
 *
 * @param moving n × m, row by row; row i of both belongs to the same pair
 * @returns m × m, row by row: `aligned = moving R`
 */
export function procrustes(moving: Float64Array, fixed: Float64Array, m: number): Float64Array {
  const cross = new Float64Array(m * m)
  for (let i = 0; i < moving.length; i += m) {
    for (let a = 0; a < m; a++) for (let b = 0; b < m; b++) cross[a * m + b]! += moving[i + a]! * fixed[i + b]!
  }
  return orthogonalPart(cross, m)
}

/** U Vᵀ of a square matrix; directions without a singular value are completed by Gram-Schmidt. */
function orthogonalPart(matrix: Float64Array, m: number): Float64Array {
  const square = new Float64Array(m * m)
  for (let a = 0; a < m; a++) {
    for (let b = 0; b < m; b++)
      for (let k = 0; k < m; k++) square[a * m + b]! += matrix[k * m + a]! * matrix[k * m + b]!
  }
  const { values, vectors } = symmetricEigen(square, m)
  const floor = 1e-20 * Math.max(values[0] ?? 0, Number.MIN_VALUE)
  const lefts: Float64Array[] = []
  for (const [k, right] of vectors.entries()) {
    const image = new Float64Array(m)
    for (let a = 0; a < m; a++) for (let b = 0; b < m; b++) image[a]! += matrix[a * m + b]! * right[b]!
    lefts.push(values[k]! > floor ? unit(image, lefts) : completed(lefts, m))
  }
  const result = new Float64Array(m * m)
  for (let k = 0; k < m; k++) {
    for (let a = 0; a < m; a++) for (let b = 0; b < m; b++) result[a * m + b]! += lefts[k]![a]! * vectors[k]![b]!
  }
  return result
}

function unit(vector: Float64Array, against: readonly Float64Array[]): Float64Array {
  for (const other of against) {
    const along = vector.reduce((sum, value, i) => sum + value * other[i]!, 0)
    for (let i = 0; i < vector.length; i++) vector[i]! -= along * other[i]!
  }
  const length = Math.hypot(...vector)
  return vector.map(value => value / length)
}

/** A unit vector orthogonal to those given: the axis that sticks out most. */
function completed(against: readonly Float64Array[], m: number): Float64Array {
  const rest = (axis: number): number => 1 - against.reduce((sum, other) => sum + other[axis]! ** 2, 0)
  const best = Array.from({ length: m }, (_, axis) => axis).reduce((a, b) => (rest(b) > rest(a) ? b : a))
  const vector = new Float64Array(m)
  vector[best] = 1
  return unit(vector, against)
}

/** moving R. */
export function rotated(moving: Float64Array, rotation: Float64Array, m: number): Float64Array {
  const result = new Float64Array(moving.length)
  for (let i = 0; i < moving.length; i += m) {
    for (let b = 0; b < m; b++) for (let a = 0; a < m; a++) result[i + b]! += moving[i + a]! * rotation[a * m + b]!
  }
  return result
}

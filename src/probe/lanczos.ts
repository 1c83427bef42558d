import { gaussian, type Stream } from '../core/rng.ts'
import { tridiagonalEigen } from './tridiagonal-eigen.ts'

/**
 * The largest eigenvalues of a symmetric positive semi-definite matrix with their vectors: Lanczos with full
 * reorthogonalisation, a new random direction whenever the Krylov space is used up (repeated eigenvalues).
 *
 * @param matrix n × n, row by row
 * @param wanted how many; fewer come back when n is smaller
 */
export function topEigen(
  matrix: Float64Array,
  n: number,
  wanted: number,
  next: Stream,
  tolerance = 1e-10,
): { values: number[]; vectors: Float64Array[] } {
  const basis: Float64Array[] = []
  const alpha: number[] = []
  const beta: number[] = []
  let scale = 0
  for (let i = 0; i < n; i++) scale = Math.max(scale, matrix[i * n + i]!)
  let candidate = orthogonalised(randomVector(n, next), basis)
  while (basis.length < n && candidate) {
    basis.push(candidate)
    const image = multiply(matrix, n, candidate)
    alpha.push(dot(image, candidate))
    const rest = removeAll(image, basis)
    const length = Math.sqrt(dot(rest, rest))
    const broken = length <= 1e-12 * n * scale
    beta.push(broken ? 0 : length)
    const m = basis.length
    if ((m % 8 === 0 || m === n) && m > wanted && !broken) {
      const { values, components } = tridiagonalEigen(alpha, beta, [m - 1])
      const errors = components[0]!.subarray(0, wanted).map(last => Math.abs(length * last))
      if (errors.every(error => error <= tolerance * (values[0] ?? 1))) break
    }
    candidate = broken ? orthogonalised(randomVector(n, next), basis) : rest.map(value => value / length)
  }
  const all = basis.map((_, row) => row)
  const { values, components } = tridiagonalEigen(alpha, beta, all)
  const vectors = values.slice(0, wanted).map((_, k) =>
    combine(
      basis,
      Float64Array.from(components, row => row[k]!),
      n,
    ),
  )
  return { values: values.slice(0, wanted), vectors }
}

const randomVector = (n: number, next: Stream): Float64Array => Float64Array.from({ length: n }, () => gaussian(next))

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}

function multiply(matrix: Float64Array, n: number, x: Float64Array): Float64Array {
  const result = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    let a = 0
    let b = 0
    const row = i * n
    let j = 0
    for (; j + 1 < n; j += 2) {
      a += matrix[row + j]! * x[j]!
      b += matrix[row + j + 1]! * x[j + 1]!
    }
    if (j < n) a += matrix[row + j]! * x[j]!
    result[i] = a + b
  }
  return result
}

/** The part of a vector outside the basis; twice is enough. */
function removeAll(vector: Float64Array, basis: readonly Float64Array[]): Float64Array {
  for (let pass = 0; pass < 2; pass++) {
    for (const member of basis) {
      const along = dot(vector, member)
      for (let i = 0; i < vector.length; i++) vector[i]! -= along * member[i]!
    }
  }
  return vector
}

function orthogonalised(vector: Float64Array, basis: readonly Float64Array[]): Float64Array | null {
  const rest = removeAll(vector, basis)
  const length = Math.sqrt(dot(rest, rest))
  return length > 1e-10 ? rest.map(value => value / length) : null
}

function combine(basis: readonly Float64Array[], weights: Float64Array, n: number): Float64Array {
  const result = new Float64Array(n)
  for (const [k, member] of basis.entries()) {
    for (let i = 0; i < n; i++) result[i]! += weights[k]! * member[i]!
  }
  return result
}

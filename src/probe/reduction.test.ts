import { describe, expect, test } from 'vitest'
import { gaussian, stream } from '../core/rng.ts'
import { runPython, testWithPython } from '../testing/python.ts'
import { gramMatrix } from './gram.ts'
import { topEigen } from './lanczos.ts'
import { pca } from './pca.ts'
import { plantedLayer } from './planted-layer.ts'
import { prepareLayer } from './prepared-layer.ts'
import { procrustes, rotated } from './procrustes.ts'
import { symmetricEigen } from './symmetric-eigen.ts'
import { tridiagonalEigen } from './tridiagonal-eigen.ts'

const randomMatrix = (seed: number, rows: number, columns: number): Float64Array => {
  const next = stream(seed, 'test', 'matrix')
  return Float64Array.from({ length: rows * columns }, () => gaussian(next))
}
const multiplied = (a: Float64Array, b: Float64Array, n: number, m: number, p: number): Float64Array => {
  const result = new Float64Array(n * p)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < p; j++) for (let k = 0; k < m; k++) result[i * p + j]! += a[i * m + k]! * b[k * p + j]!
  }
  return result
}
const square = (a: Float64Array, n: number, m: number): Float64Array => {
  const result = new Float64Array(n * n)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) for (let k = 0; k < m; k++) result[i * n + j]! += a[i * m + k]! * a[j * m + k]!
  }
  return result
}

describe('eigenvectors', () => {
  test.each([2, 3, 7])('A v = λ v, largest first, for a random symmetric %i × %i matrix', m => {
    const half = randomMatrix(m, m, m)
    const matrix = half.map((value, at) => value + half[(at % m) * m + Math.floor(at / m)]!)
    const { values, vectors } = symmetricEigen(matrix, m)
    expect(values).toEqual([...values].sort((a, b) => b - a))
    for (const [k, vector] of vectors.entries()) {
      const image = multiplied(matrix, vector, m, m, 1)
      for (let i = 0; i < m; i++) expect(image[i]).toBeCloseTo(values[k]! * vector[i]!, 10)
    }
  })

  test('tridiagonal matrices: the same as Jacobi, chosen rows alone', () => {
    const m = 9
    const [diagonal, off] = [[...randomMatrix(8, m, 1)], [...randomMatrix(9, m - 1, 1)]]
    off[3] = 0
    const full = new Float64Array(m * m)
    for (let i = 0; i < m; i++) {
      full[i * m + i] = diagonal[i]!
      if (i + 1 < m) full[i * m + i + 1] = full[(i + 1) * m + i] = off[i]!
    }
    const expected = symmetricEigen(full, m)
    const { values, components } = tridiagonalEigen(diagonal, off, [8, 2])
    for (let k = 0; k < m; k++) {
      expect(values[k]).toBeCloseTo(expected.values[k]!, 10)
      expect(Math.abs(components[0]![k]!)).toBeCloseTo(Math.abs(expected.vectors[k]![8]!), 10)
      expect(Math.abs(components[1]![k]!)).toBeCloseTo(Math.abs(expected.vectors[k]![2]!), 10)
    }
  })

  test('Lanczos finds what Jacobi finds, repeated eigenvalues and rank 1 too', () => {
    const cases = [
      square(randomMatrix(1, 30, 50), 30, 50),
      square(randomMatrix(2, 20, 1), 20, 1),
      Float64Array.from({ length: 100 }, (_, at) => (at % 11 === 0 ? (at < 40 ? 5 : 1) : 0)),
    ]
    for (const matrix of cases) {
      const n = Math.sqrt(matrix.length)
      const found = topEigen(matrix, n, 3, stream(0, 'test', 'lanczos'))
      const expected = symmetricEigen(matrix, n).values.slice(0, 3)
      for (let k = 0; k < 3; k++) {
        expect(Math.abs(found.values[k]! - expected[k]!)).toBeLessThan(1e-9 * expected[0]!)
        const image = multiplied(matrix, found.vectors[k]!, n, n, 1)
        for (let i = 0; i < n; i++) {
          expect(Math.abs(image[i]! - expected[k]! * found.vectors[k]![i]!)).toBeLessThan(1e-6 * expected[0]!)
        }
      }
    }
  })
})

testWithPython('numpy', "PCA equals numpy's singular value decomposition, signs included", () => {
  for (const columns of [60, 10]) {
    const layer = plantedLayer({ perCategory: 6, columns })
    const prepared = prepareLayer(layer)
    const { scores, explained } = pca(prepared, gramMatrix(prepared), stream(0, 'test', 'pca'))
    const script = `
import sys, json, numpy as np
x = np.array(json.loads(sys.argv[1])).reshape(36, -1)
x = x - x.mean(0)
u, s, v = np.linalg.svd(x, full_matrices=False)
v = v[:3]
v = v * np.sign(v[np.arange(3), np.abs(v).argmax(1)])[:, None]
print(json.dumps([(x @ v.T).ravel().tolist(), (s[:3] ** 2 / (s ** 2).sum()).tolist()]))
`
    const [theirs, shares] = JSON.parse(runPython(script, [JSON.stringify([...layer.deltas])])) as [number[], number[]]
    for (const [k, share] of shares.entries()) expect(explained[k]).toBeCloseTo(share, 9)
    for (let i = 0; i < 36; i++) {
      const row = prepared.rows[i]!
      for (let k = 0; k < 3; k++) expect(scores[i * 3 + k]).toBeCloseTo(theirs[row * 3 + k]!, 6)
    }
  }
})

describe('Procrustes', () => {
  test('undoes a rotation or reflection exactly', () => {
    const points = randomMatrix(4, 50, 3)
    const { vectors } = symmetricEigen(square(randomMatrix(5, 3, 3), 3, 3), 3)
    for (const flip of [1, -1]) {
      const turn = Float64Array.from([...vectors[0]!, ...vectors[1]!, ...vectors[2]!.map(value => flip * value)])
      const turned = rotated(points, turn, 3)
      const back = rotated(turned, procrustes(turned, points, 3), 3)
      for (let i = 0; i < points.length; i++) expect(back[i]).toBeCloseTo(points[i]!, 10)
    }
  })

  test('flat clouds still give a rotation', () => {
    const flat = randomMatrix(6, 20, 3).map((value, at) => (at % 3 === 0 ? value : 0))
    const rotation = procrustes(flat, flat, 3)
    const identity = square(rotation, 3, 3)
    for (let at = 0; at < 9; at++) expect(identity[at]).toBeCloseTo(at % 4 === 0 ? 1 : 0, 10)
  })
})

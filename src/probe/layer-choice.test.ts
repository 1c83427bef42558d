import { describe, expect, test } from 'vitest'
import { chooseLayer, type LayerCoherence } from './layer-choice.ts'

const layers = (rows: readonly (readonly [number, number, number, number])[]): LayerCoherence[] =>
  rows.map(([layer, horizontal, vertical, distance]) => ({
    layer,
    coherence: { horizontal, vertical, distance },
    vdEi: layer / 100,
  }))

describe('choice of a layer', () => {
  test('union of the plateaus, minus the last layers, ranked by the weakest axis', () => {
    const choice = chooseLayer(
      layers([
        [0, 0.1, 0.1, 0.01],
        [1, 0.2, 0.5, 0.08], // vertical plateau; weakest .2/.4 = .5
        [2, 0.35, 0.45, 0.09], // all three plateaus; weakest .35/.4 = .875
        [3, 0.4, 0.2, 0.1], // horizontal and distance; weakest .2/.5 = .4
        [9, 0.39, 0.49, 0.099], // deeper than round(10 × .93) = 9? no: 9 is still allowed
      ]),
      10,
    )
    expect(choice).toEqual({
      chosen: 9,
      candidates: [9, 2, 1, 3],
      plateaus: { horizontal: [2, 3, 9], vertical: [1, 2, 9], distance: [2, 3, 9] },
      deepest: 9,
      vdEiSpread: [0.09, 0.09],
      warnings: [],
    })
    expect(
      chooseLayer(
        layers([
          [1, 1, 1, 1],
          [9, 1, 1, 1],
        ]),
        8,
      ).candidates,
    ).toEqual([1])
  })

  test('ties go to the deeper layer, and the spread looks two layers to each side', () => {
    const same = layers([0, 1, 2, 3, 4, 5].map(layer => [layer, 0.5, 0.5, 0.5] as const))
    expect(chooseLayer(same, 40)).toMatchObject({ chosen: 5, vdEiSpread: [0.03, 0.05] })
  })

  test('half to even, as Python rounds', () => {
    expect(chooseLayer(layers([[0, 1, 1, 1]]), 50).deepest).toBe(46) // 46.5
    expect(chooseLayer(layers([[0, 1, 1, 1]]), 94).deepest).toBe(87) // 87.42
  })

  test('an axis without a positive peak is left out with a warning; without any there is no choice', () => {
    const choice = chooseLayer(
      layers([
        [0, 0.2, 0.1, -0.1],
        [1, 0.3, 0.2, -0.2],
      ]),
      10,
    )
    expect(choice.chosen).toBe(1)
    expect(choice.warnings).toEqual([expect.stringContaining('distance')])
    expect(chooseLayer(layers([[0, -1, -1, -1]]), 10).chosen).toBeNull()
  })

  // Why Far Looks Up, section 5: total number of layers, the layer chosen, and the plateau printed beside it.
  test.each([
    ['Molmo-7B-O-0924', 32, 23, [20, 25]],
    ['NVILA-Lite-2B', 28, 20, [17, 26]],
    ['Qwen2.5-VL-3B', 36, 28, [20, 28]],
    ['Qwen3-VL-235B-A22B', 94, 87, [83, 90]],
  ] as const)('the layer of %s is not among those that are too deep', (_, total, layer, plateau) => {
    const rows = Array.from({ length: plateau[1] - plateau[0] + 1 }, (_, i) => {
      const at = plateau[0] + i
      return [
        at,
        1 - 0.01 * Math.abs(at - layer),
        1 - 0.01 * Math.abs(at - layer),
        1 - 0.01 * Math.abs(at - layer),
      ] as const
    })
    expect(chooseLayer(layers(rows), total).chosen).toBe(layer)
  })
})

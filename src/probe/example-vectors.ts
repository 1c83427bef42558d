import contrastive from '../../scenes/contrastive.json' with { type: 'json' }
import { expander } from '../core/expand.ts'
import { questionsOf } from '../core/questions.ts'
import { parseSuite } from '../core/suite.ts'
import type { PairRow } from '../formats/pair-labels.ts'
import { pairRows } from '../formats/probing-dataset.ts'
import type { VectorFile } from '../formats/vector-file.ts'
import { plantedLayer } from './planted-layer.ts'

export const EXAMPLE_LAYERS = 14
const PAIRS = 240
const COLUMNS = 96

/**
 * Made-up vectors over the first pairs of the contrastive suite, for looking at the tool without a model: coherence rises and
 * falls over the layers as the paper describes, and distance leans towards vertical. They say nothing about any model.
 */
export function exampleVectors(): { readonly file: VectorFile; readonly pairs: readonly PairRow[] } {
  const { scene: at } = expander(parseSuite(contrastive))
  const questions = Array.from({ length: PAIRS }, (_, index) => at(index)).flatMap(({ id, index, truth }) =>
    questionsOf({ sceneId: id, index, image: '', truth }, ['contrastive']),
  )
  const pairs = pairRows(questions)
  return {
    pairs,
    file: {
      name: 'example data',
      layers: Array.from({ length: EXAMPLE_LAYERS }, (_, layer) => layer),
      async read(layer) {
        const depth = layer / (EXAMPLE_LAYERS - 1)
        const rise = (peak: number, middle: number): number => peak * Math.exp(-(((depth - middle) / 0.35) ** 2))
        const planted = plantedLayer({
          layer,
          seed: 'example',
          perCategory: PAIRS / 6,
          columns: COLUMNS,
          coherence: { horizontal: rise(0.3, 0.62), vertical: rise(0.55, 0.7), distance: rise(0.16, 0.75) },
          angleDeg: 85 - 30 * depth,
          double: false,
        })
        return { ...planted, labels: pairs }
      },
    },
  }
}

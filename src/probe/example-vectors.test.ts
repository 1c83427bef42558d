import { expect, test } from 'vitest'
import { EXAMPLE_LAYERS, exampleVectors } from './example-vectors.ts'
import { runProbe } from './run-probe.ts'

test('the example belongs to the contrastive suite, is balanced, and has a layer to choose', async () => {
  const { file, pairs } = exampleVectors()
  expect(pairs[17]).toMatchObject({ id: 'contrastive-000017-z', category: 'close', sceneId: 'contrastive-000017' })
  const report = await runProbe(file, { draws: 0, nullDraws: 0, splits: 0, pairs })
  expect(report.layers.length).toBe(EXAMPLE_LAYERS)
  expect(report.layers[9]!.subsets.all.imbalance).toBeNull()
  expect(report.layers[9]!.subsets.all.axes.vertical.coherence!).toBeGreaterThan(0.4)
  expect(report.choice.chosen).toBeGreaterThan(7)
})

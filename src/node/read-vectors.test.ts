import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ByteSink } from '../formats/byte-source.ts'
import { writeNpz } from '../formats/npz-writer.ts'
import { writeSafetensors } from '../formats/safetensors-writer.ts'
import { measureLayer } from '../probe/measure-layer.ts'
import { plantedLayer } from '../probe/planted-layer.ts'
import { runProbe } from '../probe/run-probe.ts'
import { openVectorFile } from './read-vectors.ts'

/** More layers than buffers: memory is used again while the next layer is on its way. */
const LAYERS = [0, 1, 2, 3, 4].map(layer => {
  // Sizes that differ from layer to layer do not fit into each other's buffers.
  const planted = plantedLayer({ layer, perCategory: 4 + (layer % 2) * 6, columns: 40, double: false })
  return { ...planted, deltas: planted.deltas as Float32Array<ArrayBuffer> }
})
const NO_DRAWS = { draws: 0, nullDraws: 0, splits: 0, pairwise: false }

const folder = mkdtempSync(join(tmpdir(), 'vectors-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function write(name: string, content: (sink: ByteSink) => Promise<void>): Promise<void> {
  const parts: Uint8Array[] = []
  await content({ write: async bytes => void parts.push(bytes.slice()) })
  writeFileSync(join(folder, name), Buffer.concat(parts))
}

beforeAll(async () => {
  await write('a.npz', sink =>
    writeNpz(
      sink,
      LAYERS.flatMap(({ layer, rows, columns, deltas, labels }) => [
        { name: `delta_L${layer}`, shape: [rows, columns], data: deltas },
        { name: `categories_L${layer}`, texts: labels.map(label => label.category) },
      ]),
    ),
  )
  const same = LAYERS.filter(({ layer }) => layer % 2 === 0)
  await write('b.safetensors', sink =>
    writeSafetensors(
      sink,
      same.map(({ layer, rows, columns, deltas }) => ({
        name: `delta_L${layer}`,
        shape: [rows, columns],
        data: () => deltas,
      })),
    ),
  )
  const rows = same[0]!.labels.map(({ id, category }) => `${JSON.stringify({ pairId: id, category })}\n`)
  writeFileSync(join(folder, 'b.jsonl'), rows.join(''))
})

test.each(['a.npz', 'b.safetensors'])('%s: every layer is measured as if it were alone', async name => {
  const { file } = await openVectorFile(join(folder, name), [])
  const { layers } = await runProbe(file, NO_DRAWS)
  await file.close()
  expect(layers.map(({ layer }) => layer)).toEqual(name === 'a.npz' ? [0, 1, 2, 3, 4] : [0, 2, 4])
  for (const { layer, subsets, similarity } of layers) {
    const alone = measureLayer(LAYERS[layer]!, NO_DRAWS)
    expect(subsets.all.axes).toEqual(alone.subsets.all.axes)
    expect(similarity).toEqual(alone.similarity)
  }
})

test('a layer that cannot be read is told when its turn comes', async () => {
  const { file } = await openVectorFile(join(folder, 'a.npz'), [])
  const done: number[] = []
  const broken = {
    ...file,
    read: (layer: number) => (layer < 2 ? file.read(layer) : Promise.reject(new Error('torn'))),
  }
  const run = runProbe(broken, { ...NO_DRAWS, onLayer: (_, __, layer) => done.push(layer) })
  await expect(run).rejects.toThrow('torn')
  expect(done).toEqual([0, 1])
  await file.close()
})

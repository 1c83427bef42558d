import type { ByteSource } from './byte-source.ts'
import { openNpz } from './npz.ts'
import { recycledMemory } from './recycled-memory.ts'
import { checkLabels, checkLayer, layersOf, parseCategory, subtractInPlace, type VectorFile } from './vector-file.ts'
import { PORTABLE_ZIP_CODEC, type ZipCodec } from './zip-member.ts'

/**
 * Vectors as the paper's released probing tool saves them: per layer k `delta_L{k}` (or `orig_L{k}` and `swap_L{k}`),
 * `categories_L{k}` and `indices_L{k}`.
 */
export async function openVectorNpz(source: ByteSource, codec: ZipCodec = PORTABLE_ZIP_CODEC): Promise<VectorFile> {
  const npz = await openNpz(source, codec)
  const layers = layersOf(source.name, npz.names, /^(?:delta|swap)_L(\d+)$/, 'arrays delta_L0, delta_L1 …')
  const memory = recycledMemory()
  return {
    name: source.name,
    layers,
    release: layer => memory.giveBack(layer.deltas.buffer),
    async read(layer) {
      const where = `${source.name}: layer ${layer}`
      checkLayer(where, layers, layer)
      const categories = await npz.texts(`categories_L${layer}`)
      const ids = npz.names.has(`indices_L${layer}`)
        ? await npz.texts(`indices_L${layer}`)
        : categories.map((_, i) => String(i))
      const delta = npz.names.has(`delta_L${layer}`)
      const matrix = await npz.matrix(delta ? `delta_L${layer}` : `swap_L${layer}`, memory.allocate)
      checkLabels(where, matrix.rows, categories.length)
      checkLabels(where, matrix.rows, ids.length)
      if (!delta) subtractInPlace(matrix.data, (await npz.matrix(`orig_L${layer}`)).data, where)
      const labels = categories.map((text, i) => ({ id: ids[i]!, category: parseCategory(text, where) }))
      return { layer, rows: matrix.rows, columns: matrix.columns, deltas: matrix.data, labels }
    },
  }
}

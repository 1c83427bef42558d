import type { ByteSource } from './byte-source.ts'
import { type NpzFile, openNpz } from './npz.ts'
import { recycledMemory } from './recycled-memory.ts'
import {
  checkLabels,
  checkLayer,
  layersOf,
  type PairLabel,
  parseCategory,
  subtractInPlace,
  type VectorFile,
} from './vector-file.ts'
import { PORTABLE_ZIP_CODEC, type ZipCodec } from './zip-member.ts'

/**
 * Vectors as the paper's released probing tool saves them: per layer k `delta_L{k}` (or `orig_L{k}` and `swap_L{k}`),
 * `categories_L{k}` and `indices_L{k}`.
 */
export async function openVectorNpz(source: ByteSource, codec: ZipCodec = PORTABLE_ZIP_CODEC): Promise<VectorFile> {
  const npz = await openNpz(source, codec)
  const layers = layersOf(source.name, npz.names, /^(?:delta|swap)_L(\d+)$/, 'arrays delta_L0, delta_L1 …')
  const memory = recycledMemory()
  const labelsOf = labelReader(npz)
  return {
    name: source.name,
    layers,
    release: layer => memory.giveBack(layer.deltas.buffer),
    async read(layer, onTransfer) {
      const where = `${source.name}: layer ${layer}`
      checkLayer(where, layers, layer)
      const labels = await labelsOf(layer, where)
      const delta = npz.names.has(`delta_L${layer}`)
      const matrix = await npz.matrix(delta ? `delta_L${layer}` : `swap_L${layer}`, length => {
        onTransfer?.()
        return memory.allocate(length)
      })
      checkLabels(where, matrix.rows, labels.length)
      if (!delta) subtractInPlace(matrix.data, (await npz.matrix(`orig_L${layer}`)).data, where)
      return { layer, rows: matrix.rows, columns: matrix.columns, deltas: matrix.data, labels }
    },
  }
}

/** Labels of a layer; layers whose arrays have the same content, as is usual, share one list. */
function labelReader(npz: NpzFile): (layer: number, where: string) => Promise<readonly PairLabel[]> {
  let last: { readonly fingerprint: string; readonly labels: readonly PairLabel[] } | null = null
  return async (layer, where) => {
    const [categories, indices] = [`categories_L${layer}`, `indices_L${layer}`]
    const numbered = npz.names.has(indices)
    const fingerprint = `${npz.fingerprint(categories)} ${numbered ? npz.fingerprint(indices) : ''}`
    if (last?.fingerprint === fingerprint) return last.labels
    const texts = await npz.texts(categories)
    const ids = numbered ? await npz.texts(indices) : texts.map((_, i) => String(i))
    checkLabels(where, texts.length, ids.length)
    const labels = texts.map((text, i) => ({ id: ids[i]!, category: parseCategory(text, where) }))
    last = { fingerprint, labels }
    return labels
  }
}

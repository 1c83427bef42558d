import type { ByteSource } from './byte-source.ts'
import { recycledMemory } from './recycled-memory.ts'
import { openSafetensors } from './safetensors.ts'
import { checkLabels, checkLayer, layersOf, type PairLabel, subtractInPlace, type VectorFile } from './vector-file.ts'

/**
 * Vectors as safetensors: `layer.{k}.original` and `layer.{k}.swapped`, or `delta_L{k}`.
 *
 * @param labels the sidecar's rows, in the order of the tensors' rows
 */
export async function openVectorSafetensors(source: ByteSource, labels: readonly PairLabel[]): Promise<VectorFile> {
  const file = await openSafetensors(source)
  const layers = layersOf(
    source.name,
    file.tensors.keys(),
    /^(?:layer\.(\d+)\.swapped|delta_L(\d+))$/,
    'tensors layer.0.original and layer.0.swapped, or delta_L0 …',
  )
  const memory = recycledMemory()
  return {
    name: source.name,
    layers,
    release: layer => memory.giveBack(layer.deltas.buffer),
    async read(layer, onTransfer) {
      const where = `${source.name}: layer ${layer}`
      checkLayer(where, layers, layer)
      const delta = file.tensors.has(`delta_L${layer}`)
      const transfer = file.matrix(delta ? `delta_L${layer}` : `layer.${layer}.swapped`, memory.allocate)
      onTransfer?.()
      const matrix = await transfer
      checkLabels(where, matrix.rows, labels.length)
      if (!delta) subtractInPlace(matrix.data, (await file.matrix(`layer.${layer}.original`)).data, where)
      return { layer, rows: matrix.rows, columns: matrix.columns, deltas: matrix.data, labels }
    },
  }
}

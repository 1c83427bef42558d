import type { ByteSink } from './byte-source.ts'

/** A float32 tensor to write; its data is asked for when its turn comes. */
export interface TensorToWrite {
  readonly name: string
  readonly shape: readonly number[]
  data(): Float32Array
}

/**
 * Writes a .safetensors file of float32 tensors, one tensor in memory at a time.
 *
 * @param metadata texts for `__metadata__`
 */
export async function writeSafetensors(
  sink: ByteSink,
  tensors: readonly TensorToWrite[],
  metadata: Readonly<Record<string, string>> = {},
): Promise<void> {
  const header: Record<string, unknown> = { __metadata__: metadata }
  let at = 0
  for (const { name, shape } of tensors) {
    const end = at + 4 * shape.reduce((a, b) => a * b, 1)
    header[name] = { dtype: 'F32', shape, data_offsets: [at, end] }
    at = end
  }
  const bytes = new TextEncoder().encode(JSON.stringify(header))
  const padded = new Uint8Array(8 + Math.ceil(bytes.length / 8) * 8).fill(0x20)
  new DataView(padded.buffer).setBigUint64(0, BigInt(padded.length - 8), true)
  padded.set(bytes, 8)
  await sink.write(padded)
  for (const tensor of tensors) {
    const data = tensor.data()
    await sink.write(new Uint8Array(data.buffer, data.byteOffset, data.byteLength))
  }
}

/** Number formats of stored vectors. */
export type FloatFormat = 'f16' | 'bf16' | 'f32' | 'f64'

/** Vectors in memory: float64 stays float64, everything else becomes float32 (exactly). */
export type FloatArray = Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>

export const FLOAT_BYTES: Readonly<Record<FloatFormat, number>> = { f16: 2, bf16: 2, f32: 4, f64: 8 }

/** All 65,536 values of IEEE half precision. */
function halfTable(): Float32Array {
  const table = new Float32Array(65_536)
  for (let h = 0; h < 65_536; h++) {
    const sign = h & 0x8000 ? -1 : 1
    const exponent = (h >> 10) & 31
    const fraction = h & 1023
    const size =
      exponent === 0
        ? fraction * 2 ** -24
        : exponent === 31
          ? fraction
            ? Number.NaN
            : Number.POSITIVE_INFINITY
          : (1 + fraction / 1024) * 2 ** (exponent - 15)
    table[h] = sign * size
  }
  return table
}

/** Reverses each group of `width` bytes, in place. */
export function swapBytes(bytes: Uint8Array, width: number): void {
  for (let at = 0; at + width <= bytes.length; at += width) bytes.subarray(at, at + width).reverse()
}

/**
 * Raw little- or big-endian numbers → floats. Takes the bytes over: they may be changed, and the result may share them.
 *
 * @param bytes `count × FLOAT_BYTES[format]` bytes
 */
export function decodeFloats(bytes: Uint8Array<ArrayBuffer>, format: FloatFormat, bigEndian = false): FloatArray {
  const width = FLOAT_BYTES[format]
  if (bigEndian) swapBytes(bytes, width)
  const aligned = bytes.byteOffset % width === 0 ? bytes : new Uint8Array(bytes)
  const count = aligned.length / width
  if (format === 'f64') return new Float64Array(aligned.buffer, aligned.byteOffset, count)
  if (format === 'f32') return new Float32Array(aligned.buffer, aligned.byteOffset, count)
  const halves = new Uint16Array(aligned.buffer, aligned.byteOffset, count)
  const floats = new Float32Array(count)
  if (format === 'bf16') {
    const bits = new Uint32Array(floats.buffer)
    for (let i = 0; i < count; i++) bits[i] = halves[i]! << 16
    return floats
  }
  const table = halfTable()
  for (let i = 0; i < count; i++) floats[i] = table[halves[i]!]!
  return floats
}

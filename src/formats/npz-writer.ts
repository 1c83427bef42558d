import { deflateSync } from 'fflate'
import type { ByteSink } from './byte-source.ts'
import { crc32 } from './crc32.ts'

/** An array to write: float32 with a shape, or texts. */
export type NpzArray =
  | { readonly name: string; readonly shape: readonly number[]; readonly data: Float32Array }
  | { readonly name: string; readonly texts: readonly string[] }

/** One .npy file: a float32 array in C order, or a 1-D array of numpy unicode. */
export function encodeNpy(array: NpzArray): Uint8Array {
  const texts = 'texts' in array ? array.texts.map(text => [...text].map(char => char.codePointAt(0)!)) : null
  const width = Math.max(1, ...(texts ?? []).map(points => points.length))
  const shape = 'texts' in array ? [array.texts.length] : array.shape
  const tuple = `(${shape.join(', ')}${shape.length === 1 ? ',' : ''})`
  const descr = texts ? `<U${width}` : '<f4'
  const dictionary = `{'descr': '${descr}', 'fortran_order': False, 'shape': ${tuple}, }`
  const headerLength = Math.ceil((10 + dictionary.length + 1) / 64) * 64
  const dataLength = 4 * shape.reduce((a, b) => a * b, texts ? width : 1)
  const bytes = new Uint8Array(headerLength + dataLength)
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0])
  new DataView(bytes.buffer).setUint16(8, headerLength - 10, true)
  bytes.set(new TextEncoder().encode(`${dictionary.padEnd(headerLength - 11)}\n`), 10)
  if ('data' in array) {
    bytes.set(new Uint8Array(array.data.buffer, array.data.byteOffset, array.data.byteLength), headerLength)
  }
  const codes = new Uint32Array(bytes.buffer, headerLength)
  texts?.forEach((points, i) => {
    codes.set(points, i * width)
  })
  return bytes
}

/** Writes an .npz file (deflate) that numpy reads, one array in memory at a time; each below 4 GiB. */
export async function writeNpz(sink: ByteSink, arrays: Iterable<NpzArray>): Promise<void> {
  const directory: Uint8Array[] = []
  let offset = 0
  for (const array of arrays) {
    const name = new TextEncoder().encode(`${array.name}.npy`)
    const data = encodeNpy(array)
    const packed = deflateSync(data, { level: 6 })
    const common = new Uint8Array(26)
    const view = new DataView(common.buffer)
    view.setUint16(0, 20, true) // version needed
    view.setUint16(2, 0x800, true) // UTF-8 names
    view.setUint16(4, 8, true) // deflate
    view.setUint16(8, 0x21, true) // 1980-01-01: the same bytes whenever it is written
    view.setUint32(10, crc32(data), true)
    view.setUint32(14, packed.length, true)
    view.setUint32(18, data.length, true)
    view.setUint16(22, name.length, true)
    const local = joined([signature(0x04034b50), common, name])
    await sink.write(local)
    await sink.write(packed)
    directory.push(joined([signature(0x02014b50), new Uint8Array([20, 0]), common, centralTail(offset), name]))
    offset += local.length + packed.length
  }
  const records = joined(directory)
  const end = new Uint8Array(22)
  const view = new DataView(end.buffer)
  view.setUint32(0, 0x06054b50, true)
  view.setUint16(8, directory.length, true)
  view.setUint16(10, directory.length, true)
  view.setUint32(12, records.length, true)
  view.setUint32(16, offset, true)
  await sink.write(records)
  await sink.write(end)
}

function signature(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value, true)
  return bytes
}

/** Comment length, disk, attributes (none) and the local header's place. */
function centralTail(offset: number): Uint8Array {
  const bytes = new Uint8Array(14)
  new DataView(bytes.buffer).setUint32(10, offset, true)
  return bytes
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

import { SpatialTunnelError } from '../core/errors.ts'
import type { ByteSource } from './byte-source.ts'

/** A member of a zip archive as its central directory describes it. */
export interface ZipEntry {
  readonly name: string
  /** 0 = stored, 8 = deflate. */
  readonly method: number
  readonly crc32: number
  readonly compressedSize: number
  readonly size: number
  /** Place of the local header. */
  readonly headerOffset: number
}

const END_SIZE = 22
const COMMENT_MAX = 65_535
const DIRECTORY_MAX = 64 * 1024 * 1024
const U32 = 0xffff_ffff

function damaged(source: ByteSource, found: string, expected: string): SpatialTunnelError {
  return new SpatialTunnelError({
    code: 'zip-damaged',
    where: source.name,
    found,
    expected,
    remedy: 'the file is damaged or not a zip archive: copy or write it again',
  })
}

/**
 * Reads the central directory (zip and zip64) from the end of the file.
 *
 * @throws zip-damaged, file-truncated
 */
export async function readZipDirectory(source: ByteSource): Promise<ZipEntry[]> {
  const { count, size, offset } = await readEnd(source)
  if (size > DIRECTORY_MAX || offset + size > source.size) {
    throw damaged(source, `a directory of ${size} bytes at ${offset}`, `one inside a file of ${source.size} bytes`)
  }
  const bytes = await source.read(offset, size)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const entries: ZipEntry[] = []
  const names = new Set<string>()
  for (let at = 0; at < size; ) {
    if (at + 46 > size || view.getUint32(at, true) !== 0x02014b50) {
      throw damaged(source, `no directory entry at byte ${offset + at}`, `entry ${entries.length + 1} of ${count}`)
    }
    const length = 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    if (at + length > size) throw damaged(source, 'a directory entry that is cut short', 'a whole directory')
    const entry = readEntry(source, view, bytes, at)
    if (names.has(entry.name)) throw damaged(source, `two members named ${entry.name}`, 'one member a name')
    names.add(entry.name)
    entries.push(entry)
    at += length
  }
  if (entries.length !== count) throw damaged(source, `${entries.length} members`, `${count} members`)
  return entries
}

/** End-of-directory record, or zip64's when the old one is full. */
async function readEnd(source: ByteSource): Promise<{ count: number; size: number; offset: number }> {
  const tailLength = Math.min(source.size, END_SIZE + COMMENT_MAX)
  const tail = await source.read(source.size - tailLength, tailLength)
  const view = new DataView(tail.buffer, tail.byteOffset, tail.length)
  let at = tailLength - END_SIZE
  while (at >= 0 && view.getUint32(at, true) !== 0x06054b50) at--
  if (at < 0) throw damaged(source, 'no zip directory at the end of the file', 'a zip archive')
  const end = {
    count: view.getUint16(at + 10, true),
    size: view.getUint32(at + 12, true),
    offset: view.getUint32(at + 16, true),
  }
  if (end.count !== 0xffff && end.size !== U32 && end.offset !== U32) return end
  if (at < 20 || view.getUint32(at - 20, true) !== 0x07064b50)
    throw damaged(source, 'no zip64 locator', 'a zip archive')
  const record = await source.read(Number(view.getBigUint64(at - 12, true)), 56)
  const wide = new DataView(record.buffer, record.byteOffset, record.length)
  if (wide.getUint32(0, true) !== 0x06064b50) throw damaged(source, 'no zip64 record', 'a zip archive')
  return {
    count: Number(wide.getBigUint64(32, true)),
    size: Number(wide.getBigUint64(40, true)),
    offset: Number(wide.getBigUint64(48, true)),
  }
}

function readEntry(source: ByteSource, view: DataView, bytes: Uint8Array, at: number): ZipEntry {
  const nameLength = view.getUint16(at + 28, true)
  const extraLength = view.getUint16(at + 30, true)
  const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))
  if (view.getUint16(at + 8, true) & 1) throw damaged(source, `${name} encrypted`, 'a member without a password')
  const wide = wideSizes(view, at + 46 + nameLength, extraLength)
  const take = (offset: number): number => {
    const value = view.getUint32(at + offset, true)
    return value === U32 ? (wide.shift() ?? value) : value
  }
  // Zip64 lists only the fields that are full, in this order.
  const size = take(24)
  const compressedSize = take(20)
  const headerOffset = take(42)
  const method = view.getUint16(at + 10, true)
  if (method !== 0 && method !== 8) {
    throw damaged(source, `${name} compressed by method ${method}`, 'stored or deflate')
  }
  return { name, method, crc32: view.getUint32(at + 16, true), compressedSize, size, headerOffset }
}

/** The 64-bit numbers of the zip64 extra field. */
function wideSizes(view: DataView, start: number, length: number): number[] {
  for (let at = start; at + 4 <= start + length; ) {
    const size = view.getUint16(at + 2, true)
    if (view.getUint16(at, true) === 1) {
      const values: number[] = []
      for (let p = at + 4; p + 8 <= Math.min(at + 4 + size, start + length); p += 8) {
        values.push(Number(view.getBigUint64(p, true)))
      }
      return values
    }
    at += 4 + size
  }
  return []
}

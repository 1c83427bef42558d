import { Inflate } from 'fflate'
import { SpatialTunnelError } from '../core/errors.ts'
import { type ByteSource, checkRange } from './byte-source.ts'
import { crc32 } from './crc32.ts'
import type { ZipEntry } from './zip-directory.ts'

/** What unpacks and sums a member's bytes; Node passes zlib's, which works beside the main thread. */
export interface ZipCodec {
  /** Unpacks raw deflate data; must stop with an error as soon as more than `into.length` bytes come out. Returns the bytes written. */
  inflateRaw(chunks: AsyncIterable<Uint8Array>, into: Uint8Array): Promise<number>
  crc32(bytes: Uint8Array): number
}

/** Runs anywhere (fflate). */
export const PORTABLE_ZIP_CODEC: ZipCodec = {
  crc32: bytes => crc32(bytes),
  async inflateRaw(chunks, into) {
    let length = 0
    const inflate = new Inflate(part => {
      if (length + part.length > into.length) throw new RangeError('more data than the directory announces')
      into.set(part, length)
      length += part.length
    })
    for await (const chunk of chunks) inflate.push(chunk, false)
    inflate.push(new Uint8Array(0), true)
    return length
  },
}

/** Gives memory of a length; its content may be anything. */
export type Allocate = (length: number) => Uint8Array<ArrayBuffer>
const freshBytes: Allocate = length => new Uint8Array(length)

export interface MemberLimits {
  /** Largest member that is unpacked, bytes. */
  readonly maxBytes: number
}
export const MEMBER_LIMITS_DEFAULTS: MemberLimits = { maxBytes: 3 * 2 ** 30 }

/** Deflate cannot do better than 1 : 1,032. */
const MAX_RATIO = 1040
const CHUNK = 1 << 20

/**
 * A whole member, unpacked and checked. No more memory is taken than the member's own size: packed data passes in pieces.
 *
 * @throws zip-bomb, zip-damaged, file-truncated
 */
export async function readZipMember(
  source: ByteSource,
  entry: ZipEntry,
  codec: ZipCodec = PORTABLE_ZIP_CODEC,
  limits: MemberLimits = MEMBER_LIMITS_DEFAULTS,
  allocate: Allocate = freshBytes,
): Promise<Uint8Array<ArrayBuffer>> {
  const where = `${source.name}: ${entry.name}`
  if (entry.size > limits.maxBytes || entry.size > entry.compressedSize * MAX_RATIO + 1024) {
    throw new SpatialTunnelError({
      code: 'zip-bomb',
      where,
      found: `${entry.compressedSize} bytes that announce ${entry.size}`,
      expected: `at most ${limits.maxBytes} bytes, and no more than deflate can pack`,
      remedy: 'this file was not written by numpy: do not trust it',
    })
  }
  const start = await dataStart(source, entry)
  // Sizes are only announced: no memory for what the file cannot hold.
  checkRange(source, start, entry.compressedSize)
  const bytes =
    entry.method === 0
      ? await readStored(source, entry, start, allocate)
      : await readDeflated(source, entry, start, codec, allocate)
  if (codec.crc32(bytes) !== entry.crc32) throw broken(where, 'a wrong checksum')
  return bytes
}

/** The first bytes of a member (its npy header), without unpacking the rest. */
export async function readZipMemberStart(source: ByteSource, entry: ZipEntry, length: number): Promise<Uint8Array> {
  const start = await dataStart(source, entry)
  if (entry.method === 0) return source.read(start, Math.min(length, entry.compressedSize))
  const packed = await source.read(start, Math.min(entry.compressedSize, length + 4096))
  const parts: Uint8Array[] = []
  try {
    new Inflate(part => {
      parts.push(part)
    }).push(packed, packed.length === entry.compressedSize)
  } catch (cause) {
    throw broken(`${source.name}: ${entry.name}`, 'damaged deflate data', cause)
  }
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined.subarray(0, length)
}

async function dataStart(source: ByteSource, entry: ZipEntry): Promise<number> {
  const header = await source.read(entry.headerOffset, 30)
  const view = new DataView(header.buffer, header.byteOffset, 30)
  if (view.getUint32(0, true) !== 0x04034b50) throw broken(`${source.name}: ${entry.name}`, 'no local header')
  return entry.headerOffset + 30 + view.getUint16(26, true) + view.getUint16(28, true)
}

async function readStored(
  source: ByteSource,
  entry: ZipEntry,
  start: number,
  allocate: Allocate,
): Promise<Uint8Array<ArrayBuffer>> {
  if (entry.size !== entry.compressedSize) throw broken(`${source.name}: ${entry.name}`, 'two different sizes')
  return source.read(start, entry.size, allocate(entry.size))
}

async function readDeflated(
  source: ByteSource,
  entry: ZipEntry,
  start: number,
  codec: ZipCodec,
  allocate: Allocate,
): Promise<Uint8Array<ArrayBuffer>> {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < entry.compressedSize; at += CHUNK) {
      yield await source.read(start + at, Math.min(CHUNK, entry.compressedSize - at))
    }
  }
  const into = allocate(entry.size)
  let length: number
  try {
    length = await codec.inflateRaw(chunks(), into)
  } catch (cause) {
    if (cause instanceof SpatialTunnelError) throw cause
    throw broken(`${source.name}: ${entry.name}`, 'damaged deflate data', cause)
  }
  if (length !== entry.size) {
    throw broken(`${source.name}: ${entry.name}`, `${length} unpacked bytes where the directory says ${entry.size}`)
  }
  return into
}

function broken(where: string, found: string, cause?: unknown): SpatialTunnelError {
  return new SpatialTunnelError({
    code: 'zip-damaged',
    where,
    found,
    expected: 'a whole member',
    remedy: 'the file is damaged: copy or write it again',
    cause,
  })
}

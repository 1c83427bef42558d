import { SpatialTunnelError } from '../core/errors.ts'

/** Bytes that can be read at any place: an open file in Node, a dropped file in the browser, an array in tests. */
export interface ByteSource {
  /** Name for messages. */
  readonly name: string
  /** Length in bytes. */
  readonly size: number
  /**
   * Exactly `length` bytes from `position`; throws `file-truncated` when the source ends before.
   *
   * @param into memory of that length to use, if the source can: fresh memory costs more than reading
   */
  read(position: number, length: number, into?: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>
}

/** Where bytes go, in order. */
export interface ByteSink {
  write(bytes: Uint8Array): Promise<void>
}

/** Throws `file-truncated` unless `[position, position + length)` lies inside the source. */
export function checkRange(source: ByteSource, position: number, length: number): void {
  if (position >= 0 && length >= 0 && position + length <= source.size) return
  throw new SpatialTunnelError({
    code: 'file-truncated',
    where: source.name,
    found: `a file of ${source.size} bytes`,
    expected: `${length} bytes at ${position}`,
    remedy: 'the file is damaged or its transfer was cut short: copy it again',
  })
}

/** The part of `Blob` that is needed (the pure folders know no DOM). */
interface BlobLike {
  readonly size: number
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> }
}

/** A dropped or chosen file of the browser; nothing is uploaded, nothing is read before it is asked for. */
export function blobSource(blob: BlobLike, name: string): ByteSource {
  const source: ByteSource = {
    name,
    size: blob.size,
    async read(position, length) {
      checkRange(source, position, length)
      return new Uint8Array(await blob.slice(position, position + length).arrayBuffer())
    },
  }
  return source
}

/** Bytes in memory. */
export function bytesSource(bytes: Uint8Array, name: string): ByteSource {
  const source: ByteSource = {
    name,
    size: bytes.length,
    async read(position, length) {
      checkRange(source, position, length)
      return new Uint8Array(bytes.subarray(position, position + length)) // a copy, of a Buffer too
    },
  }
  return source
}

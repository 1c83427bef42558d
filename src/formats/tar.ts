import { SpatialTunnelError } from '../core/errors.ts'

/**
 * Tar archives (POSIX ustar): a 512-byte header a file, its bytes filled up to 512, two empty blocks at the end. Times,
 * owners and modes are fixed, so that equal files give equal archives.
 */
export const TAR_BLOCK = 512
/** ustar keeps 100 bytes of name (more would need its prefix field) and 11 octal digits of size. */
const MAX_NAME_BYTES = 100
const MAX_SIZE = 8 ** 11 - 1

/** The bytes that a file takes in an archive. */
export const tarEntrySize = (byteLength: number): number => TAR_BLOCK + Math.ceil(byteLength / TAR_BLOCK) * TAR_BLOCK

export const tarEnd = (): Uint8Array<ArrayBuffer> => new Uint8Array(2 * TAR_BLOCK)

/**
 * One file, header and filling included.
 *
 * @throws SpatialTunnelError `tar-name-too-long`, `tar-file-too-large`
 */
export function tarEntry(name: string, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const entry = new Uint8Array(tarEntrySize(bytes.byteLength))
  entry.set(header(name, bytes.byteLength))
  entry.set(bytes, TAR_BLOCK)
  return entry
}

function putAscii(block: Uint8Array, offset: number, text: string): void {
  for (let i = 0; i < text.length; i++) block[offset + i] = text.charCodeAt(i)
}

/** What every header says: mode, owner, time, a file; spaces where the checksum comes. */
const TEMPLATE: Readonly<Uint8Array> = (() => {
  const block = new Uint8Array(TAR_BLOCK)
  putAscii(block, 100, '0000644\0')
  putAscii(block, 108, '0000000\0')
  putAscii(block, 116, '0000000\0')
  putAscii(block, 136, '00000000000\0')
  putAscii(block, 148, '        ')
  putAscii(block, 156, '0')
  putAscii(block, 257, 'ustar\x0000')
  return block
})()

const UTF8 = new TextEncoder()

function header(name: string, size: number): Uint8Array {
  const nameBytes = UTF8.encode(name)
  if (nameBytes.byteLength > MAX_NAME_BYTES) {
    const expected = `at most ${MAX_NAME_BYTES} bytes`
    throw new SpatialTunnelError({ code: 'tar-name-too-long', where: name, found: `${nameBytes.byteLength}`, expected })
  }
  if (size > MAX_SIZE) {
    throw new SpatialTunnelError({ code: 'tar-file-too-large', where: name, found: `${size} bytes`, expected: '8 GB' })
  }
  const block = Uint8Array.from(TEMPLATE)
  block.set(nameBytes)
  putAscii(block, 124, size.toString(8).padStart(11, '0'))
  let checksum = 0
  for (const byte of block) checksum += byte
  putAscii(block, 148, `${checksum.toString(8).padStart(6, '0')}\0 `)
  return block
}

export interface TarFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/**
 * A file's header: its name and length.
 *
 * @param where for messages
 * @throws SpatialTunnelError `tar-damaged`
 */
export function readTarHeader(block: Uint8Array, where: string): { readonly name: string; readonly size: number } {
  const text = (from: number, length: number): string => {
    const bytes = block.subarray(from, from + length)
    const end = bytes.indexOf(0)
    return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end))
  }
  const size = Number.parseInt(text(124, 12), 8)
  const stated = Number.parseInt(text(148, 8), 8)
  let sum = 8 * 32
  for (let k = 0; k < TAR_BLOCK; k++) if (k < 148 || k >= 156) sum += block[k]!
  if (size >= 0 && stated === sum) return { name: text(0, 100), size }
  throw new SpatialTunnelError({
    code: 'tar-damaged',
    kind: 'data',
    where,
    found: 'a header with a wrong checksum',
    expected: 'a ustar header and its file',
  })
}

/**
 * The files of an archive as `tarEntry` writes them.
 *
 * @throws SpatialTunnelError `tar-damaged`
 */
export function readTar(archive: Uint8Array): TarFile[] {
  const files: TarFile[] = []
  for (let at = 0; at + TAR_BLOCK <= archive.byteLength && archive[at] !== 0; ) {
    const { name, size } = readTarHeader(archive.subarray(at, at + TAR_BLOCK), `byte ${at}`)
    const end = at + TAR_BLOCK + size
    if (end > archive.byteLength) {
      throw new SpatialTunnelError({
        code: 'tar-damaged',
        kind: 'data',
        where: `byte ${at}`,
        found: 'a file that ends too early',
        expected: `${size} bytes of ${name}`,
      })
    }
    files.push({ name, bytes: archive.subarray(at + TAR_BLOCK, end) })
    at += tarEntrySize(size)
  }
  return files
}

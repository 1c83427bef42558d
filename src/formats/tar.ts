import { SpatialTunnelError } from '../core/errors.ts'

/**
 * Tar archives (POSIX ustar): a 512-byte header a file, its bytes filled up to 512, two empty blocks at the end. Times,
 * owners and modes are fixed, so that equal files give equal archives.
 */
const BLOCK = 512
/** ustar keeps 100 bytes of name (more would need its prefix field) and 11 octal digits of size. */
const MAX_NAME_BYTES = 100
const MAX_SIZE = 8 ** 11 - 1

/** The bytes that a file takes in an archive. */
export const tarEntrySize = (byteLength: number): number => BLOCK + Math.ceil(byteLength / BLOCK) * BLOCK

export const tarEnd = (): Uint8Array<ArrayBuffer> => new Uint8Array(2 * BLOCK)

/**
 * One file, header and filling included.
 *
 * @throws SpatialTunnelError `tar-name-too-long`, `tar-file-too-large`
 */
export function tarEntry(name: string, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const entry = new Uint8Array(tarEntrySize(bytes.byteLength))
  entry.set(header(name, bytes.byteLength))
  entry.set(bytes, BLOCK)
  return entry
}

function header(name: string, size: number): Uint8Array {
  const nameBytes = new TextEncoder().encode(name)
  if (nameBytes.byteLength > MAX_NAME_BYTES) {
    const expected = `at most ${MAX_NAME_BYTES} bytes`
    throw new SpatialTunnelError({ code: 'tar-name-too-long', where: name, found: `${nameBytes.byteLength}`, expected })
  }
  if (size > MAX_SIZE) {
    throw new SpatialTunnelError({ code: 'tar-file-too-large', where: name, found: `${size} bytes`, expected: '8 GB' })
  }
  const block = new Uint8Array(BLOCK)
  const put = (offset: number, text: string) => block.set(new TextEncoder().encode(text), offset)
  block.set(nameBytes)
  put(100, '0000644\0')
  put(108, '0000000\0')
  put(116, '0000000\0')
  put(124, `${size.toString(8).padStart(11, '0')}\0`)
  put(136, '00000000000\0')
  put(148, '        ')
  put(156, '0')
  put(257, 'ustar\x0000')
  const checksum = block.reduce((sum, byte) => sum + byte, 0)
  put(148, `${checksum.toString(8).padStart(6, '0')}\0 `)
  return block
}

export interface TarFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/**
 * The files of an archive as `tarEntry` writes them.
 *
 * @throws SpatialTunnelError `tar-damaged`
 */
export function readTar(archive: Uint8Array): TarFile[] {
  const files: TarFile[] = []
  for (let at = 0; at + BLOCK <= archive.byteLength && archive[at] !== 0; ) {
    const block = archive.subarray(at, at + BLOCK)
    const text = (from: number, length: number) =>
      new TextDecoder().decode(block.subarray(from, from + length)).replace(/\0.*$/s, '')
    const size = Number.parseInt(text(124, 12), 8)
    const stated = Number.parseInt(text(148, 8), 8)
    const sum = block.reduce((total, byte, k) => total + (k >= 148 && k < 156 ? 32 : byte), 0)
    const end = at + BLOCK + size
    if (!(size >= 0) || stated !== sum || end > archive.byteLength) {
      throw new SpatialTunnelError({
        code: 'tar-damaged',
        where: `byte ${at}`,
        found: stated === sum ? 'a file that ends too early' : 'a header with a wrong checksum',
        expected: 'a ustar header and its file',
      })
    }
    files.push({ name: text(0, 100), bytes: archive.subarray(at + BLOCK, end) })
    at += tarEntrySize(size)
  }
  return files
}

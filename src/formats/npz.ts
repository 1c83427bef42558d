import { SpatialTunnelError } from '../core/errors.ts'
import type { ByteSource } from './byte-source.ts'
import { decodeNpyMatrix, decodeNpyTexts, type Matrix, type NpyHeader, parseNpyHeader } from './npy.ts'
import { readZipDirectory } from './zip-directory.ts'
import {
  type Allocate,
  MEMBER_LIMITS_DEFAULTS,
  PORTABLE_ZIP_CODEC,
  readZipMember,
  readZipMemberStart,
  type ZipCodec,
} from './zip-member.ts'

/** An open .npz file (`numpy.savez`, `savez_compressed`): arrays are read one by one, when asked for. */
export interface NpzFile {
  readonly name: string
  /** Array names, without `.npy`. */
  readonly names: ReadonlySet<string>
  header(array: string): Promise<NpyHeader>
  /** A matrix of floats. */
  matrix(array: string, allocate?: Allocate): Promise<Matrix>
  /** Labels or whole numbers as texts. */
  texts(array: string): Promise<string[]>
  /** The same for arrays with the same content, by checksum and size. */
  fingerprint(array: string): string
}

const HEADER_BYTES = 4096

/**
 * Opens an .npz file by its directory.
 *
 * @throws zip-damaged, zip-bomb, npy-invalid, npy-pickle, npz-missing-array, file-truncated
 */
export async function openNpz(source: ByteSource, codec: ZipCodec = PORTABLE_ZIP_CODEC): Promise<NpzFile> {
  const entries = new Map(
    (await readZipDirectory(source))
      .filter(entry => entry.name.endsWith('.npy'))
      .map(entry => [entry.name.slice(0, -4), entry]),
  )
  const entryOf = (array: string) => {
    const entry = entries.get(array)
    if (entry) return entry
    throw new SpatialTunnelError({
      code: 'npz-missing-array',
      where: source.name,
      found: `no array ${array}`,
      expected: `${array} beside ${[...entries.keys()].slice(0, 6).join(', ')}`,
      remedy: 'write the file with the released probing tool or with our Python file',
    })
  }
  const header = async (array: string): Promise<NpyHeader> =>
    parseNpyHeader(await readZipMemberStart(source, entryOf(array), HEADER_BYTES), `${source.name}: ${array}`)
  return {
    name: source.name,
    names: new Set(entries.keys()),
    header,
    async matrix(array, allocate) {
      await header(array) // refuses a pickle before anything large is unpacked
      const bytes = await readZipMember(source, entryOf(array), codec, MEMBER_LIMITS_DEFAULTS, allocate)
      return decodeNpyMatrix(bytes, `${source.name}: ${array}`)
    },
    fingerprint(array) {
      const { crc32, size } = entryOf(array)
      return `${crc32} ${size}`
    },
    async texts(array) {
      await header(array)
      return decodeNpyTexts(await readZipMember(source, entryOf(array), codec), `${source.name}: ${array}`)
    },
  }
}

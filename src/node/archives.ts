import { SpatialTunnelError } from '../core/errors.ts'
import { readAhead } from '../formats/read-ahead.ts'
import { readTarDirectory, type TarSpan } from '../formats/tar-directory.ts'
import { type FileSource, openFileSource } from './file-source.ts'

/** Archives whose directories are kept; rows in suite order need one. */
const KEPT_ARCHIVES = 8
/** Read at once from an archive: some pictures of usual size, or hundreds of small ones. */
const PIECE_BYTES = 1 << 20
/** Up to here an archive's headers lie so close that reading all of it costs less than going from one to the next. */
const SMALL_ARCHIVE_BYTES = 1 << 26
const HEADER_BYTES = 512

/** Reads members of tar archives; keeps the directories of the last few, and no file open: nothing to close. */
export class Archives {
  private readonly opened = new Map<string, Promise<OpenArchive>>()

  /**
   * @param version changes when the archive does, where that may happen
   * @throws SpatialTunnelError `file-unreadable`, `tar-damaged`, `file-missing` without such a member
   */
  async span(path: string, name: string, version = ''): Promise<TarSpan> {
    const { spans } = await this.open(path, version)
    return spans.get(name) ?? missing(path, name)
  }

  /** A member's bytes, to read only. */
  async read(path: string, name: string): Promise<Uint8Array> {
    const { spans, pieces } = await this.open(path, '')
    const { position, length } = spans.get(name) ?? missing(path, name)
    return pieces.read(position, length)
  }

  private open(path: string, version: string): Promise<OpenArchive> {
    const key = `${path}\0${version}`
    const archive = this.opened.get(key) ?? openArchive(path)
    this.opened.delete(key)
    this.opened.set(key, archive)
    if (this.opened.size > KEPT_ARCHIVES) this.opened.delete(this.opened.keys().next().value!)
    archive.catch(() => this.opened.delete(key))
    return archive
  }
}

interface OpenArchive {
  readonly spans: ReadonlyMap<string, TarSpan>
  /** Its bytes, read ahead. */
  readonly pieces: Pick<FileSource, 'read'>
}

async function openArchive(path: string): Promise<OpenArchive> {
  const [size, spans] = await withSource(path, async source => {
    const piece = source.size <= SMALL_ARCHIVE_BYTES ? PIECE_BYTES : HEADER_BYTES
    return [source.size, await readTarDirectory(readAhead(source, piece))]
  })
  const read: FileSource['read'] = (position, length) => withSource(path, source => source.read(position, length))
  return { spans, pieces: readAhead({ name: path, size, read }, PIECE_BYTES) }
}

async function withSource<T>(path: string, use: (source: FileSource) => Promise<T>): Promise<T> {
  const source = await openFileSource(path)
  try {
    return await use(source)
  } finally {
    await source.close()
  }
}

function missing(archive: string, name: string): never {
  throw new SpatialTunnelError({
    code: 'file-missing',
    kind: 'data',
    where: archive,
    found: `no file ${name}`,
    expected: 'the file that the dataset’s rows name',
    remedy: 'check the folder with `spatialtunnel validate`',
  })
}

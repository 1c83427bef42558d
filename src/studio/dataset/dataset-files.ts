import { archiveMember } from '../../core/dataset.ts'
import { SpatialTunnelError } from '../../core/errors.ts'
import { blobSource } from '../../formats/byte-source.ts'
import { readAhead } from '../../formats/read-ahead.ts'
import { readTarDirectory, type TarSpan } from '../../formats/tar-directory.ts'
import { readZipDirectory } from '../../formats/zip-directory.ts'
import { MEMBER_LIMITS_DEFAULTS, PORTABLE_ZIP_CODEC, readZipMember } from '../../formats/zip-member.ts'

/** The files of a dataset folder, wherever it lies; read one by one, when they are asked for. */
export interface DatasetFiles {
  /** What the person called it. */
  readonly name: string
  readonly kind: 'folder' | 'zip' | 'server'
  /** @throws SpatialTunnelError `file-missing`, or what the archive says */
  read(path: string): Promise<Blob>
}

/** A file and its path below what was chosen or dropped. */
export interface PathFile {
  readonly path: string
  readonly file: File
}

/** No member of a dataset is larger. */
const LARGEST_MEMBER_BYTES = 512 * 2 ** 20

/** A folder that was chosen or dropped; the dataset may lie in a folder of it. */
export function folderFiles(files: readonly PathFile[]): DatasetFiles {
  const root = rootOf(files.map(({ path }) => path))
  const byPath = new Map(files.map(({ path, file }) => [path, file]))
  return withArchives({
    name: root.replace(/\/$/, '').split('/').pop() || 'folder',
    kind: 'folder',
    read: async path => byPath.get(root + path) ?? missing(root + path),
  })
}

/** An archive: its directory is read at once, its members when they are asked for. */
export async function zipFiles(file: File): Promise<DatasetFiles> {
  const source = blobSource(file, file.name)
  const entries = await readZipDirectory(source)
  const root = rootOf(entries.map(({ name }) => name))
  const byPath = new Map(entries.map(entry => [entry.name, entry]))
  const limits = { ...MEMBER_LIMITS_DEFAULTS, maxBytes: LARGEST_MEMBER_BYTES }
  return withArchives({
    name: file.name,
    kind: 'zip',
    read: async path => {
      const entry = byPath.get(root + path) ?? missing(`${file.name}: ${root + path}`)
      return new Blob([await readZipMember(source, entry, PORTABLE_ZIP_CODEC, limits)], { type: typeOf(path) })
    },
  })
}

/** An archive of a dataset and where its members lie. */
interface OpenArchive {
  readonly blob: Blob
  readonly spans: ReadonlyMap<string, TarSpan>
}

/** Archives that are kept open; scenes that are looked at lie in few. */
const KEPT_ARCHIVES = 4
/** Read at once while an archive's headers are looked through. */
const PIECE_BYTES = 1 << 16

/** Reads members of the dataset's archives as if they were files. */
function withArchives(files: DatasetFiles): DatasetFiles {
  const archives = new Map<string, Promise<OpenArchive>>()
  const open = async (path: string): Promise<OpenArchive> => {
    const blob = await files.read(path)
    return { blob, spans: await readTarDirectory(readAhead(blobSource(blob, path), PIECE_BYTES)) }
  }
  return {
    ...files,
    read: async path => {
      const member = archiveMember(path)
      if (!member) return files.read(path)
      const opened = archives.get(member.archive) ?? open(member.archive)
      archives.delete(member.archive)
      archives.set(member.archive, opened)
      if (archives.size > KEPT_ARCHIVES) archives.delete(archives.keys().next().value!)
      const { blob, spans } = await opened
      const { position, length } = spans.get(member.name) ?? missing(`${files.name}: ${path}`)
      return blob.slice(position, position + length, typeOf(path))
    },
  }
}

/** A folder that `spatialtunnel studio DIR` serves beside the page; the server reads members of archives itself. */
export const serverFiles = (name: string, url: string): DatasetFiles => ({
  name,
  kind: 'server',
  read: async path => {
    const response = await fetch(url + path.split('/').map(encodeURIComponent).join('/'))
    return response.ok ? response.blob() : missing(`${name}/${path}`)
  },
})

/** The folder that `dataset.json` lies in, nearest to the top, with its slash; the top itself without one. */
function rootOf(paths: readonly string[]): string {
  const roots = paths.filter(path => /(^|\/)dataset\.json$/.test(path)).map(path => path.replace(/dataset\.json$/, ''))
  return roots.sort((a, b) => a.length - b.length)[0] ?? ''
}

const typeOf = (path: string): string => (path.endsWith('.png') ? 'image/png' : 'text/plain')

function missing(where: string): never {
  throw new SpatialTunnelError({
    code: 'file-missing',
    kind: 'data',
    where,
    found: 'no such file',
    expected: 'the file that the dataset’s rows name',
    remedy: 'check the folder with `spatialtunnel validate`',
  })
}

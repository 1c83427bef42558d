import { randomUUID } from 'node:crypto'
import { createWriteStream, type WriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { finished } from 'node:stream/promises'
import { SpatialTunnelError } from '../../core/errors.ts'

/** A folder that is being filled. */
export interface OutputFolder {
  write(path: string, data: string | Uint8Array): Promise<void>
  /** A file that is written piece by piece. */
  stream(path: string): Promise<OutputFile>
  /** Lends a path for a file that is gone afterwards. */
  withScratch<T>(use: (path: string) => Promise<T>): Promise<T>
}

export interface OutputFile {
  /** Waits while the disk is behind. */
  write(data: string | Uint8Array): Promise<void>
  close(): Promise<void>
  readonly byteLength: number
}

export interface WrittenFiles {
  readonly count: number
  /** Paths in the folder, sorted: those that were begun first, since there may be a million. */
  readonly files: readonly string[]
}

/** So many files are named. */
const NAMED_FILES = 1000

/**
 * Fills a folder beside its place and renames it when it is whole: a folder that is there is a finished one.
 *
 * @throws SpatialTunnelError `out-exists` when there is something at its place already
 */
export async function fillFolder(out: string, fill: (folder: OutputFolder) => Promise<void>): Promise<WrittenFiles> {
  await refuseExisting(out)
  const beside = join(dirname(out), `.${basename(out)}.${randomUUID().slice(0, 8)}.tmp`)
  const files: string[] = []
  let count = 0
  const begin = async (path: string): Promise<string> => {
    if (++count <= NAMED_FILES) files.push(path)
    const place = join(beside, path)
    await mkdir(dirname(place), { recursive: true })
    return place
  }
  try {
    await mkdir(beside, { recursive: true })
    await fill({
      write: async (path, data) => writeFile(await begin(path), data),
      stream: async path => openOutputFile(await begin(path)),
      withScratch: async use => {
        const path = join(beside, `.${randomUUID()}`)
        const result = await use(path)
        await rm(path, { force: true })
        return result
      },
    })
    await rename(beside, out)
    return { count, files: files.sort() }
  } catch (error) {
    await rm(beside, { recursive: true, force: true })
    throw error
  }
}

async function refuseExisting(out: string): Promise<void> {
  const there = await readdir(out).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? null : ['a file'],
  )
  if (there === null) return
  if (there.length === 0) return rm(out, { recursive: true })
  throw new SpatialTunnelError({
    code: 'out-exists',
    where: out,
    found: `${there.length} entries`,
    expected: 'a new folder',
    remedy: 'choose another --out or take this one away',
  })
}

/** Writes a file beside its place, piece by piece, and renames it on closing. */
export async function fillFile(out: string, fill: (file: OutputFile) => Promise<void>): Promise<WrittenFiles> {
  await mkdir(dirname(out), { recursive: true })
  const beside = join(dirname(out), `.${basename(out)}.${randomUUID().slice(0, 8)}.tmp`)
  try {
    const file = openOutputFile(beside)
    await fill(file)
    await file.close()
    await rename(beside, out)
    return { count: 1, files: [''] }
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}

function openOutputFile(path: string): OutputFile {
  const stream = createWriteStream(path)
  const failed = new Promise<never>((_, reject) => stream.once('error', reject))
  failed.catch(() => {})
  return {
    write: data => (stream.write(data) ? Promise.resolve() : Promise.race([drained(stream), failed])),
    close: async () => {
      stream.end()
      await finished(stream)
    },
    get byteLength() {
      return stream.bytesWritten + stream.writableLength
    },
  }
}

/** Texts with a separator between them, such as the items of a JSON array. */
export function separated(file: OutputFile, separator: string): (text: string) => Promise<void> {
  let before = ''
  return async text => {
    await file.write(before + text)
    before = separator
  }
}

const drained = (stream: WriteStream): Promise<void> => new Promise(resolve => stream.once('drain', () => resolve()))

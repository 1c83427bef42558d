import { randomUUID } from 'node:crypto'
import { createWriteStream, type WriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { finished } from 'node:stream/promises'
import { SpatialTunnelError } from '../../core/errors.ts'

/** A folder that is being filled. */
export interface OutputFolder {
  write(path: string, data: string | Uint8Array): Promise<void>
  /** A file that is written piece by piece. */
  stream(path: string): Promise<OutputFile>
}

export interface OutputFile {
  /** Waits while the disk is behind. */
  write(data: string | Uint8Array): Promise<void>
  close(): Promise<void>
  readonly byteLength: number
}

/**
 * Fills a folder beside its place and renames it when it is whole: a folder that is there is a finished one.
 *
 * @returns the files' paths in it, sorted
 * @throws SpatialTunnelError `out-exists` when there is something at its place already
 */
export async function fillFolder(out: string, fill: (folder: OutputFolder) => Promise<void>): Promise<string[]> {
  await refuseExisting(out)
  const beside = join(dirname(out), `.${basename(out)}.${randomUUID().slice(0, 8)}.tmp`)
  try {
    await mkdir(beside, { recursive: true })
    await fill({
      write: async (path, data) => {
        await mkdir(dirname(join(beside, path)), { recursive: true })
        await writeFile(join(beside, path), data)
      },
      stream: async path => {
        await mkdir(dirname(join(beside, path)), { recursive: true })
        return openOutputFile(join(beside, path))
      },
    })
    const files = await readdir(beside, { recursive: true, withFileTypes: true })
    await rename(beside, out)
    return files
      .filter(file => file.isFile())
      .map(file => relative(beside, join(file.parentPath, file.name)))
      .sort()
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
export async function fillFile(out: string, fill: (file: OutputFile) => Promise<void>): Promise<void> {
  await mkdir(dirname(out), { recursive: true })
  const beside = join(dirname(out), `.${basename(out)}.${randomUUID().slice(0, 8)}.tmp`)
  try {
    const file = openOutputFile(beside)
    await fill(file)
    await file.close()
    await rename(beside, out)
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

const drained = (stream: WriteStream): Promise<void> => new Promise(resolve => stream.once('drain', () => resolve()))

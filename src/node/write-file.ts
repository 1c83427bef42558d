import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolder } from './make-folder.ts'
import { syncNames } from './sync-names.ts'

export interface WriteFileOptions {
  /**
   * Force the bytes to the disk before the rename, and the rename behind it, so that even a power cut leaves the old
   * file or the new one. Off for the pictures of a run: there a checksum in the journal finds what was lost.
   */
  readonly sync: boolean
}

export const WRITE_FILE_DEFAULTS: WriteFileOptions = { sync: true }

/**
 * Writes a whole file beside its place and renames it: nobody ever sees half of it, and a failed write leaves what
 * was there before.
 *
 * @throws the system's error (`ENOSPC`, `EACCES` …), after taking away what was written
 */
export async function writeFileAtomic(
  path: string,
  data: Uint8Array | string,
  options: Partial<WriteFileOptions> = {},
): Promise<void> {
  await writeAtomically(path, file => file.writeFile(data), options)
}

/** The same for a file that is written piece by piece, such as a table of a million rows. */
export async function writeAtomically(
  path: string,
  write: (file: FileHandle) => Promise<void>,
  options: Partial<WriteFileOptions> = {},
): Promise<void> {
  const { sync } = { ...WRITE_FILE_DEFAULTS, ...options }
  const partial = `${path}.partial`
  const file = await openMakingFolder(partial)
  try {
    try {
      await write(file)
      if (sync) await file.datasync()
    } finally {
      await file.close()
    }
    await rename(partial, path)
    if (sync) await syncNames(dirname(path))
  } catch (error) {
    await rm(partial, { force: true })
    throw withPath(error, path)
  }
}

async function openMakingFolder(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'w')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    await makeFolder(dirname(path))
    return open(path, 'w')
  }
}

/** Errors of a write on an open file do not say which file it was. */
function withPath(error: unknown, path: string): unknown {
  if (error instanceof Error && 'code' in error && !('path' in error)) return Object.assign(error, { path })
  return error
}

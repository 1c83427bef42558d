import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from './make-folder.ts'

/**
 * Makes the folder that results will go to and writes a byte there, so that a folder that cannot be written into is told
 * before the work is done, not after.
 *
 * @throws the system's error (`EACCES`, `EROFS`, `EEXIST` …) with the folder's path
 */
export async function assertWritable(dir: string): Promise<void> {
  const trial = join(dir, `.writable-${process.pid}`)
  try {
    await makeFolder(dir)
    await (await open(trial, 'w')).close()
    await rm(trial, { force: true })
  } catch (error) {
    throw Object.assign(error as Error, { path: dir })
  }
}

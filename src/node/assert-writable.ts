import { open, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/**
 * Tries whether results can be written into a folder, or into the one above in which it will be made, so that this is told
 * before the work is done, not after. Nothing stays behind.
 *
 * @throws the system's error (`EACCES`, `EROFS`, `ENOTDIR` …) with the folder's path
 */
export async function assertWritable(dir: string): Promise<void> {
  const trial = join(await nearestThere(resolve(dir)), `.writable-${process.pid}`)
  try {
    await (await open(trial, 'w')).close()
    await rm(trial, { force: true })
  } catch (error) {
    throw Object.assign(error as Error, { path: dir })
  }
}

async function nearestThere(path: string): Promise<string> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  )
  return isThere || dirname(path) === path ? path : nearestThere(dirname(path))
}

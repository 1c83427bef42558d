import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it; one that is there is left as it is. Node's own recursive `mkdir` never comes back
 * from a place where nothing can be made, such as below `/proc`.
 *
 * @throws the system's error; `EEXIST` when a file is in the way
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return assertFolder(path, error)
    if (code !== 'ENOENT' || dirname(path) === path) throw error
    await makeFolder(dirname(path))
    await mkdir(path).catch(second => assertMadeMeanwhile(path, second))
  }
}

/** Several files of a new folder are often begun at once. */
async function assertMadeMeanwhile(path: string, error: NodeJS.ErrnoException): Promise<void> {
  if (error.code !== 'EEXIST') throw error
  await assertFolder(path, error)
}

async function assertFolder(path: string, error: unknown): Promise<void> {
  if (!(await stat(path)).isDirectory()) throw error
}

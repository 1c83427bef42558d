import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A folder of more entries is slow on many file systems, and refused by Hugging Face. */
export const MOST_IN_A_FOLDER = 10_000

export interface FolderShape {
  readonly files: number
  /** Entries of the fullest folder below it, itself included. */
  readonly mostInAFolder: number
  readonly bytes: number
}

/** What lies in a folder and all below it; of a file, the file. */
export async function folderShape(path: string): Promise<FolderShape> {
  const status = await stat(path)
  if (!status.isDirectory()) return { files: 1, mostInAFolder: 0, bytes: status.size }
  const names = await readdir(path)
  let [files, mostInAFolder, bytes] = [0, names.length, 0]
  for (const name of names) {
    const below = await folderShape(join(path, name))
    files += below.files
    bytes += below.bytes
    mostInAFolder = Math.max(mostInAFolder, below.mostInAFolder)
  }
  return { files, mostInAFolder, bytes }
}

import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { archiveMember } from '../core/dataset.ts'
import { Archives } from './archives.ts'

/** The pictures of a dataset folder, by the paths of its rows: files of their own, or members of its archives. */
export interface DatasetFiles {
  /** Bytes to read only. @throws the system's error, or what an archive says: `file-missing`, `tar-damaged` … */
  read(path: string): Promise<Uint8Array>
  /** Length in bytes. */
  size(path: string): Promise<number>
}

export function datasetFiles(folder: string): DatasetFiles {
  const archives = new Archives()
  return {
    async read(path) {
      const member = archiveMember(path)
      return member ? archives.read(join(folder, member.archive), member.name) : readFile(join(folder, path))
    },
    async size(path) {
      const member = archiveMember(path)
      if (member) return (await archives.span(join(folder, member.archive), member.name)).length
      return (await stat(join(folder, path))).size
    },
  }
}

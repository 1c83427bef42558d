import type { PathFile } from './dataset-files.ts'

/** What was dropped, told apart by its content: a folder's files, an archive, or something else. */
export type Dropped =
  | { readonly kind: 'folder'; readonly files: readonly PathFile[] }
  | { readonly kind: 'zip'; readonly file: File }
  | { readonly kind: 'files'; readonly files: readonly File[] }

/** Takes what it needs of the event at once: afterwards the browser forgets it. */
export function readDrop(transfer: DataTransfer): Promise<Dropped> {
  const entries = [...transfer.items].flatMap(item => item.webkitGetAsEntry?.() ?? [])
  const files = [...transfer.files]
  return entries.some(entry => entry.isDirectory) ? folderOf(entries) : toldApart(files)
}

const ZIP_SIGNATURE = [0x50, 0x4b, 0x03, 0x04]

export async function toldApart(files: readonly File[]): Promise<Dropped> {
  const [file] = files
  if (!file) return { kind: 'files', files }
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  return ZIP_SIGNATURE.every((byte, i) => start[i] === byte) ? { kind: 'zip', file } : { kind: 'files', files }
}

async function folderOf(entries: readonly FileSystemEntry[]): Promise<Dropped> {
  const files: PathFile[] = []
  const walk = async (entry: FileSystemEntry): Promise<void> => {
    if (entry.isFile) {
      const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
      files.push({ path: entry.fullPath.replace(/^\//, ''), file })
      return
    }
    const reader = (entry as FileSystemDirectoryEntry).createReader()
    for (;;) {
      // A reader gives a hundred entries a time, and none at the end.
      const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
      if (some.length === 0) return
      await Promise.all(some.map(walk))
    }
  }
  await Promise.all(entries.map(walk))
  return { kind: 'folder', files }
}

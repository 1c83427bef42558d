import type { PathFile } from './dataset-files.ts'

/**
 * Every file of a drop, those in folders with their paths. Takes what it needs of the event at once: afterwards the
 * browser forgets it.
 */
export function filesOfDrop(transfer: DataTransfer): Promise<PathFile[]> {
  const entries = [...transfer.items].flatMap(item => item.webkitGetAsEntry?.() ?? [])
  const files = [...transfer.files].map(file => ({ path: file.name, file }))
  return entries.some(entry => entry.isDirectory) ? filesOfEntries(entries) : Promise.resolve(files)
}

async function filesOfEntries(entries: readonly FileSystemEntry[]): Promise<PathFile[]> {
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
  return files
}

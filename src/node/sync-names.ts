import { open } from 'node:fs/promises'

/** What systems say that cannot do this with a folder: Windows, and some network disks. */
const UNABLE: ReadonlySet<string> = new Set(['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'EBADF', 'ENOTSUP', 'ENOSYS'])

/**
 * Forces the names in a folder to the disk: without it, a power cut may take a rename back. Nothing where the system
 * cannot.
 */
export async function syncNames(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (!UNABLE.has((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

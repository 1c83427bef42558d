import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { SpatialTunnelError } from '../core/errors.ts'
import { type ByteSource, checkRange } from '../formats/byte-source.ts'

/** A file on disk, open for reading at any place; close it after use. */
export interface FileSource extends ByteSource {
  close(): Promise<void>
}

/** One read call is bounded by what Node takes at once. */
const READ_MAX = 1 << 30

/** @throws file-unreadable, file-truncated */
export async function openFileSource(path: string): Promise<FileSource> {
  const handle = await open(path, 'r').catch((cause: unknown) => {
    throw new SpatialTunnelError({
      code: 'file-unreadable',
      where: path,
      found: cause instanceof Error ? cause.message : String(cause),
      expected: 'a file that can be read',
      cause,
    })
  })
  const { size } = await handle.stat()
  const source: FileSource = {
    name: basename(path),
    size,
    close: () => handle.close(),
    async read(position, length, into) {
      checkRange(source, position, length)
      const bytes = into ?? new Uint8Array(length)
      for (let at = 0; at < length; ) {
        const { bytesRead } = await handle.read(bytes, at, Math.min(READ_MAX, length - at), position + at)
        if (bytesRead === 0) checkRange({ ...source, size: position + at }, position, length)
        at += bytesRead
      }
      return bytes
    },
  }
  return source
}

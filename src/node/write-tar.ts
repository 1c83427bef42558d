import { tarEnd, tarEntry } from '../formats/tar.ts'
import { writeAtomically } from './write-file.ts'

export interface TarMember {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Gathered to this size before they are written. */
const PIECE_BYTES = 1 << 20

/**
 * Writes an archive beside its place and renames it: nobody ever sees half of one. Equal members in equal order give
 * equal bytes.
 */
export async function writeTar(path: string, members: AsyncIterable<TarMember>): Promise<void> {
  await writeAtomically(path, async file => {
    let [pieces, gathered]: [Uint8Array[], number] = [[], 0]
    const flush = async (): Promise<void> => {
      await file.appendFile(Buffer.concat(pieces))
      pieces = []
      gathered = 0
    }
    for await (const { name, bytes } of members) {
      const entry = tarEntry(name, bytes)
      pieces.push(entry)
      gathered += entry.length
      if (gathered >= PIECE_BYTES) await flush()
    }
    pieces.push(tarEnd())
    await flush()
  })
}

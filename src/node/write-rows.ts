import type { FileHandle } from 'node:fs/promises'
import { type WriteFileOptions, writeAtomically } from './write-file.ts'

/** Text that is written at once. */
const PIECE_LENGTH = 1 << 18

/**
 * Writes a JSONL file a piece at a time, as whole as `writeFileAtomic` does: memory does not grow with the rows.
 *
 * @returns the number of rows
 */
export async function writeRows(
  path: string,
  rows: Iterable<unknown> | AsyncIterable<unknown>,
  options: Partial<WriteFileOptions> = {},
): Promise<number> {
  let count = 0
  const write = async (file: FileHandle): Promise<void> => {
    let piece = ''
    for await (const row of rows) {
      piece += `${JSON.stringify(row)}\n`
      count++
      if (piece.length < PIECE_LENGTH) continue
      await file.writeFile(piece)
      piece = ''
    }
    await file.writeFile(piece)
  }
  await writeAtomically(path, write, options)
  return count
}

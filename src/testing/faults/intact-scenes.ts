import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface JournalLine {
  readonly scenes?: ReadonlyArray<{
    readonly index: number
    readonly files: ReadonlyArray<{ readonly path: string; readonly sha256: string }>
  }>
}

/** Where an unfinished run keeps the journal of its first thousand scenes. */
export const journalOf = (folder: string): string => join(folder, '.run', 'groups', '000000.jsonl')

/** Scenes of an unfinished run that need not be drawn again, counted apart from the code that resumes: no work may be lost. */
export function intactScenes(folder: string): number {
  const path = journalOf(folder)
  if (!existsSync(path)) return 0
  const intact = new Map<number, boolean>()
  for (const line of readFileSync(path, 'utf8').split('\n').slice(0, -1)) {
    const [, text, sum] = /^(.*),"sum":"([0-9a-f]{64})"}$/.exec(line) ?? []
    if (text === undefined || sha256(`${text}}`) !== sum) continue
    for (const { index, files } of (JSON.parse(line) as JournalLine).scenes ?? []) {
      intact.set(
        index,
        files.every(file => sha256OfFile(join(folder, file.path)) === file.sha256),
      )
    }
  }
  return [...intact.values()].filter(Boolean).length
}

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

const sha256OfFile = (path: string): string | null => (existsSync(path) ? sha256(readFileSync(path)) : null)

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { DATASET_FILE, QUESTIONS_FILE, SCENES_FILE } from '../core/dataset.ts'
import type { DatasetRows } from '../core/dataset-rows.ts'
import { type DatasetHead, type DatasetManifest, manifestOf } from '../core/manifest.ts'
import type { Split } from '../core/truth.ts'
import { syncFolder } from '../node/sync-folder.ts'
import { writeAtomically, writeFileAtomic } from '../node/write-file.ts'

/**
 * Writes `scenes.jsonl`, `questions.jsonl` and, in front of `dataset.json`, whatever `beforeLast` writes: that file is
 * what makes the folder a dataset.
 *
 * @param rows in suite order
 */
export async function finishDataset(
  folder: string,
  head: DatasetHead,
  rows: AsyncIterable<DatasetRows> | Iterable<DatasetRows>,
  beforeLast: (manifest: DatasetManifest) => Promise<void>,
): Promise<DatasetManifest> {
  const splits: Record<Split, number> = { consistent: 0, counter: 0, ambiguous: 0 }
  const scenes = new TableWriter()
  const questions = new TableWriter()
  await writeAtomically(join(folder, SCENES_FILE), scenesFile =>
    writeAtomically(join(folder, QUESTIONS_FILE), async questionsFile => {
      for await (const row of rows) {
        for (const pair of row.scene.truth.pairs) splits[pair.split]++
        await scenes.add(scenesFile, [row.scene])
        await questions.add(questionsFile, row.questions)
      }
      await scenes.end(scenesFile)
      await questions.end(questionsFile)
    }),
  )
  const manifest = manifestOf(head, splits, {
    [SCENES_FILE]: scenes.summary(),
    [QUESTIONS_FILE]: questions.summary(),
  })
  await beforeLast(manifest)
  // The pictures as well, which nobody has forced to the disk yet: what it says is there, a power cut leaves there.
  await syncFolder(folder)
  await writeFileAtomic(join(folder, DATASET_FILE), `${JSON.stringify(manifest, null, 2)}\n`)
  return manifest
}

/** A growing JSONL file: rows gathered into large writes, counted and hashed. */
class TableWriter {
  rows = 0
  private bytes = 0
  private readonly hash = createHash('sha256')
  private pending: string[] = []
  private pendingLength = 0

  async add(file: TableFile, rows: readonly object[]): Promise<void> {
    for (const row of rows) {
      const line = `${JSON.stringify(row)}\n`
      this.rows++
      this.pending.push(line)
      this.pendingLength += line.length
    }
    if (this.pendingLength > 1 << 20) await this.end(file)
  }

  async end(file: TableFile): Promise<void> {
    const bytes = Buffer.from(this.pending.join(''))
    this.pending = []
    this.pendingLength = 0
    this.bytes += bytes.length
    this.hash.update(bytes)
    await file.appendFile(bytes)
  }

  summary(): { sha256: string; bytes: number; rows: number } {
    return { sha256: this.hash.digest('hex'), bytes: this.bytes, rows: this.rows }
  }
}

interface TableFile {
  appendFile(data: Uint8Array): Promise<void>
}

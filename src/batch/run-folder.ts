import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DATASET_FILE } from '../core/dataset.ts'
import { SpatialTunnelError } from '../core/errors.ts'
import { makeFolder } from '../node/make-folder.ts'
import { takeProcessLock } from '../node/process-lock.ts'

/** Where an unfinished run keeps its journal and lock; gone when the dataset is finished. */
export const RUN_FOLDER = '.run'

/** Scenes whose certificate failed; then there is no dataset. */
export const FAILURES_FILE = 'failures.jsonl'

/** A dataset folder that this process alone writes to. */
export interface RunFolder {
  readonly path: string
  readonly journalPath: string
  /** It held a finished dataset when it was entered. */
  readonly holdsDataset: boolean
  /** Takes the lock away; `finished`: the journal as well. */
  release(finished: boolean): Promise<void>
}

/**
 * Makes the folder, or enters it: one that is empty, holds a run, or a dataset.
 *
 * @throws SpatialTunnelError `out-not-empty` for anything else in it, `run-in-progress`; the system's error when it
 *   cannot be written to
 */
export async function enterRunFolder(path: string): Promise<RunFolder> {
  await makeFolder(path)
  const names = await readdir(path)
  if (names.length > 0 && !names.includes(RUN_FOLDER) && !names.includes(DATASET_FILE)) {
    throw new SpatialTunnelError({
      code: 'out-not-empty',
      where: path,
      found: `files that are no run of this tool (${names.slice(0, 3).join(', ')})`,
      expected: 'an empty folder, or one of an earlier run',
      remedy: 'choose another --out',
    })
  }
  const runPath = join(path, RUN_FOLDER)
  await makeFolder(runPath)
  const lockPath = join(runPath, 'lock')
  const releaseLock = await takeProcessLock(lockPath, path)
  return {
    path,
    journalPath: join(runPath, 'journal.jsonl'),
    holdsDataset: names.includes(DATASET_FILE),
    release: finished => (finished ? rm(runPath, { recursive: true, force: true }) : releaseLock()),
  }
}

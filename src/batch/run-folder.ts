import { readdir, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DATASET_FILE } from '../core/dataset.ts'
import { SpatialTunnelError } from '../core/errors.ts'
import { makeFolder } from '../node/make-folder.ts'
import { takeProcessLock } from '../node/process-lock.ts'

/** Where an unfinished run keeps its journal and lock; gone when the dataset is finished. */
export const RUN_FOLDER = '.run'

/** Scenes whose certificate failed; then there is no dataset. */
export const FAILURES_FILE = 'failures.jsonl'

/** What is done in a run folder, and the file that an unfinished piece of it leaves in `.run`. */
const WORK_FILES = { render: 'journal.jsonl', merge: 'merging' } as const
export type RunWork = keyof typeof WORK_FILES

/** A dataset folder that this process alone writes to. */
export interface RunFolder {
  readonly path: string
  /** Where the unfinished run keeps what only it needs. */
  readonly runPath: string
  /** It held a finished dataset when it was entered. */
  readonly holdsDataset: boolean
  /** Takes the lock away; `finished`: all that a run keeps there. */
  release(finished: boolean): Promise<void>
}

/**
 * Makes the folder, or enters it: one that is empty, holds a run of this kind of work, or a dataset.
 *
 * @throws SpatialTunnelError `out-not-empty` for anything else in it, `out-holds-other-run`, `run-in-progress`; the
 *   system's error when it cannot be written to
 */
export async function enterRunFolder(path: string, work: RunWork = 'render'): Promise<RunFolder> {
  await makeFolder(path)
  assertOurs(path, await readdir(path))
  const runPath = join(path, RUN_FOLDER)
  const releaseLock = await lockIn(runPath, path)
  const release = async (finished: boolean): Promise<void> => {
    try {
      const left = finished ? (await readdir(runPath)).filter(name => name !== LOCK_FILE) : []
      for (const name of left) await rm(join(runPath, name), { recursive: true, force: true })
    } finally {
      // The lock goes last: as long as it is there, nobody else is.
      await releaseLock()
    }
    await rmdir(runPath).catch(() => {})
  }
  try {
    // Another run may have come to its end since the first look.
    const holdsDataset = (await readdir(path)).includes(DATASET_FILE)
    const begun = await readdir(runPath)
    const other = (Object.keys(WORK_FILES) as RunWork[]).find(key => key !== work && begun.includes(WORK_FILES[key]))
    if (other && !holdsDataset) throw otherWork(path, other, work)
    return { path, runPath, holdsDataset, release }
  } catch (error) {
    await release(false).catch(() => {})
    throw error
  }
}

const LOCK_FILE = 'lock'

/** Marks a folder as one that `merge` has begun: nothing else may go on there. */
export const markMerging = (path: string): Promise<void> => writeFile(join(path, RUN_FOLDER, WORK_FILES.merge), '')

/** A run that ends takes the folder of the lock away, perhaps between our making it and our locking it. */
async function lockIn(runPath: string, path: string): Promise<() => Promise<void>> {
  for (let attempt = 0; ; attempt++) {
    await makeFolder(runPath)
    try {
      return await takeProcessLock(join(runPath, LOCK_FILE), path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempt === 2) throw error
    }
  }
}

function assertOurs(path: string, names: readonly string[]): void {
  if (names.length === 0 || names.includes(RUN_FOLDER) || names.includes(DATASET_FILE)) return
  throw new SpatialTunnelError({
    code: 'out-not-empty',
    where: path,
    found: `files that are no run of this tool (${names.slice(0, 3).join(', ')})`,
    expected: 'an empty folder, or one of an earlier run',
    remedy: 'choose another --out',
  })
}

const otherWork = (path: string, found: RunWork, expected: RunWork): SpatialTunnelError =>
  new SpatialTunnelError({
    code: 'out-holds-other-run',
    where: path,
    found: `an unfinished ${found}`,
    expected: `an empty folder, or an unfinished ${expected}`,
    remedy: `give the command of that ${found} again, or choose another --out`,
  })

import { open, readFile, rm } from 'node:fs/promises'
import { SpatialTunnelError } from '../core/errors.ts'

/**
 * Makes a file that says which process writes to `guarded`; one whose process is gone (`kill -9`) is taken over.
 *
 * @param guarded the folder or file, for the message
 * @returns takes the lock away
 * @throws SpatialTunnelError `run-in-progress`
 */
export async function takeProcessLock(path: string, guarded: string): Promise<() => Promise<void>> {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const file = await open(path, 'wx')
      await file.writeFile(String(process.pid))
      await file.close()
      return () => rm(path, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const holder = Number(await readFile(path, 'utf8').catch(() => ''))
      if (holder > 0 && holder !== process.pid && isAlive(holder)) throw inProgress(guarded, holder)
      await rm(path, { force: true })
    }
  }
  throw inProgress(guarded, 0)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const inProgress = (guarded: string, pid: number): SpatialTunnelError =>
  new SpatialTunnelError({
    code: 'run-in-progress',
    where: guarded,
    found: `another run that writes here (process ${pid})`,
    expected: 'one run at a time',
    remedy: 'wait for it, or end it and start again: it resumes',
  })

import { open, readFile, rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { SpatialTunnelError } from '../core/errors.ts'

/** Every so often the holder renews its lock's time … */
const RENEW_MS = 10_000
/** … and one of another machine, whose processes cannot be seen from here, counts until it is this old. */
const FORSAKEN_MS = 60_000

/**
 * Makes a file that says which process of which machine writes to `guarded`. A lock whose process is gone (`kill -9`) is
 * taken over; one of another machine on a shared disk once it was not renewed for a minute.
 *
 * @param guarded the folder or file, for the message
 * @returns takes the lock away
 * @throws SpatialTunnelError `run-in-progress`
 */
export async function takeProcessLock(path: string, guarded: string): Promise<() => Promise<void>> {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const file = await open(path, 'wx')
      await file.writeFile(`${process.pid} ${hostname()}`)
      await file.close()
      return holdLock(path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const holder = await livingHolder(path)
      if (holder !== null) throw inProgress(guarded, holder)
      await rm(path, { force: true })
    }
  }
  throw inProgress(guarded, 'of another start at this moment')
}

function holdLock(path: string): () => Promise<void> {
  const renewal = setInterval(() => {
    const now = new Date()
    void utimes(path, now, now).catch(() => {})
  }, RENEW_MS)
  renewal.unref()
  return () => {
    clearInterval(renewal)
    return rm(path, { force: true })
  }
}

/** In words; null when nobody holds the lock any more. */
async function livingHolder(path: string): Promise<string | null> {
  const [pid = '', host = hostname()] = (await readFile(path, 'utf8').catch(() => '')).trim().split(' ')
  const holder = Number(pid)
  if (!(holder > 0)) return null
  if (host === hostname()) return holder !== process.pid && isAlive(holder) ? `process ${holder}` : null
  const renewed = await stat(path).catch(() => null)
  return renewed && Date.now() - renewed.mtimeMs < FORSAKEN_MS ? `process ${holder} on ${host}` : null
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const inProgress = (guarded: string, holder: string): SpatialTunnelError =>
  new SpatialTunnelError({
    code: 'run-in-progress',
    where: guarded,
    found: `another run that writes here (${holder})`,
    expected: 'one run at a time',
    remedy: 'wait for it, or end it and start again: it resumes; after a machine that is gone, in a minute',
  })

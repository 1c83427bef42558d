import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { SpatialTunnelError } from '../core/errors.ts'

/** Every so often the holder renews its lock's time … */
const RENEW_MS = 10_000
/** … and one of another machine, whose processes cannot be seen from here, counts until it is this old … */
const FORSAKEN_MS = 60_000
/** … and is not renewed while it is looked at for so long: clocks differ, and jump. */
const LOOK_MS = 1.5 * RENEW_MS
/** A lock that says nothing: where links are not to be had, its holder is just about to write into it. */
const BEGUN_MS = 1000

/**
 * Makes a file that says which process of which machine, started when, writes to `guarded`. A lock whose process is gone
 * (`kill -9`) is taken over, also when another has its number by now; one of another machine on a shared disk once it was
 * not renewed for a minute.
 *
 * @param guarded the folder or file, for the message
 * @returns takes the lock away
 * @throws SpatialTunnelError `run-in-progress`
 */
export async function takeProcessLock(path: string, guarded: string): Promise<() => Promise<void>> {
  const own = `${process.pid} ${hostname()} ${startOf(process.pid) ?? UNKNOWN_START}`
  for (let attempt = 0; attempt < 4; attempt++) {
    if (await create(path, own)) return holdLock(path, own)
    const found = await textOf(path)
    const holder = await livingHolder(path, found)
    if (holder !== null) throw inProgress(guarded, holder)
    await takeAway(path, found)
  }
  throw inProgress(guarded, 'of another start at this moment')
}

/** Made with its text in it, so that nobody sees it empty; false when there is one. */
async function create(path: string, text: string): Promise<boolean> {
  const beside = `${path}.${randomUUID()}`
  try {
    await writeFile(beside, text)
    await link(beside, path)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return false
    if (code === undefined || !WITHOUT_LINKS.has(code)) throw error
    return await createInPlace(path, text)
  } finally {
    await rm(beside, { force: true })
  }
}

/** What file systems without hard links say. */
const WITHOUT_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

async function createInPlace(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function holdLock(path: string, own: string): () => Promise<void> {
  const renewal = setInterval(() => {
    const now = new Date()
    void utimes(path, now, now).catch(() => {})
  }, RENEW_MS)
  renewal.unref()
  return async () => {
    clearInterval(renewal)
    const found = await textOf(path).catch(() => own)
    if (found === own) await rm(path, { force: true })
  }
}

/** Takes a forsaken lock away; one that another start has put there meanwhile is put back. */
async function takeAway(path: string, found: string | null): Promise<void> {
  const aside = `${path}.${randomUUID()}`
  try {
    await rename(path, aside)
    if ((await textOf(aside)) !== found) await link(aside, path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error
  } finally {
    await rm(aside, { force: true })
  }
}

/** In words; null when nobody holds the lock any more. */
async function livingHolder(path: string, text: string | null): Promise<string | null> {
  if (text === null) return null
  const [pid = '', host = hostname(), start] = text.trim().split(' ')
  const holder = Number(pid)
  if (!(holder > 0)) return (await isChanged(path, BEGUN_MS)) ? 'of another start at this moment' : null
  if (host === hostname()) return isSameProcess(holder, start) ? `process ${holder}` : null
  const renewedMs = await timeOf(path)
  if (renewedMs === null) return null
  const isFresh = Math.abs(Date.now() - renewedMs) < FORSAKEN_MS
  return isFresh || (await isChanged(path, LOOK_MS)) ? `process ${holder} on ${host}` : null
}

/** Is anything done to a file while it is looked at? */
async function isChanged(path: string, lookMs: number): Promise<boolean> {
  const before = [await timeOf(path), await textOf(path)]
  await new Promise(resolve => setTimeout(resolve, lookMs))
  const after = [await timeOf(path), await textOf(path)]
  return before.some((value, i) => value !== after[i])
}

const timeOf = async (path: string): Promise<number | null> => (await stat(path).catch(() => null))?.mtimeMs ?? null

/** Null when there is none. */
async function textOf(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    // Reading a folder fails without a word about where.
    if (error.code !== 'ENOENT') throw Object.assign(error, { path })
    return null
  })
}

/** `start` is what the lock says, if it does. */
function isSameProcess(pid: number, start: string | undefined): boolean {
  if (!isAlive(pid)) return false
  const now = startOf(pid)
  if (start !== undefined && start !== UNKNOWN_START && now !== null) return now === start
  // In a container that was started again, its first process has the same number as before.
  return pid !== process.pid
}

const UNKNOWN_START = '-'

/** When a process began, in the kernel's ticks: with its number, its name. Null where that cannot be known (not Linux). */
function startOf(pid: number): string | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
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

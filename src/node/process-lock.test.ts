import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { takeProcessLock } from './process-lock.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-'))
})
afterAll(() => rm(folder, { recursive: true }))

const refused = { code: 'run-in-progress' }

test('a lock names its process and machine, and goes with it', async () => {
  const path = join(folder, 'own')
  const release = await takeProcessLock(path, 'x')
  expect(await readFile(path, 'utf8')).toMatch(new RegExp(`^${process.pid} ${hostname()} (\\d+|-)$`))
  await release()
  expect((await readdir(folder)).filter(name => name.startsWith('own'))).toEqual([])
})

test('on this machine a living process holds it, a dead one does not', async () => {
  const path = join(folder, 'here')
  await writeFile(path, `${process.ppid} ${hostname()}`)
  await expect(takeProcessLock(path, 'x')).rejects.toMatchObject(refused)
  await writeFile(path, `999999999 ${hostname()}`)
  await (await takeProcessLock(path, 'x'))()
})

test.skipIf(!existsSync('/proc/self/stat'))(
  'the number of a process that is gone may be another’s by now',
  async () => {
    const path = join(folder, 'reused')
    await writeFile(path, `${process.ppid} ${hostname()} 1`)
    const release = await takeProcessLock(path, 'x')
    // And this very process holds it once.
    await expect(takeProcessLock(path, 'x')).rejects.toMatchObject(refused)
    await release()
  },
)

test('of many at once one gets it, also where a forsaken one lies', async () => {
  for (const left of [null, `999999999 ${hostname()}`]) {
    const path = join(folder, `many-${left === null}`)
    if (left !== null) await writeFile(path, left)
    const outcomes = await Promise.allSettled(Array.from({ length: 16 }, () => takeProcessLock(path, 'x')))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) if (outcome.status === 'fulfilled') await outcome.value()
  }
})

test('a lock that says nothing is looked at for a while', async () => {
  const path = join(folder, 'empty')
  await writeFile(path, '')
  const taking = takeProcessLock(path, 'x')
  await writeFile(path, `${process.ppid} ${hostname()}`)
  await expect(taking).rejects.toMatchObject(refused)
  await writeFile(path, '')
  await (await takeProcessLock(path, 'x'))()
})

test('a lock that was taken over is not taken away by its former holder', async () => {
  const path = join(folder, 'lost')
  const release = await takeProcessLock(path, 'x')
  await writeFile(path, '7 some-other-machine')
  await release()
  expect(await readFile(path, 'utf8')).toBe('7 some-other-machine')
})

test('another machine holds it as long as it renews it, whatever its clock says', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const path = join(folder, 'there')
    await writeFile(path, '999999999 some-other-machine')
    await expect(takeProcessLock(path, 'x')).rejects.toMatchObject({
      ...refused,
      found: expect.stringContaining('some-other-machine'),
    })
    for (const seconds of [-61, 61]) {
      const at = new Date(Date.now() + 1000 * seconds)
      await utimes(path, at, at)
      const renewed = takeProcessLock(path, 'x')
      await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))
      await utimes(path, at, new Date(at.getTime() + 10_000))
      const [outcome] = await Promise.allSettled([renewed, vi.advanceTimersByTimeAsync(15_000)])
      expect(outcome).toMatchObject({ status: 'rejected', reason: refused })
      await utimes(path, at, at)
      const forsaken = takeProcessLock(path, 'x')
      await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))
      await vi.advanceTimersByTimeAsync(15_000)
      await (await forsaken)()
      await writeFile(path, '999999999 some-other-machine')
    }
  } finally {
    vi.useRealTimers()
  }
})

test('a lock that is held is renewed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const path = join(folder, 'renewed')
    const release = await takeProcessLock(path, 'x')
    await utimes(path, new Date(0), new Date(0))
    vi.advanceTimersByTime(10_000)
    await vi.waitFor(async () => expect((await stat(path)).mtimeMs).toBeGreaterThan(0))
    await release()
  } finally {
    vi.useRealTimers()
  }
})

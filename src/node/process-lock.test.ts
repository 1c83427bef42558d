import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
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
  expect(await readFile(path, 'utf8')).toBe(`${process.pid} ${hostname()}`)
  await release()
  await expect(stat(path)).rejects.toThrow('ENOENT')
})

test('on this machine a living process holds it, a dead one does not', async () => {
  const path = join(folder, 'here')
  await writeFile(path, `${process.ppid} ${hostname()}`)
  await expect(takeProcessLock(path, 'x')).rejects.toMatchObject(refused)
  await writeFile(path, `999999999 ${hostname()}`)
  await (await takeProcessLock(path, 'x'))()
})

test('another machine holds it as long as it renews it', async () => {
  const path = join(folder, 'there')
  await writeFile(path, '999999999 some-other-machine')
  await expect(takeProcessLock(path, 'x')).rejects.toMatchObject({
    ...refused,
    found: expect.stringContaining('some-other-machine'),
  })
  const before = new Date(Date.now() - 61_000)
  await utimes(path, before, before)
  await (await takeProcessLock(path, 'x'))()
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

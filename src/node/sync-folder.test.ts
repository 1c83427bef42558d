import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { installFsFault } from '../testing/faults/fs-fault.ts'
import { syncFolder } from './sync-folder.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spatialtunnel-test-'))
  await mkdir(join(folder, 'images'))
  for (let i = 0; i < 20; i++) await writeFile(join(folder, 'images', `${i}.png`), 'picture')
})
afterEach(() => rm(folder, { recursive: true }))

/** How many files and folders were asked for; the one numbered `failing` fails. */
async function synced(program: string | null, failing = Number.POSITIVE_INFINITY): Promise<number> {
  const effect = { kind: 'error', code: 'EIO', written: 0 } as const
  const fault = installFsFault({ below: folder, operations: ['sync'], effect, at: failing, times: 1 })
  try {
    await syncFolder(folder, program)
    return fault.count()
  } finally {
    fault.remove()
  }
}

test('the file system is asked once, or every file and folder by itself', async () => {
  expect(await synced('true')).toBe(0)
  expect(await synced('false')).toBe(22)
  expect(await synced('no-such-program')).toBe(22)
  expect(await synced(null)).toBe(0)
})

test('a disk that reports an error is told with the file', async () => {
  await expect(synced('false', 7)).rejects.toMatchObject({ code: 'EIO', path: expect.stringMatching(/\.png$/) })
})

import { existsSync } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from './make-folder.ts'

test('makes what is missing, leaves what is there, refuses a file in the way', async () => {
  const root = await mkdtemp(join(tmpdir(), 'spatialtunnel-test-'))
  const path = join(root, 'a', 'b', 'c')
  await makeFolder(path)
  await makeFolder(path)
  expect((await stat(path)).isDirectory()).toBe(true)
  await writeFile(join(root, 'file'), '')
  await expect(makeFolder(join(root, 'file'))).rejects.toMatchObject({ code: 'EEXIST' })
  await expect(makeFolder(join(root, 'file', 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' })
  await rm(root, { recursive: true })
})

test('the same folder, asked for at once', async () => {
  const root = await mkdtemp(join(tmpdir(), 'spatialtunnel-test-'))
  await Promise.all(Array.from({ length: 16 }, () => makeFolder(join(root, 'a', 'b', 'c'))))
  expect((await stat(join(root, 'a', 'b', 'c'))).isDirectory()).toBe(true)
  await rm(root, { recursive: true })
})

test.skipIf(!existsSync('/proc/self'))('comes back from a place where nothing can be made', async () => {
  await expect(makeFolder('/proc/nothing/at/all')).rejects.toMatchObject({ code: 'ENOENT' })
})

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeAtomically, writeFileAtomic } from './write-file.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spatialtunnel-test-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('writes, replaces, makes the folder', async () => {
  const path = join(folder, 'a', 'b.txt')
  await writeFileAtomic(path, 'first')
  await writeFileAtomic(path, 'second', { sync: false })
  expect(await readFile(path, 'utf8')).toBe('second')
  expect(await readdir(join(folder, 'a'))).toEqual(['b.txt'])
})

test('a write that fails half way leaves the old file and nothing beside it', async () => {
  const path = join(folder, 'b.txt')
  await writeFile(path, 'old')
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC' })
  const failing = writeAtomically(path, async file => {
    await file.write('half of the n')
    throw full
  })
  await expect(failing).rejects.toMatchObject({ code: 'ENOSPC', path })
  expect(await readFile(path, 'utf8')).toBe('old')
  expect(await readdir(folder)).toEqual(['b.txt'])
})

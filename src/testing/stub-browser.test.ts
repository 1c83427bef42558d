import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { REFERENCE_SUITE, writeReferenceDataset } from '../batch/reference-dataset.fixture.ts'
import { renderSuite } from '../batch/render-suite.ts'
import { BROWSER_VARIABLE } from '../node/find-browser.ts'
import { installStubBrowser } from './stub-browser.ts'

test('a run over the stand-in for the browser gives the bytes of its pictures', async () => {
  const root = await mkdtemp(join(tmpdir(), 'spatialtunnel-test-'))
  vi.stubEnv(BROWSER_VARIABLE, process.execPath)
  const remove = installStubBrowser()
  try {
    const request = { suite: REFERENCE_SUITE, out: join(root, 'run'), pages: root, toolVersion: '0' }
    expect(await renderSuite(request, { workers: 2 })).toMatchObject({ scenes: 4, failed: 0, gl: 'llvmpipe' })
    await writeReferenceDataset(join(root, 'direct'))
    for (const name of ['scenes.jsonl', 'questions.jsonl', 'images', 'masks', 'depth']) {
      expect(await bytesOf(join(root, 'run', name))).toEqual(await bytesOf(join(root, 'direct', name)))
    }
  } finally {
    remove()
    vi.unstubAllEnvs()
    await rm(root, { recursive: true })
  }
})

/** A file's bytes, or those of a folder's files. */
async function bytesOf(path: string): Promise<Buffer[]> {
  const names = await readdir(path).catch(() => null)
  return Promise.all((names ?? ['']).map(name => readFile(join(path, name))))
}

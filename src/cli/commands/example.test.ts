import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand as run } from '../../testing/run-command.ts'
import { EXAMPLE_KINDS } from '../example-files.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'example-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const QUICK = { probe: ['--fast', '--draws', '0', '--null-draws', '0', '--splits', '0'], study: [], audit: [] }
const SAYS = {
  probe: /^vectors, layer (7|9|11) of \d+: coherence horizontal 0\.\d+/m,
  study: /made-up 2M/,
  audit: /^made-up answers \d+ of \d+ questions right .* faithful chain, \d+ on a partly faithful one \(partial\)/m,
}

test.each(EXAMPLE_KINDS)('%s reads the files that are written for it', async kind => {
  const dir = join(root, kind)
  const written = await run('example', kind, dir, '--json')
  expect(written.exitCode).toBe(0)
  const { command, files } = JSON.parse(written.stdout) as { command: string[]; files: string[] }
  expect(files.length).toBeGreaterThan(1)
  const { exitCode, stdout } = await run(...command, ...QUICK[kind])
  expect([exitCode, stdout]).toEqual([0, expect.stringMatching(SAYS[kind])])
  expect(await readFile(join(dir, 'out/report.html'), 'utf8')).toContain('</html>')
})

test('a folder that cannot be written into is told before the work', async () => {
  const inTheWay = join(root, 'probe/vectors.jsonl')
  const { exitCode, stderr } = await run('probe', join(root, 'missing.npz'), '--out', join(inTheWay, 'out'))
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('a file where a folder was expected')])
})

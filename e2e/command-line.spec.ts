import { spawnSync } from 'node:child_process'
import { expect, test } from '@playwright/test'

test('a reader that leaves before the end is no error', () => {
  const { stderr } = spawnSync('sh', ['-c', 'node dist/cli.js --help | true'], { encoding: 'utf8' })
  expect(stderr).toBe('')
})

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PINNED_PACKAGE, pinnedBrowser } from './pinned-browser.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'spatialtunnel-test-'))
})
afterEach(() => rmSync(root, { recursive: true }))

/** A package of that name, whose browser is a text file; it counts how often it was asked. */
function installed(executablePath: string): string {
  const folder = join(root, 'node_modules', PINNED_PACKAGE)
  mkdirSync(folder, { recursive: true })
  const about = { name: PINNED_PACKAGE, version: '1.2.3', type: 'module', exports: './index.js' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(about))
  writeFileSync(
    join(folder, 'index.js'),
    `import { appendFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
appendFileSync(${JSON.stringify(join(root, 'asked'))}, 'x')
export default { executablePath: async () => { ${executablePath} } }`,
  )
  return folder
}

test('the package’s browser is unpacked once, into the cache, by version', () => {
  const folder = installed('const path = tmpdir() + "/chromium"; writeFileSync(path, "a browser"); return path')
  const cache = join(root, 'cache')
  const first = pinnedBrowser({ folder, cache })!
  expect(first).toEqual({ executable: join(cache, 'chromium-1.2.3', 'chromium'), version: '1.2.3' })
  expect(readFileSync(first.executable, 'utf8')).toBe('a browser')
  expect(pinnedBrowser({ folder, cache })).toEqual(first)
  expect(readFileSync(join(root, 'asked'), 'utf8')).toBe('x')
  expect(readdirSync(cache)).toEqual(['chromium-1.2.3'])
})

test('a package that cannot unpack is an error, and leaves nothing', () => {
  const folder = installed('throw new Error("no space left")')
  const cache = join(root, 'cache')
  expect(() => pinnedBrowser({ folder, cache })).toThrow(expect.objectContaining({ code: 'browser-missing' }))
  expect(readdirSync(cache)).toEqual([])
})

test('without the package there is none', () => {
  expect(pinnedBrowser({ folder: null, cache: join(root, 'cache') })).toBeNull()
  expect(existsSync(join(root, 'cache'))).toBe(false)
})

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findBrowser } from './find-browser.ts'
import { assertGl, identifyGl } from './gl.ts'

test('the renderer string tells the GL', () => {
  expect(identifyGl('ANGLE (Mesa/X.org, llvmpipe (LLVM 15.0.6 256 bits), OpenGL ES 3.2)')).toBe('llvmpipe')
  expect(
    identifyGl('ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver)'),
  ).toBe('swiftshader')
  expect(identifyGl('ANGLE (NVIDIA Corporation, NVIDIA H200/PCIe/SSE2, OpenGL ES 3.2)')).toBe('gpu')
  expect(() => assertGl('llvmpipe', 'SwiftShader')).toThrow(expect.objectContaining({ code: 'gl-unavailable' }))
})

test('a browser that the environment names comes first, and has to be there', () => {
  const folder = mkdtempSync(join(tmpdir(), 'spatialtunnel-test-'))
  const path = join(folder, 'chromium')
  writeFileSync(path, '')
  chmodSync(path, 0o755)
  expect(findBrowser({ SPATIALTUNNEL_BROWSER: path })).toBe(path)
  expect(() => findBrowser({ SPATIALTUNNEL_BROWSER: `${path}-not` })).toThrow(
    expect.objectContaining({ code: 'browser-missing' }),
  )
  rmSync(folder, { recursive: true })
})

import { expect, test } from 'vitest'
import type { Provenance } from '../core/manifest.ts'
import { toleranceFor } from './tolerances.ts'

const here: Provenance = {
  toolVersion: '0.2.0',
  gl: { name: 'llvmpipe', vendor: 'Mesa', renderer: 'llvmpipe (LLVM 15.0.6 256 bits)', version: 'OpenGL ES 3.2' },
  browser: { version: '156.0', flags: [] },
  cpuModel: 'AMD EPYC',
  platform: 'linux x64',
}
const swiftshader: Provenance = { ...here, gl: { ...here.gl, name: 'swiftshader', renderer: 'SwiftShader' } }
const gpu: Provenance = { ...here, gl: { ...here.gl, name: 'gpu', renderer: 'NVIDIA' } }
const kindOf = (a: Provenance, b: Provenance) => [toleranceFor(a, b).kind, toleranceFor(b, a).kind]

test('the same GL on the same kind of machine has no tolerance', () => {
  const { kind, passes } = toleranceFor(here, { ...here, browser: { version: '156.0', flags: ['--mute-audio'] } })
  expect(kind).toBe('same')
  for (const pass of Object.values(passes)) expect(pass).toEqual({ within: 0, beyondShare: 0 })
})

test.each([
  ['another CPU', { cpuModel: 'Intel Xeon' }, 'other-machine'],
  ['another vector width', { gl: { ...here.gl, renderer: 'llvmpipe (LLVM 15.0.6 128 bits)' } }, 'other-machine'],
  ['another browser', { browser: { ...here.browser, version: '147.0' } }, 'other-machine'],
  ['another tool', { toolVersion: '0.3.0' }, 'not-stated'],
] as const)('llvmpipe and %s', (_, change, kind) => {
  expect(kindOf(here, { ...here, ...change })).toEqual([kind, kind])
})

test('SwiftShader does not compile for the CPU’s own instructions', () => {
  expect(kindOf(swiftshader, { ...swiftshader, cpuModel: 'Intel Xeon' })).toEqual(['same', 'same'])
  expect(kindOf(swiftshader, { ...swiftshader, platform: 'linux arm64' })).toEqual(['other-machine', 'other-machine'])
})

test('two software GLs have a tolerance, a GPU has none, not even against another', () => {
  expect(kindOf(here, swiftshader)).toEqual(['other-gl', 'other-gl'])
  expect(kindOf(here, gpu)).toEqual(['not-stated', 'not-stated'])
  expect(kindOf(gpu, { ...gpu, gl: { ...gpu.gl, renderer: 'AMD' } })).toEqual(['not-stated', 'not-stated'])
})

test('a tolerance never lets a mask or a depth be off away from outlines by more than a millimetre', () => {
  for (const other of [swiftshader, { ...here, cpuModel: 'Intel Xeon' }]) {
    const { passes } = toleranceFor(here, other)
    expect(passes.mask.within).toBe(0)
    expect(passes.depth.within).toBeLessThanOrEqual(1)
    expect(Math.max(passes.mask.beyondShare, passes.depth.beyondShare)).toBeLessThanOrEqual(0.005)
  }
})

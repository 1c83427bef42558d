import type { PassName } from '../core/dataset.ts'
import type { Provenance } from '../core/manifest.ts'
import type { PassTolerance } from './compare-images.ts'

/**
 * How far the pictures of one scene may be apart when two GLs, browsers or kinds of CPU drew them.
 *
 * Taken from 98 scenes (eight of every suite, spread over it, and the gallery) by `npm run bench:tolerances`, which prints
 * these figures, the largest over the scenes (AMD EPYC, Mesa 22.3.6 with LLVM 15, Chromium 156):
 *
 * | pair                                                         | RGB: values, pixels | mask: pixels | depth: mm, pixels |
 * | ------------------------------------------------------------ | ------------------- | ------------ | ----------------- |
 * | llvmpipe and SwiftShader                                     | 1, 0.49 %           | 0            | 1, 6              |
 * | llvmpipe of 256 bits and of 128, of 512 bits                 | 0                   | 0            | 0                 |
 * | llvmpipe with AVX-512 and with AVX alone, with SSE 4.1 alone | 0                   | 0            | 0                 |
 * | SwiftShader in Chromium 156 and in Chromium 147              | 0                   | 0            | 0                 |
 *
 * The margin: one code value more, and one pixel in ten thousand at outlines, where a ray that just hits in one may just
 * miss in the other. Depth is rounded to millimetres, so that the smallest difference can be a whole one. The other CPUs
 * were this one with its wider instructions switched off (Mesa's `GALLIUM_OVERRIDE_CPU_CAPS`, `LP_NATIVE_VECTOR_WIDTH`).
 */
export type PassTolerances = Readonly<Record<PassName, PassTolerance>>

const EXACT: PassTolerances = {
  rgb: { within: 0, beyondShare: 0 },
  mask: { within: 0, beyondShare: 0 },
  depth: { within: 0, beyondShare: 0 },
}

export interface Tolerance {
  readonly kind: 'same' | 'other-machine' | 'other-gl' | 'not-stated'
  readonly passes: PassTolerances
  /** Why this much. */
  readonly reason: string
}

const OTHER_MACHINE: PassTolerances = {
  rgb: { within: 1, beyondShare: 1e-4 },
  mask: { within: 0, beyondShare: 1e-4 },
  depth: { within: 1, beyondShare: 1e-4 },
}

const OTHER_GL: PassTolerances = { ...OTHER_MACHINE, rgb: { within: 2, beyondShare: 1e-4 } }

/** What two pictures of one scene may differ by, from what drew them. */
export function toleranceFor(drawn: Provenance, stored: Provenance): Tolerance {
  const names = [drawn.gl.name, stored.gl.name]
  if (drawn.toolVersion !== stored.toolVersion) {
    return notStated(`SpatialTunnel ${drawn.toolVersion} and ${stored.toolVersion} may draw differently by intention`)
  }
  if (names[0] !== names[1]) {
    if (names.includes('gpu')) return notStated('GPUs and their drivers differ, and none was measured')
    return {
      kind: 'other-gl',
      passes: OTHER_GL,
      reason: 'llvmpipe and SwiftShader divide, take roots and powers with different last bits',
    }
  }
  if (sameMachine(drawn, stored)) {
    return { kind: 'same', passes: EXACT, reason: 'the same GL, browser and kind of machine give the same bytes' }
  }
  if (names[0] === 'gpu') return notStated('GPUs and their drivers differ, and none was measured')
  return {
    kind: 'other-machine',
    passes: OTHER_MACHINE,
    reason: 'another build of the same GL, or a CPU that it compiles for otherwise, rounds some last bits differently',
  }
}

/** Of software GLs only llvmpipe compiles for the CPU's own instructions. */
function sameMachine(a: Provenance, b: Provenance): boolean {
  const parts = ({ gl, browser, platform, cpuModel }: Provenance): string[] => [
    gl.renderer,
    gl.version,
    browser.version,
    platform,
    gl.name === 'swiftshader' ? '' : cpuModel,
  ]
  const theirs = parts(b)
  return parts(a).every((part, k) => part === theirs[k])
}

const notStated = (why: string): Tolerance => ({
  kind: 'not-stated',
  passes: EXACT,
  reason: `no tolerance is stated: ${why}`,
})

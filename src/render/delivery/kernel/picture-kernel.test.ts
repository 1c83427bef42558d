import { describe, expect, test } from 'vitest'
import type { PassName } from '../../../core/dataset.ts'
import { stream } from '../../../core/rng.ts'
import { encodePng } from '../../../formats/png.ts'
import type { CapturedFrame } from '../../../protocol/render-job.ts'
import { type RawFrame, unpackFrame } from '../../unpack-frame.ts'
import { passImage } from '../encode-scene.ts'
import { PictureKernel } from './picture-kernel.ts'

const PASSES: readonly PassName[] = ['rgb', 'mask', 'depth']
const kernel = await PictureKernel.create()

/** A picture with what drawn ones have: smooth slopes with noise, flat areas, objects with sharp borders. */
function painted(widthPx: number, heightPx: number, seed: number, noise: number): RawFrame {
  const random = stream(seed, `${widthPx}x${heightPx}`, 'pixels')
  const color = new Uint32Array(widthPx * heightPx)
  const data = new Uint32Array(widthPx * heightPx)
  const right = Math.ceil(widthPx / 2)
  const bottom = Math.ceil(heightPx / 2)
  for (let y = 0, i = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, i++) {
      const byte = (slope: number): number => (slope * (x + y) + noise * random()) & 255
      color[i] = (byte(0.3) | (byte(0.1) << 8) | (byte(2) << 16) | (255 << 24)) >>> 0
      const inside = x < right && y < bottom
      const depthMm = inside ? 3000 + Math.floor(noise * random()) : Math.min(65_535, Math.floor(1e6 / (1 + x)))
      data[i] = ((inside ? 8 : 0) | (depthMm << 8) | ((inside ? 0b1000_0001 : 0) << 24)) >>> 0
    }
  }
  const box = [0, 0, right, bottom] as const
  return {
    widthPx,
    heightPx,
    color,
    data,
    objects: [
      { id: 8, box },
      { id: 1, box },
      { id: 2, box: null },
    ],
  }
}

function load(raw: RawFrame): CapturedFrame {
  const target = kernel.target(raw.widthPx, raw.heightPx)
  target.color.set(raw.color)
  target.data.set(raw.data)
  return kernel.unpack(raw)
}

describe('the kernel does what the plain code does, to the byte', () => {
  const sizes = [
    [512, 512],
    [640, 480],
    [301, 211],
    [16, 1],
    [1, 1],
    [3, 17],
    [7, 300],
  ] as const
  for (const [widthPx, heightPx] of sizes) {
    test.each([0, 3, 256])(`${widthPx} × ${heightPx}, noise of %i`, noise => {
      const raw = painted(widthPx, heightPx, 5, noise)
      const expected = unpackFrame(raw, PASSES)
      const frame = load(raw)
      expect(frame.aloneAreaPx).toEqual(expected.aloneAreaPx)
      for (const name of ['rgb', 'ids', 'depthMm'] as const) {
        const [found, wanted] = [frame[name], expected[name]].map(array => Buffer.from(array.slice().buffer)) as [
          Buffer,
          Buffer,
        ]
        expect([name, Buffer.compare(found, wanted)]).toEqual([name, 0])
      }
      for (const pass of PASSES) {
        expect([pass, Buffer.compare(kernel.encode(pass), encodePng(passImage(pass, expected)))]).toEqual([pass, 0])
      }
    })
  }
})

test('a frame leaves nothing behind for the next, whatever the sizes', () => {
  const [large, small] = [painted(301, 211, 1, 256), painted(40, 30, 2, 3)]
  load(small)
  const before = PASSES.map(pass => Buffer.from(kernel.encode(pass)))
  load(large)
  for (const pass of PASSES) kernel.encode(pass)
  load(small)
  PASSES.forEach((pass, i) => {
    expect(Buffer.compare(kernel.encode(pass), before[i]!)).toBe(0)
  })
})

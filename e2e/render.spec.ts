import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { randomScene } from '../src/core/scene.fixture.ts'
import { parseScene } from '../src/core/scene.ts'
import type { GlName } from '../src/node/gl.ts'
import { identifyGl } from '../src/node/gl.ts'
import { RenderLab } from './render-lab.ts'

/** How many random scenes; `npm run soak` asks for more. */
const SCENES = Number(process.env.SPATIALTUNNEL_RENDER_SCENES ?? 5)

/** Background and sun, from none to the strongest. */
const LIGHTS = [
  [0, 0],
  [0, 4],
  [0.15, 1],
  [2, 0],
  [2, 4],
] as const

/** SHA-256 of colours, ids and depth, of scenes that between them show all shapes, fog, no pattern and a turned camera. */
const GOLDEN_FILE = 'e2e/golden-swiftshader.json'
const GOLDEN_SCENES = ['counter-far-low', 'five-shapes', 'fog-and-no-texture', 'rolled-camera'] as const

for (const gl of ['llvmpipe', 'swiftshader'] satisfies GlName[]) {
  test.describe(`renderer on ${gl}`, () => {
    test.describe.configure({ mode: 'serial', timeout: 300_000 })
    let lab: RenderLab

    test.beforeAll(async () => {
      lab = await RenderLab.start(gl)
      const found = identifyGl((await lab.call('glInfo')).renderer)
      test.skip(found !== gl && process.env.CI === undefined, `${gl} is not on this machine`)
      expect(found).toBe(gl)
    })
    test.afterAll(() => lab.close())

    test('ids and depth are those of a float64 ray caster, pixel by pixel', async () => {
      for (const found of await lab.call('compareWithReference', 0, SCENES)) {
        expect(found, found.seed).toMatchObject({ insideDifferent: 0, problems: [] })
        expect(found.differentIds, found.seed).toBeLessThanOrEqual(2 + found.objectPixels * 1e-3)
        expect(found.depthMm, found.seed).toBeLessThanOrEqual(1)
        expect(found.aloneDifference, found.seed).toBeLessThanOrEqual(3)
      }
    })

    test('every random scene passes its certificate', async () => {
      expect(await lab.call('failedCertificates', 0, 6 * SCENES)).toEqual([])
    })

    test('a mirrored scene gives the mirrored mask', async () => {
      for (const { seed, share, inside } of await lab.call('mirrorDifferences', 0, SCENES)) {
        expect(share, seed).toBeLessThanOrEqual(0.005)
        expect(inside, seed).toBe(0)
      }
    })

    test('the same bytes in any order, and in a fresh page with another clock and other random numbers', async () => {
      const scenes = Array.from({ length: 6 }, (_, k) => randomScene(`bytes-${k}`, { objects: 1 + (k % 2) }))
      const order = scenes.map((_, k) => k)
      const first = await lab.call('hashes', scenes, order)
      expect(new Set(first).size).toBe(scenes.length)
      expect(await lab.call('hashes', scenes, order.toReversed())).toEqual(first)
      await lab.freshPage()
      await lab.call('disturbClockAndRandom')
      expect(await lab.call('hashes', scenes, order.toReversed())).toEqual(first)
    })

    if (gl === 'swiftshader') {
      test('four scenes have the bytes that they have on every machine', async () => {
        const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
        const scenes = GOLDEN_SCENES.map(name => parseScene(read(`scenes/gallery/${name}.json`)))
        const hashes = await lab.call('hashes', scenes, [...scenes.keys()])
        const found = Object.fromEntries(GOLDEN_SCENES.map((name, k) => [name, hashes[k]]))
        if (process.env.UPDATE) writeFileSync(GOLDEN_FILE, `${JSON.stringify(found, null, 2)}\n`)
        const told = 'after a change of the shader that is meant: UPDATE=1 npx playwright test e2e/render.spec.ts'
        expect(found, told).toEqual(read(GOLDEN_FILE))
      })
    }

    test('the same bytes on a GL with few varyings', async () => {
      const scenes = [2, 5].map(objects => randomScene(`narrow-${objects}`, { objects }))
      const order = [...scenes.keys()]
      expect(await lab.call('hashes', scenes, order, true)).toEqual(await lab.call('hashes', scenes, order))
    })

    test('a lost context is replaced by a new one that draws the same bytes', async () => {
      const scene = randomScene('lost', { objects: 2 })
      const before = await lab.call('hashes', [scene], [0])
      await lab.call('loseContext')
      expect(await lab.call('hashes', [scene], [0])).toEqual(before)
    })

    test('the seven colours are told apart in every light', async () => {
      const positions = [270, 90, 180]
      for (const sun of [1.25, 1.5, 1.75]) {
        for (const [backgroundIntensity, sunIntensity] of LIGHTS) {
          const sunElevationDeg = sun === 1.5 ? 0 : 35
          const light = { sunRotationRad: sun * Math.PI, sunElevationDeg, backgroundIntensity, sunIntensity }
          for (const [k, thetaDeg] of positions.entries()) {
            const found = await lab.call('closestColors', light, k % 2 === 0 ? 'cube' : 'sphere', thetaDeg)
            expect(found.distance, `${found.pair} in ${JSON.stringify(light)} at ${thetaDeg}°`).toBeGreaterThan(18)
          }
        }
      }
    })

    test('no side of the tunnel has a mark of its own', async () => {
      // Two code values: the ordered dither is not symmetric.
      for (const texture of ['panels', 'checker', 'plain']) {
        expect(await lab.call('wallAsymmetry', texture), texture).toBeLessThanOrEqual(2)
      }
    })

    test('nothing is left behind by drawing', async () => {
      const { first, second } = await lab.call('resourceGrowth', 8)
      expect(second).toEqual(first)
    })

    test('objects that cut into each other and hide each other are told apart by depth', async () => {
      const camera = { widthPx: 160, heightPx: 120 }
      const near = { color: 'red', sizeM: 0.3, depthM: 3, thetaDeg: 0 } as const
      const shapes = ['sphere', 'cube', 'cylinder', 'cone', 'torus'] as const
      for (const [k, shape] of shapes.entries()) {
        const objects = [
          { ...near, shape, yawDeg: 20 },
          { ...near, shape: shapes[(k + 1) % shapes.length]!, color: 'blue', depthM: 3.2, thetaDeg: 8, yawDeg: 45 },
        ]
        const found = await lab.call('compareScene', shape, parseScene({ version: 1, camera, objects }))
        expect(found, shape).toMatchObject({ insideDifferent: 0 })
        expect(found.differentIds, shape).toBeLessThanOrEqual(3)
        expect(found.depthMm, shape).toBeLessThanOrEqual(1)
      }
    })

    test('far, tiny and strange scenes keep their depth', async () => {
      const object = { shape: 'cube', color: 'green', sizeM: 0.3, depthM: 6, thetaDeg: 33 }
      const scenes = {
        far: { camera: { zM: -900, fovYDeg: 30 }, tunnel: { lengthM: 1000 }, objects: [{ ...object, depthM: 940 }] },
        'out of the tunnel': { camera: { zM: -25 }, objects: [{ ...object, depthM: 28 }] },
        'turned aside': { camera: { yawDeg: 60, pitchDeg: -30, rollDeg: 100, fovYDeg: 100 }, objects: [object] },
        wide: { camera: { widthPx: 640, heightPx: 96, fovYDeg: 40 }, objects: [object] },
        'rolled, off the axis': { camera: { xM: 0.9, yM: -0.9, rollDeg: -170 }, objects: [object] },
      }
      for (const [name, parts] of Object.entries(scenes)) {
        const found = await lab.call('compareScene', name, parseScene({ version: 1, ...parts }))
        expect(found.differentIds, name).toBeLessThanOrEqual(2)
        expect(found.depthMm, name).toBeLessThanOrEqual(1)
      }
    })
  })
}

import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import gridSuite from '../../scenes/grid.json' with { type: 'json' }
import { certify } from './certificate.ts'
import { expander } from './expand.ts'
import { type ReferenceFrame, referenceFrame } from './reference-frame.fixture.ts'
import { parseScene, type Scene } from './scene.ts'
import { parseSuite } from './suite.ts'
import { sceneTruth } from './truth.ts'

const grid = expander(parseSuite(gridSuite))
const GALLERY = new URL('../../scenes/gallery/', import.meta.url)

const codesOf = (scene: Scene, frame: ReferenceFrame): string[] =>
  certify(scene, sceneTruth(scene), frame).problems.map(problem => `${problem.code} ${problem.object}`)

describe('the float64 reference passes', () => {
  test.each([0, 100, 131])('grid scene %i', index => {
    const { scene, truth } = grid.scene(index)
    const certificate = certify(scene, truth, referenceFrame(scene))
    expect(certificate.problems).toEqual([])
    for (const object of certificate.objects) {
      expect(object.visibleFraction).toBe(1)
      expect(object.inFrameFraction).toBeCloseTo(1, 1)
    }
  })

  test.each(readdirSync(GALLERY))('gallery scene %s', name => {
    const scene = parseScene(JSON.parse(readFileSync(new URL(name, GALLERY), 'utf8')))
    expect(codesOf(scene, referenceFrame(scene))).toEqual([])
  })

  test('an object that the image cuts, and one that another covers', () => {
    const scene = parseScene({
      version: 1,
      objects: [
        { shape: 'cube', color: 'red', sizeM: 0.3, depthM: 1, thetaDeg: 0 },
        { shape: 'sphere', color: 'blue', sizeM: 0.3, depthM: 2.5, thetaDeg: 180 },
        { shape: 'sphere', color: 'cyan', sizeM: 0.3, depthM: 3.6, thetaDeg: 180 },
      ],
    })
    const { objects, problems } = certify(scene, sceneTruth(scene), referenceFrame(scene))
    expect(problems).toEqual([])
    expect(objects[0]!.inFrameFraction).toBeLessThan(0.9)
    expect(objects[2]!.visibleFraction).toBeGreaterThan(0)
    expect(objects[2]!.visibleFraction).toBeLessThan(1)
  })
})

describe('damage is named', () => {
  const { scene } = grid.scene(100)
  const frame = referenceFrame(scene)
  const withIds = (change: (ids: Uint8Array, from: Uint8Array) => void): ReferenceFrame => {
    const ids = frame.ids.slice()
    change(ids, frame.ids)
    return { ...frame, ids }
  }

  test('an object shifted by 2 px', () => {
    const shifted = withIds((ids, from) => {
      ids.fill(0)
      from.forEach((id, i) => {
        if (id > 0) ids[i + (id === 1 ? 2 : 0)] = id
      })
    })
    expect(codesOf(scene, shifted)).toEqual(expect.arrayContaining(['centroid-off 1', 'box-off 1']))
    expect(codesOf(scene, shifted).filter(code => code.endsWith('2'))).toEqual([])
  })

  test('two ids swapped', () => {
    const swapped = withIds((ids, from) => {
      from.forEach((id, i) => {
        ids[i] = id === 0 ? 0 : 3 - id
      })
    })
    const codes = codesOf(scene, swapped)
    expect(codes).toEqual(expect.arrayContaining(['box-off 1', 'depth-off 1', 'box-off 2', 'depth-off 2']))
  })

  test('depth scaled by 1.001', () => {
    const depthMm = frame.depthMm.map(mm => (mm === 65535 ? mm : Math.round(mm * 1.001)))
    expect(codesOf(scene, { ...frame, depthMm })).toEqual(['depth-off 1', 'depth-off 2'])
  })

  test('an id that no object has', () => {
    const stray = withIds(ids => {
      ids[0] = 5
    })
    expect(codesOf(scene, stray)).toEqual(['id-unknown 0'])
  })

  test('an object that was not drawn', () => {
    const missing = withIds(ids => {
      ids.forEach((id, i) => {
        if (id === 2) ids[i] = 0
      })
    })
    expect(codesOf(scene, { ...missing, aloneAreaPx: [frame.aloneAreaPx[0]!, 0] })).toEqual(['area-off 2'])
  })
})

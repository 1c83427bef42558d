import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SpatialTunnelError } from './errors.ts'
import { randomScene } from './scene.fixture.ts'
import { parseScene, SCENE_VERSION } from './scene.ts'
import { overlapM } from './scene-check.ts'
import { SCENE_MIGRATIONS } from './scene-migrations.ts'
import { solidOf } from './solid.ts'

const FIXTURES = new URL('./fixtures/', import.meta.url)
const object = { shape: 'sphere', color: 'red', sizeM: 0.2, depthM: 6, thetaDeg: 90 }

const failure = (value: unknown): { code: string; where: string } => {
  try {
    parseScene(value)
  } catch (error) {
    if (error instanceof SpatialTunnelError) return { code: error.code, where: error.where }
    throw error
  }
  return { code: 'no error', where: '' }
}

test('every version ever written has a frozen scene that still reads as it did', () => {
  expect(SCENE_VERSION).toBe(SCENE_MIGRATIONS.length)
  const files = readdirSync(FIXTURES).filter(name => /^scene-v\d+\.json$/.test(name))
  expect(files.sort()).toEqual(Array.from({ length: SCENE_VERSION + 1 }, (_, v) => `scene-v${v}.json`))
  for (const name of files) {
    const { written, read } = JSON.parse(readFileSync(new URL(name, FIXTURES), 'utf8')) as Record<string, unknown>
    expect(parseScene(written), name).toEqual(read)
  }
})

test('the shorthand that people write by hand needs only objects', () => {
  const scene = parseScene({ objects: [{ ...object, thetaDeg: -90 }] })
  expect(scene.version).toBe(SCENE_VERSION)
  expect(scene.objects[0]!.thetaDeg).toBe(270)
  expect(scene.camera).toMatchObject({ widthPx: 512, heightPx: 512, fovYDeg: 50 })
})

test('reading what was read changes nothing', () => {
  for (let seed = 0; seed < 50; seed++) {
    const scene = randomScene(seed, { objects: 4 })
    expect(parseScene(JSON.parse(JSON.stringify(scene)))).toEqual(scene)
  }
})

test('errors name the field', () => {
  const with1 = (change: object) => ({ version: 1, objects: [object, { ...object, ...change }] })
  expect(failure(with1({ shape: 'banana' }))).toEqual({ code: 'scene-invalid', where: 'objects[1].shape' })
  expect(failure(with1({ sizeM: 0 }))).toEqual({ code: 'scene-invalid', where: 'objects[1].sizeM' })
  expect(failure(with1({ depthM: -2 }))).toEqual({ code: 'scene-invalid', where: 'objects[1].depthM' })
  expect(failure(with1({ thetaDeg: Number.NaN }))).toEqual({ code: 'scene-invalid', where: 'objects[1].thetaDeg' })
  expect(failure({ version: 1, objects: Array(9).fill(object) })).toEqual({ code: 'scene-invalid', where: 'objects' })
  expect(failure({ version: 1, objects: [] })).toEqual({ code: 'scene-invalid', where: 'objects' })
  expect(failure({ version: 1, objects: [object], extra: 1 }).code).toBe('scene-invalid')
  expect(failure({ version: 2, objects: [object] }).code).toBe('version-too-new')
  for (const value of [null, 3, 'x', [], undefined]) expect(failure(value).code).toBe('scene-invalid')
})

test('what was expected is said as a person would', () => {
  const said = (change: object): string => {
    try {
      parseScene({ objects: [{ ...object, ...change }] })
    } catch (error) {
      return (error as SpatialTunnelError).expected
    }
    return ''
  }
  expect(said({ sizeM: 0 })).toBe('a number ≥ 0.01')
  expect(said({ thetaDeg: '90' })).toBe('a number')
  expect(said({ shape: 'banana' })).toBe('one of "sphere" | "cube" | "cylinder" | "cone" | "torus"')
  expect(said({ radiusM: 1 })).toBe('no field named "radiusM"')
})

test('overlap of two spheres is exact, and of touching cubes nothing', () => {
  const solid = (change: object) => solidOf(parseScene({ objects: [{ ...object, ...change }] }).objects[0]!)
  expect(overlapM(solid({ depthM: 3 }), solid({ depthM: 3.3 }))).toBeCloseTo(0.1, 10)
  expect(overlapM(solid({ shape: 'cube', depthM: 3 }), solid({ shape: 'cube', depthM: 3.4 }))).toBeCloseTo(0, 6)
  expect(overlapM(solid({ shape: 'cube', depthM: 3 }), solid({ shape: 'cube', depthM: 3.35, yawDeg: 0 }))).toBeCloseTo(
    0.05,
    4,
  )
  // A yawed cube reaches further along z.
  expect(
    overlapM(
      solid({ shape: 'cube', depthM: 3, insetM: 0.3 }),
      solid({ shape: 'cube', depthM: 3.45, yawDeg: 45, insetM: 0.3 }),
    ),
  ).toBeGreaterThan(0.02)
})

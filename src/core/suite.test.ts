import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { canonicalJson } from './canonical.ts'
import { contrastiveDesign } from './contrastive.ts'
import { SpatialTunnelError } from './errors.ts'
import { expander, expandSuite } from './expand.ts'
import { questionsOf } from './questions.ts'
import { CATEGORIES, relationsOf } from './relations.ts'
import { parseScene } from './scene.ts'
import { sceneProblems } from './scene-check.ts'
import { cellOf, parseSuite, type Suite, suiteSize } from './suite.ts'
import { isFullyVisible } from './visibility.ts'

const FOLDER = new URL('../../scenes/', import.meta.url)
const read = (name: string): Record<string, unknown> => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'))
const shipped = (name: string): Suite => parseSuite(read(`${name}.json`))

const codeOf = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    if (error instanceof SpatialTunnelError) return error.code
    throw error
  }
  return 'no error'
}

const splitsOf = (suite: Suite): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { truth } of expandSuite(suite)) counts[truth.pairs[0]!.split] = (counts[truth.pairs[0]!.split] ?? 0) + 1
  return counts
}

test('the shipped suites have the sizes and splits of the paper and of the spec', () => {
  expect(['grid', 'phase', 'size', 'contrastive'].map(name => suiteSize(shipped(name)))).toEqual([
    256, 3072, 1100, 1200,
  ])
  expect(splitsOf(shipped('grid'))).toEqual({ consistent: 116, counter: 116, ambiguous: 24 })
  expect(splitsOf(shipped('phase'))).toEqual({ consistent: 1392, counter: 1392, ambiguous: 288 })
})

test('every suite and gallery scene in scenes/ is read, and its first scenes are sound', () => {
  const names = readdirSync(FOLDER).filter(name => name.endsWith('.json') && name !== 'palette.json')
  expect(names.length).toBeGreaterThanOrEqual(5)
  for (const name of names) {
    const suite = parseSuite(read(name))
    for (const { scene } of expandSuite(suite, 0, Math.min(8, suiteSize(suite))))
      expect(sceneProblems(scene), name).toEqual([])
  }
  const gallery = readdirSync(new URL('gallery/', FOLDER))
  expect(gallery).toHaveLength(10)
  for (const name of gallery) {
    const scene = parseScene(read(`gallery/${name}`))
    expect(sceneProblems(scene), name).toEqual([])
  }
})

test('a scene depends on the suite and its index alone', () => {
  const suite = shipped('size')
  const forwards = [...expandSuite(suite, 100, 140)].map(item => canonicalJson(item))
  const ready = expander(suite)
  const backwards = Array.from({ length: 40 }, (_, i) => canonicalJson(ready.scene(139 - i))).reverse()
  expect(backwards).toEqual(forwards)
})

test('a new random field shifts no other', () => {
  const suite = shipped('grid')
  const more = parseSuite({ ...suite, random: [{ field: 'camera.pitchDeg', uniform: [0, 0.001] }, ...suite.random] })
  const [before, after] = [suite, more].map(item => [...expandSuite(item, 0, 20)].map(({ scene }) => scene))
  expect(after!.map(scene => ({ ...scene, camera: null }))).toEqual(before!.map(scene => ({ ...scene, camera: null })))
  expect(after![3]!.camera.pitchDeg).not.toBe(before![3]!.camera.pitchDeg)
})

test('index order: factors in file order, the last fastest, then the instance', () => {
  const suite = shipped('phase')
  expect([0, 11, 12, 16 * 12, 3071].map(index => cellOf(suite, index))).toEqual([
    { levels: [0, 0, 0, 0], instance: 0 },
    { levels: [0, 0, 1, 1], instance: 2 },
    { levels: [0, 1, 0, 0], instance: 0 },
    { levels: [1, 0, 0, 0], instance: 0 },
    { levels: [15, 15, 1, 1], instance: 2 },
  ])
  const { id, scene } = expander(suite).scene(12 * (16 * 3 + 5) + 7)
  expect(id).toBe('phase-000643')
  expect(scene.objects.map(object => object.thetaDeg)).toEqual([67.5, 112.5])
})

test("random fields have the paper's distributions", () => {
  const scenes = [...expandSuite(shipped('phase'))].map(({ scene }) => scene)
  const share = (test: (scene: (typeof scenes)[number]) => boolean) => scenes.filter(test).length / scenes.length
  for (const color of ['red', 'black']) expect(share(scene => scene.objects[0]!.color === color)).toBeCloseTo(1 / 7, 1)
  // (colour, shape) distinct: only where the shapes differ, in half of the scenes, the colours may agree.
  expect(share(scene => scene.objects[0]!.color === scene.objects[1]!.color)).toBeCloseTo(1 / 14, 1.7)
  for (const scene of scenes) {
    const [far, near] = [scene.objects[0]!, scene.objects[1]!]
    expect(`${far.color} ${far.shape}`).not.toBe(`${near.color} ${near.shape}`)
    expect(far.sizeM >= 0.2 && far.sizeM < 0.3 && near.sizeM >= 0.1 && near.sizeM < 0.15).toBe(true)
    expect(scene.light.sunRotationRad >= 1.25 * Math.PI && scene.light.sunRotationRad < 1.75 * Math.PI).toBe(true)
  }
})

test('phase: every cell holds each pair of shapes three times', () => {
  const scenes = [...expandSuite(shipped('phase'))].map(({ scene }) => scene)
  const counts = new Map<string, number>()
  for (const { objects } of scenes) {
    const key = objects.map(object => `${object.thetaDeg} ${object.shape}`).join(', ')
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  expect([...counts.values()]).toEqual(new Array(16 * 16 * 4).fill(3))
})

test('size: s1 runs from 0.10 to 0.30, s2 is 0.4 − s1, all in full view', () => {
  const scenes = [...expandSuite(shipped('size'))].map(({ scene }) => scene)
  expect(new Set(scenes.map(scene => scene.objects[0]!.sizeM)).size).toBe(11)
  for (const scene of scenes) expect(scene.objects[0]!.sizeM + scene.objects[1]!.sizeM).toBeCloseTo(0.4, 12)
  expect(scenes.every(isFullyVisible)).toBe(true)
})

test('contrastive: 200 scenes a category, the other axes balanced to the scene', () => {
  const counts: Record<string, Record<string, number>> = {}
  for (const { index, id, truth } of expandSuite(shipped('contrastive'))) {
    const design = contrastiveDesign(index)
    const relations = relationsOf(truth, design.a, design.b)
    const cell = `${relations.horizontal} ${relations.vertical} ${relations.distance}`
    counts[design.category] ??= {}
    counts[design.category]![cell] = (counts[design.category]![cell] ?? 0) + 1
    const [original, swapped] = questionsOf({ sceneId: id, index, image: 'x.png', truth }, ['contrastive'])
    expect(original!.answer).toBe(design.category)
    expect(CATEGORIES.indexOf(swapped!.answer as 'left') ^ 1).toBe(CATEGORIES.indexOf(design.category))
    expect(original!.pairId).toBe(swapped!.pairId)
  }
  expect(Object.keys(counts).sort()).toEqual([...CATEGORIES].sort())
  for (const category of CATEGORIES) expect(Object.values(counts[category]!), category).toEqual([50, 50, 50, 50])
})

test('bad suites are refused with a code', () => {
  const grid = read('grid.json')
  const objects = (grid.base as { objects: object[] }).objects
  const first = (change: object) => () => [...expandSuite(parseSuite({ ...grid, ...change }), 0, 1)]
  const withBase = (base: object) => first({ base: { ...(grid.base as object), ...base } })
  const random = grid.random as { field: string }[]
  const withRandom = (...items: { field: string; choice: unknown[] }[]) =>
    first({ random: [...random.filter(({ field }) => !items.some(item => item.field === field)), ...items] })
  expect(codeOf(first({ repeats: 4_000_000 }))).toBe('suite-invalid')
  expect(
    codeOf(
      first({
        repeats: 1_000_000,
        factors: [{ field: 'camera.pitchDeg', range: { from: 0, step: 0.01, count: 1000 } }],
      }),
    ),
  ).toBe('suite-too-large')
  expect(codeOf(first({ factors: [{ field: 'objects[0].colour', values: ['red'] }] }))).toBe('unknown-field')
  expect(codeOf(first({ factors: [{ field: '__proto__.x', values: [1] }] }))).toBe('unknown-field')
  expect(codeOf(first({ version: 99 }))).toBe('version-too-new')
  expect(codeOf(first({ surprise: 1 }))).toBe('suite-invalid')
  expect(() => parseSuite({ version: 1, objects: [] })).toThrow(/found a scene, expected a suite/)
  const deep: unknown = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)
  expect(codeOf(withBase({ camera: { yawDeg: deep } }))).toBe('suite-invalid')
  expect(codeOf(first({ random: [...random, random[0]] }))).toBe('suite-invalid')
  expect(codeOf(withRandom({ field: 'objects[0].shape', choice: ['banana'] }))).toBe('scene-invalid')
  expect(codeOf(withRandom({ field: 'objects[0].sizeM', choice: [0] }))).toBe('scene-invalid')
  expect(
    codeOf(withRandom({ field: 'objects[0].sizeM', choice: [0.85] }, { field: 'objects[0].insetM', choice: [0.3] })),
  ).toBe('object-too-large')
  expect(codeOf(withBase({ objects: [{ depthM: 6 }, { depthM: -3 }] }))).toBe('scene-invalid')
  expect(codeOf(withBase({ camera: { zM: -5 } }))).toBe('object-behind-camera')
  expect(codeOf(withBase({ objects: [{ depthM: 19.9 }, { depthM: 3 }] }))).toBe('object-beyond-tunnel')
  expect(codeOf(withBase({ objects: [...objects, ...objects, ...objects, ...objects, { depthM: 3 }] }))).toBe(
    'suite-invalid',
  )
  expect(
    codeOf(
      first({
        factors: [
          { field: 'objects[0].thetaDeg', values: [0] },
          { field: 'objects[1].thetaDeg', values: [0] },
        ],
        base: { ...(grid.base as object), objects: [{ depthM: 3.1 }, { depthM: 3 }] },
        constraints: [],
      }),
    ),
  ).toBe('objects-overlap')
  expect(
    codeOf(
      first({
        factors: [],
        random: [...random, ...[0, 1].map(i => ({ field: `objects[${i}].thetaDeg`, choice: [0] }))],
        base: { ...(grid.base as object), camera: { fovYDeg: 10 } },
      }),
    ),
  ).toBe('suite-unsatisfiable')
})

test('of a million scenes any one is expanded alone, and is the one that all before it would have led to', () => {
  const range = (from: number, step: number, count: number) => ({ from, step, count })
  const million = parseSuite({
    ...read('grid.json'),
    name: 'million',
    repeats: 1000,
    factors: [
      { field: 'objects[0].thetaDeg', range: range(0, 11.25, 25) },
      { field: 'objects[1].thetaDeg', range: range(0, 9, 40) },
    ],
  })
  expect(suiteSize(million)).toBe(1_000_000)
  const last = expander(million).scene(999_999)
  expect(last.id).toBe('million-999999')
  expect(last.scene.objects.map(({ thetaDeg }) => thetaDeg)).toEqual([24 * 11.25, 39 * 9])
  const around = [...expandSuite(million, 999_990)]
  expect(around).toHaveLength(10)
  expect(around.at(-1)).toEqual(last)
  // Lazily: the first of a million costs no more than the first of ten.
  const { value } = expandSuite(million).next()
  expect(value).toEqual(expander(million).scene(0))
})

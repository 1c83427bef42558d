import { expect, test } from 'vitest'
import { parseScene, type Scene } from '../../core/scene.ts'
import { sceneTruth } from '../../core/truth.ts'
import {
  addObject,
  flipScene,
  mirrorScene,
  randomise,
  removeObject,
  snapThetaDeg,
  swapDepths,
  turnObject,
} from './edits.ts'

const scene = parseScene({
  camera: { xM: 0.1, yM: -0.2, yawDeg: 2, pitchDeg: 3, rollDeg: 4 },
  light: { sunRotationRad: 4.2 },
  objects: [
    { shape: 'sphere', color: 'red', sizeM: 0.2, depthM: 6, thetaDeg: 67.5, yawDeg: 10 },
    { shape: 'cube', color: 'cyan', sizeM: 0.1, depthM: 3, thetaDeg: 180 },
  ],
})
const centers = (s: Scene) => sceneTruth(s).objects.map(object => object.centerPx)
const close = (a: readonly (readonly number[])[], b: readonly (readonly number[])[]) =>
  expect(a.flat().map(value => Number(value.toFixed(6)))).toEqual(b.flat().map(value => Number(value.toFixed(6))))

test('mirror: every centre at width − x, and twice is the scene itself', () => {
  close(
    centers(mirrorScene(scene)),
    centers(scene).map(([x, y]) => [512 - x, y]),
  )
  const twice = mirrorScene(mirrorScene(scene))
  expect(twice.objects).toEqual(scene.objects)
  expect(twice.light.sunRotationRad).toBeCloseTo(4.2, 12)
})

test('flip: every centre at height − y, and twice is the scene itself', () => {
  close(
    centers(flipScene(scene)),
    centers(scene).map(([x, y]) => [x, 512 - y]),
  )
  expect(flipScene(flipScene(scene))).toEqual(scene)
})

test('mirror and flip make valid scenes of every angle', () => {
  for (let k = 0; k < 16; k++) {
    const turned = turnObject(0, k * 22.5)(scene)
    expect(parseScene(mirrorScene(turned))).toEqual(mirrorScene(turned))
    expect(parseScene(flipScene(turned))).toEqual(flipScene(turned))
  }
})

test('swapped depths turn the split around and keep the angles', () => {
  const upright = parseScene({
    objects: [
      { ...scene.objects[0]!, thetaDeg: 90 },
      { ...scene.objects[1]!, thetaDeg: 270 },
    ],
  })
  const swapped = swapDepths(0, 1)(upright)
  expect(sceneTruth(upright).pairs[0]!.split).toBe('consistent')
  expect(sceneTruth(swapped).pairs[0]!.split).toBe('counter')
  expect(swapped.objects.map(object => object.thetaDeg)).toEqual([90, 270])
  expect(swapDepths(0, 1)(swapped)).toEqual(upright)
  expect(swapDepths(0, 5)(upright)).toBe(upright)
})

test('added objects have names of their own, up to eight', () => {
  const full = Array.from({ length: 10 }).reduce<Scene>(addObject, scene)
  expect(full.objects).toHaveLength(8)
  expect(new Set(full.objects.map(object => `${object.color} ${object.shape}`)).size).toBe(8)
  expect(new Set(full.objects.map(object => object.thetaDeg)).size).toBe(8)
})

test('the last object stays', () => {
  const one = removeObject(0)(scene)
  expect(one.objects).toEqual([scene.objects[1]])
  expect(removeObject(0)(one)).toBe(one)
})

test('randomise: the seed alone decides, depths stay, names differ', () => {
  expect(randomise(7)(scene)).toEqual(randomise(7)(scene))
  expect(randomise(0)(scene)).not.toEqual(randomise(1)(scene))
  for (let seed = 0; seed < 50; seed++) {
    const { objects, light } = parseScene(randomise(seed)(scene))
    expect(objects.map(object => object.depthM)).toEqual([6, 3])
    expect(`${objects[0]!.color} ${objects[0]!.shape}`).not.toBe(`${objects[1]!.color} ${objects[1]!.shape}`)
    expect(objects[0]!.thetaDeg % 22.5).toBe(0)
    expect(light.sunRotationRad).toBeGreaterThanOrEqual(1.25 * Math.PI - 1e-6)
    expect(light.sunRotationRad).toBeLessThanOrEqual(1.75 * Math.PI + 1e-6)
  }
})

test('snapping wraps: just below a full turn is 0', () => {
  expect([359, 11, 12, 348.8].map(snapThetaDeg)).toEqual([0, 0, 22.5, 0])
})

import { expect, test } from 'vitest'
import { parseScene } from '../core/scene.ts'
import { SCENE_DEFINES, SCENE_VECTORS, writeSceneNumbers } from './scene-numbers.ts'
import { packScene } from './scene-uniforms.ts'
import { WIDE_VECTORS } from './shaders.ts'

test('each name stands for its number', () => {
  const scene = parseScene({
    version: 1,
    camera: { widthPx: 320, heightPx: 200, xM: 0.25, pitchDeg: 5, yawDeg: -7 },
    light: { sunRotationRad: 4 },
    tunnel: { lengthM: 31, fogPerM: 0.02 },
    objects: [{ shape: 'cube', color: 'red', sizeM: 0.2, depthM: 4, thetaDeg: 30 }],
  })
  const packed = packScene(scene)
  const { light, eyeM, rays } = packed
  const written = new Float32Array(4 * SCENE_VECTORS).fill(Number.NaN)
  writeSceneNumbers(written, { scene, packed, topRowFirst: true })

  const expected = {
    EYE: eyeM,
    RAY_RIGHT: rays[0],
    RAY_DOWN: rays[1],
    RAY_CENTRE: rays[2],
    SUN_DIRECTION: light.sunDirection,
    SUN: light.sun,
    SKY: light.sky,
    OPENING: light.opening,
    EXPOSURE: light.exposure,
    WALL_RIGHT: light.walls[0],
    WALL_CEILING: light.walls[1],
    WALL_LEFT: light.walls[2],
    WALL_FLOOR: light.walls[3],
    SIZE_PX: [320, 200],
    TOP_ROW_FIRST: [1],
    TUNNEL_END: [31],
    FOG_PER_M: [0.02],
    SUN_INVERSE: [1 / light.sunDirection[0], 1 / light.sunDirection[1]],
    WALL_MEAN: light.wallMean,
    HAZE: light.haze,
  }
  const found = Object.fromEntries(SCENE_DEFINES.split('\n').map(line => readDefine(line, written)))
  expect(Object.keys(found)).toEqual(Object.keys(expected))
  for (const [name, value] of Object.entries(expected)) expect(found[name], name).toEqual(value.map(Math.fround))
})

/** `#define NAME SCENE[3].xyz` or `… vec2(SCENE[0].w, SCENE[1].w)` → the name, and the numbers at these places. */
function readDefine(line: string, written: Float32Array): [name: string, numbers: number[]] {
  const [, name, places] = /^#define (\w+) (.+)$/.exec(line)!
  const numbers = [...places!.matchAll(/SCENE\[(\d+)\]\.(\w+)/g)].flatMap(([, k, parts]) =>
    [...parts!].map(part => written[4 * Number(k) + 'xyzw'.indexOf(part)]!),
  )
  return [name!, numbers]
}

test('the varyings are no more than WebGL 2 promises, and in wide programs no more than its usual implementations have', () => {
  expect(SCENE_VECTORS).toBeLessThanOrEqual(15)
  expect(WIDE_VECTORS).toBeLessThanOrEqual(30)
})

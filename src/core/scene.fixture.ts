import { COLORS, SHAPES } from './palette.ts'
import { type Seed, stream } from './rng.ts'
import { parseScene, type Scene } from './scene.ts'
import { sceneProblems } from './scene-check.ts'

/** A valid scene with everything random: any shape, camera, yaw, inset. The seed names the failing case in tests. */
export function randomScene(seed: Seed, options: { objects?: number; cameras?: boolean } = {}): Scene {
  for (let attempt = 0; ; attempt++) {
    const next = stream(seed, `random-scene-${attempt}`, 'all')
    const between = (lo: number, hi: number): number => lo + next() * (hi - lo)
    const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!
    const tilt = options.cameras === false ? 0 : 1
    const scene = parseScene({
      version: 1,
      camera: {
        widthPx: pick([256, 384, 512]),
        heightPx: pick([256, 384, 512]),
        fovYDeg: 50 + tilt * between(-15, 25),
        xM: tilt * between(-0.3, 0.3),
        yM: tilt * between(-0.3, 0.3),
        yawDeg: tilt * between(-8, 8),
        pitchDeg: tilt * between(-8, 8),
        rollDeg: tilt * between(-30, 30),
      },
      light: { sunRotationRad: between(0, 6.28) },
      objects: Array.from({ length: options.objects ?? 2 }, () => ({
        shape: pick(SHAPES),
        color: pick(COLORS),
        sizeM: between(0.08, 0.32),
        roughness: between(0.05, 1),
        depthM: between(2.2, 10),
        thetaDeg: next() < 0.5 ? pick([0, 45, 90, 180, 270, 292.5]) : between(0, 359),
        yawDeg: between(-180, 180),
        insetM: next() < 0.7 ? 0 : between(0, 0.3),
      })),
    })
    if (sceneProblems(scene).length === 0) return scene
  }
}

/** The paper's two-object scene: object 1 at 6 m, object 2 at 3 m. */
export function twoObjects(
  theta1: number,
  theta2: number,
  more: { camera?: object; sizes?: [number, number] } = {},
): Scene {
  const [size1, size2] = more.sizes ?? [0.2, 0.1]
  return parseScene({
    version: 1,
    ...(more.camera ? { camera: more.camera } : {}),
    objects: [
      { shape: 'sphere', color: 'red', sizeM: size1, depthM: 6, thetaDeg: theta1 },
      { shape: 'cube', color: 'blue', sizeM: size2, depthM: 3, thetaDeg: theta2 },
    ],
  })
}

/** The scene seen in a mirror: θ → 180° − θ, yaw, roll and camera x negated, the sun's rotation mirrored. */
export function mirrored(scene: Scene): Scene {
  const { camera, light } = scene
  const turn = 2 * Math.PI
  return parseScene({
    ...scene,
    camera: { ...camera, xM: -camera.xM, yawDeg: -camera.yawDeg, rollDeg: -camera.rollDeg },
    light: { ...light, sunRotationRad: (Math.PI - light.sunRotationRad + 2 * turn) % turn },
    objects: scene.objects.map(object => ({
      ...object,
      thetaDeg: (180 - object.thetaDeg + 360) % 360,
      yawDeg: -object.yawDeg,
    })),
  })
}

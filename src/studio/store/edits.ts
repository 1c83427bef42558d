import { TUNNEL_ANGLES_DEG, wrapDeg } from '../../core/frames.ts'
import { PAPER_COLORS, PAPER_SHAPES } from '../../core/palette.ts'
import { choice, stream, uniform } from '../../core/rng.ts'
import { MAX_OBJECTS, type Scene, type SceneObject } from '../../core/scene.ts'

/** Edits of the document: a scene in, a new scene out. Nothing here knows of the screen. */
export type Edit = (scene: Scene) => Scene

/** Steps that a placement snaps to: the paper's 16 angles, and a tenth of a metre. */
export const DETENT_DEG = 22.5
export const DEPTH_STEP_M = 0.1

export const snapThetaDeg = (thetaDeg: number): number => wrapDeg(Math.round(thetaDeg / DETENT_DEG) * DETENT_DEG)
export const snapDepthM = (depthM: number): number => tidy(Math.round(depthM / DEPTH_STEP_M) * DEPTH_STEP_M)

/** Digits of a float sum that nobody set. */
export const tidy = (value: number): number => Number(value.toFixed(6))

export const setObject =
  (index: number, part: Partial<SceneObject>): Edit =>
  scene => ({ ...scene, objects: scene.objects.map((object, i) => (i === index ? { ...object, ...part } : object)) })

export type SceneGroup = 'camera' | 'tunnel' | 'light'

export const setGroup =
  <G extends SceneGroup>(group: G, part: Partial<Scene[G]>): Edit =>
  scene => ({ ...scene, [group]: { ...scene[group], ...part } })

/** Turns an object around the tunnel's axis; `byDeg` may leave [0, 360). */
export const turnObject =
  (index: number, byDeg: number): Edit =>
  scene =>
    setObject(index, { thetaDeg: tidy(wrapDeg(scene.objects[index]!.thetaDeg + byDeg)) })(scene)

export const pushObject =
  (index: number, byM: number): Edit =>
  scene =>
    setObject(index, { depthM: tidy(scene.objects[index]!.depthM + byM) })(scene)

/** Adds an object that differs from the others in name, on a free angle halfway down the others' depths. */
export const addObject: Edit = scene => {
  if (scene.objects.length >= MAX_OBJECTS) return scene
  const names = new Set(scene.objects.map(object => `${object.color} ${object.shape}`))
  const free = PAPER_SHAPES.flatMap(shape => PAPER_COLORS.map(color => ({ shape, color }))).find(
    ({ shape, color }) => !names.has(`${color} ${shape}`),
  )!
  const taken = scene.objects.map(object => object.thetaDeg)
  const gap = (deg: number): number => Math.min(...taken.map(t => Math.abs(((deg - t + 540) % 360) - 180)))
  const thetaDeg = TUNNEL_ANGLES_DEG.reduce((best, deg) => (gap(deg) > gap(best) + 1e-9 ? deg : best), 0)
  const object: SceneObject = { ...free, sizeM: 0.15, roughness: 0.5, depthM: 4.5, thetaDeg, yawDeg: 0, insetM: 0 }
  return { ...scene, objects: [...scene.objects, object] }
}

export const removeObject =
  (index: number): Edit =>
  scene =>
    scene.objects.length > 1 ? { ...scene, objects: scene.objects.filter((_, i) => i !== index) } : scene

/** The paper's matched counterfactual: both stay where they are in the tunnel's cross-section and exchange depths. */
export const swapDepths =
  (a: number, b: number): Edit =>
  scene => {
    const [first, second] = [scene.objects[a], scene.objects[b]]
    if (!first || !second || a === b) return scene
    return setObject(b, { depthM: first.depthM })(setObject(a, { depthM: second.depthM })(scene))
  }

/** Left for right: θ → 180° − θ, yaw, roll and camera x negated, and the sun with them. */
export const mirrorScene: Edit = scene => ({
  ...scene,
  camera: {
    ...scene.camera,
    xM: negated(scene.camera.xM),
    yawDeg: negated(scene.camera.yawDeg),
    rollDeg: negated(scene.camera.rollDeg),
  },
  light: { ...scene.light, sunRotationRad: mirrorRad(scene.light.sunRotationRad) },
  objects: scene.objects.map(object => ({
    ...object,
    thetaDeg: wrapDeg(180 - object.thetaDeg),
    yawDeg: negated(object.yawDeg),
  })),
})

/** Floor for ceiling: θ → −θ, pitch, roll and camera y negated. The light stays: a sun does not shine from below. */
export const flipScene: Edit = scene => ({
  ...scene,
  camera: {
    ...scene.camera,
    yM: negated(scene.camera.yM),
    pitchDeg: negated(scene.camera.pitchDeg),
    rollDeg: negated(scene.camera.rollDeg),
  },
  objects: scene.objects.map(object => ({ ...object, thetaDeg: wrapDeg(-object.thetaDeg) })),
})

const negated = (value: number): number => (value === 0 ? 0 : -value)

const mirrorRad = (rad: number): number => {
  const turn = 2 * Math.PI
  return (((Math.PI - rad) % turn) + turn) % turn
}

/** Sizes that the paper's `phase` suite starts from: object 1 and 2; ours for further objects. */
const BASE_SIZE_M: readonly number[] = [0.2, 0.1]

/**
 * The paper's randomisation of every object that is there: angle from the 16, shape and colour (names distinct),
 * roughness, size, and the sun. Depths stay. Each field draws from its own stream of the seed, as in a suite.
 */
export const randomise =
  (seed: number): Edit =>
  scene => {
    const draw = (field: string, retry = 0) => stream(seed, 'studio', field, retry)
    const names = new Set<string>()
    const objects = scene.objects.map((object, i): SceneObject => {
      const at = (field: string): string => `objects[${i}].${field}`
      let retry = 0
      let name = { shape: object.shape, color: object.color }
      do {
        name = {
          shape: choice(draw(at('shape'), retry), PAPER_SHAPES),
          color: choice(draw(at('color'), retry), PAPER_COLORS),
        }
        retry += 1
      } while (names.has(`${name.color} ${name.shape}`))
      names.add(`${name.color} ${name.shape}`)
      return {
        ...object,
        ...name,
        sizeM: tidy((BASE_SIZE_M[i] ?? 0.12) * uniform(draw(at('sizeM')), 1, 1.5)),
        roughness: tidy(uniform(draw(at('roughness')), 0.05, 1)),
        thetaDeg: choice(draw(at('thetaDeg')), TUNNEL_ANGLES_DEG),
      }
    })
    const sunRotationRad = tidy(uniform(draw('light.sunRotationRad'), 1.25 * Math.PI, 1.75 * Math.PI))
    return { ...scene, light: { ...scene.light, sunRotationRad }, objects }
  }

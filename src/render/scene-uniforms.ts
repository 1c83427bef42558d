import { cameraOf } from '../core/camera.ts'
import type { Vec3 } from '../core/frames.ts'
import { COLOR_LINEAR, SHAPES, type Shape } from '../core/palette.ts'
import { MAX_OBJECTS, type Scene } from '../core/scene.ts'
import { solidOf } from '../core/solid.ts'
import { apply, scale, subtract } from '../core/vector.ts'
import { type Light, lightOf } from './light.ts'
import { shadowAxes } from './shadow-axes.ts'
import { boxesMeet, type PixelBox, silhouetteBox } from './silhouette-box.ts'

/** One object as the shaders get it. */
export interface PackedObject {
  readonly shape: Shape
  /** 1-based place in the scene: the value in the id mask. */
  readonly id: number
  readonly box: PixelBox | null
  /** Places (in the packed order) of all objects whose rectangles meet this one's, itself included. */
  readonly cluster: readonly number[]
}

/** Everything that one picture needs, in float64, before it becomes uniforms. */
export interface PackedScene {
  readonly widthPx: number
  readonly heightPx: number
  readonly eyeM: Vec3
  /** World directions of one pixel right, one pixel down, and of the image's centre at depth 1. */
  readonly rays: readonly [Vec3, Vec3, Vec3]
  readonly light: Light
  /** Sorted by shape in the order of SHAPES, then by place in the scene. */
  readonly objects: readonly PackedObject[]
  /**
   * `OBJECT_VECTORS` vec4 an object: centre relative to the camera, half extent; cos yaw, sin yaw, roughness, 1 / half
   * extent; linear base colour, radius of the sphere that occludes alike; three of shadow-axes.ts.
   */
  readonly objectNumbers: Float32Array
}

export const OBJECT_VECTORS = 6
/** Of these, what an object's own picture is made of; the others are for its shadow. */
export const OWN_VECTORS = 3

/** Radius of the sphere with about the same far-field shade, as a share of the half extent. */
const OCCLUDER_SHARE: Readonly<Record<Shape, number>> = { sphere: 1, cube: 1.18, cylinder: 1.1, cone: 0.8, torus: 0.75 }

/** Numbers of a scene for the shaders. Pure. */
export function packScene(scene: Scene): PackedScene {
  const camera = cameraOf(scene)
  const light = lightOf(scene.light)
  const sorted = scene.objects
    .map((object, place) => ({ object, id: place + 1, solid: solidOf(object) }))
    .sort((a, b) => SHAPES.indexOf(a.object.shape) - SHAPES.indexOf(b.object.shape) || a.id - b.id)
  const boxes = sorted.map(item => silhouetteBox(camera, item.solid))
  const direction = (x: number, y: number, z: number): Vec3 => apply(camera.rotation, [x, y, z])
  const objectNumbers = new Float32Array(4 * OBJECT_VECTORS * MAX_OBJECTS)
  sorted.forEach(({ object, solid }, place) => {
    const numbers = [
      ...[...subtract(solid.centerM, camera.positionM), solid.sizeM],
      ...[solid.rotation[0][0], solid.rotation[0][2], object.roughness, 1 / Math.fround(solid.sizeM)],
      ...[...COLOR_LINEAR[object.color], OCCLUDER_SHARE[object.shape] * object.sizeM],
      ...shadowAxes(solid, light.sunDirection).flat(),
    ]
    objectNumbers.set(numbers, 4 * OBJECT_VECTORS * place)
  })
  return {
    widthPx: camera.widthPx,
    heightPx: camera.heightPx,
    eyeM: camera.positionM,
    rays: [
      scale(direction(1, 0, 0), 1 / camera.focalPx),
      scale(direction(0, -1, 0), 1 / camera.focalPx),
      direction(0, 0, -1),
    ],
    light,
    objects: sorted.map(({ object, id }, place) => ({
      shape: object.shape,
      id,
      box: boxes[place]!,
      cluster: boxes.flatMap((other, k) => (other && boxes[place] && boxesMeet(other, boxes[place]) ? [k] : [])),
    })),
    objectNumbers,
  }
}

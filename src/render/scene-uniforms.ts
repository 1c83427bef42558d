import { cameraOf } from '../core/camera.ts'
import type { Vec3 } from '../core/frames.ts'
import { COLOR_LINEAR, SHAPES, type Shape } from '../core/palette.ts'
import { MAX_OBJECTS, type Scene, type SceneObject } from '../core/scene.ts'
import { type Solid, solidOf } from '../core/solid.ts'
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
  /** Per object: centre relative to the camera and half extent. */
  readonly centers: Float32Array
  /** cos yaw, sin yaw, roughness, id. */
  readonly poses: Float32Array
  /** Linear base colour, radius of the sphere that occludes alike. */
  readonly colors: Float32Array
  /** Three vec4 an object: see shadow-axes.ts. */
  readonly shadows: Float32Array
}

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
  const rows = sorted.map(({ object, solid, id }) => ({
    center: [...subtract(solid.centerM, camera.positionM), solid.sizeM],
    pose: poseOf(object, solid, id),
    color: [...COLOR_LINEAR[object.color], OCCLUDER_SHARE[object.shape] * object.sizeM],
    shadow: shadowAxes(solid, light.sunDirection).flat(),
  }))
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
    centers: packed(
      rows.map(row => row.center),
      4,
    ),
    poses: packed(
      rows.map(row => row.pose),
      4,
    ),
    colors: packed(
      rows.map(row => row.color),
      4,
    ),
    shadows: packed(
      rows.map(row => row.shadow),
      12,
    ),
  }
}

function poseOf(object: SceneObject, solid: Solid, id: number): number[] {
  const [cos, sin] = [solid.rotation[0][0], solid.rotation[0][2]]
  return [cos, sin, object.roughness, id]
}

function packed(rows: readonly (readonly number[])[], width: number): Float32Array {
  const array = new Float32Array(MAX_OBJECTS * width)
  rows.forEach((row, place) => {
    array.set(row, place * width)
  })
  return array
}

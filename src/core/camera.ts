import { degToRad, type PointPx, type Vec3 } from './frames.ts'
import type { Scene, SceneCamera } from './scene.ts'
import {
  add,
  apply,
  type Mat3,
  multiply,
  rotationX,
  rotationY,
  rotationZ,
  scale,
  subtract,
  transpose,
} from './vector.ts'

/**
 * A scene's pinhole camera. Camera frame: +X right, +Y up, −Z forward; depth = −z.
 * Rotation = yaw, pitch, roll, intrinsic Y-X-Z (spec: `frames.ts`).
 */
export interface Camera {
  readonly widthPx: number
  readonly heightPx: number
  /** Focal length in pixels, the same for x and y. */
  readonly focalPx: number
  readonly positionM: Vec3
  /** Camera axes as columns: world = rotation · camera. */
  readonly rotation: Mat3
  readonly inverse: Mat3
}

export function cameraOf(scene: Pick<Scene, 'camera'>): Camera {
  const { widthPx, heightPx, fovYDeg, xM, yM, zM, yawDeg, pitchDeg, rollDeg } = scene.camera
  const rotation = cameraRotation({ yawDeg, pitchDeg, rollDeg })
  return {
    widthPx,
    heightPx,
    focalPx: heightPx / 2 / Math.tan(degToRad(fovYDeg) / 2),
    positionM: [xM, yM, zM],
    rotation,
    inverse: transpose(rotation),
  }
}

export function cameraRotation(angles: Pick<SceneCamera, 'yawDeg' | 'pitchDeg' | 'rollDeg'>): Mat3 {
  const { yawDeg, pitchDeg, rollDeg } = angles
  return multiply(multiply(rotationY(degToRad(yawDeg)), rotationX(degToRad(pitchDeg))), rotationZ(degToRad(rollDeg)))
}

/** A world point in the camera's frame, m. */
export const toCamera = (camera: Camera, worldM: Vec3): Vec3 =>
  apply(camera.inverse, subtract(worldM, camera.positionM))

export const toWorld = (camera: Camera, cameraM: Vec3): Vec3 => add(apply(camera.rotation, cameraM), camera.positionM)

/** Projection of a point of the camera's frame; meaningless (but finite) behind the camera, so ask for its depth. */
export const projectCameraPoint = (camera: Camera, [x, y, z]: Vec3): PointPx => [
  camera.widthPx / 2 + (camera.focalPx * x) / -z,
  camera.heightPx / 2 - (camera.focalPx * y) / -z,
]

/** Projection of a world point: pixels, and depth along the optical axis in metres. */
export function project(camera: Camera, worldM: Vec3): { px: PointPx; depthM: number } {
  const point = toCamera(camera, worldM)
  return { px: projectCameraPoint(camera, point), depthM: -point[2] }
}

/** Direction through a pixel in the camera's frame with z = −1: the ray's parameter is the planar depth. */
export const pixelRay = (camera: Camera, [x, y]: PointPx): Vec3 => [
  (x - camera.widthPx / 2) / camera.focalPx,
  (camera.heightPx / 2 - y) / camera.focalPx,
  -1,
]

/** The world point at a pixel and a depth: the inverse of `project`. */
export const unproject = (camera: Camera, px: PointPx, depthM: number): Vec3 =>
  toWorld(camera, scale(pixelRay(camera, px), depthM))

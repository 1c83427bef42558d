import { type Camera, cameraOf, projectCameraPoint, toCamera } from './camera.ts'
import type { BoxPx, PointPx, Vec3 } from './frames.ts'
import type { ColorName, Shape } from './palette.ts'
import { clipBox } from './polygon.ts'
import type { Scene, SceneObject } from './scene.ts'
import { type Silhouette, silhouetteOf } from './silhouette.ts'
import { distanceToSurfaceM, type Solid, solidOf, supportM } from './solid.ts'
import { apply, norm } from './vector.ts'

/**
 * Ground truth of a scene: closed form, from the scene alone (spec: paper §3.1, appendix C). What a renderer adds from
 * the id mask stands apart, under `pixels`, so that the two can be held against each other (`certificate.ts`).
 */
export interface ObjectTruth {
  /** 1-based; the object's value in the id mask. */
  readonly index: number
  /** `"red sphere"`. */
  readonly name: string
  readonly shape: Shape
  readonly color: ColorName
  /** Centre in the world's (tunnel's) frame, m. */
  readonly centerM: Vec3
  /** Depth of the centre along the camera's optical axis, m. */
  readonly depthM: number
  /** Euclidean distance of the centre from the camera, m. */
  readonly distanceM: number
  /** Projection of the 3-D centre: splits and relations use it. */
  readonly centerPx: PointPx
  /** Box of the silhouette, not clipped to the image. */
  readonly bboxPx: BoxPx
  /** The same, clipped; null when the object lies outside the image. */
  readonly bboxInImagePx: BoxPx | null
  /** Area and area centroid of the analytic silhouette (not clipped, not occluded). */
  readonly silhouetteAreaPx: number
  readonly silhouetteCentroidPx: PointPx
  /** Measured on the rendered id mask; absent until rendered. */
  readonly pixels?: ObjectPixels
}

export interface ObjectPixels {
  readonly visibleAreaPx: number
  /** Visible area ÷ area of the object drawn alone inside the image; null if that is 0. */
  readonly visibleFraction: number | null
  /** Area drawn alone inside the image ÷ analytic silhouette area. */
  readonly inFrameFraction: number
  /** Box and centroid of the visible mask; null if nothing is visible. */
  readonly bboxPx: BoxPx | null
  readonly centroidPx: PointPx | null
}

export type Horizontal = 'left' | 'right' | 'undetermined'
export type Vertical = 'above' | 'below' | 'undetermined'
export type DepthOrder = 'far' | 'close' | 'undetermined'
export type Split = 'consistent' | 'counter' | 'ambiguous'

/** An unordered pair, told from the first object's side: `vertical: 'above'` = object `a` is above object `b`. */
export interface PairTruth {
  /** 1-based, a < b. */
  readonly a: number
  readonly b: number
  readonly horizontal: Horizontal
  readonly vertical: Vertical
  readonly distance: DepthOrder
  /** 1-based index of the farther object; null when the order is undetermined. */
  readonly farther: number | null
  /** Centre of a minus centre of b. */
  readonly deltaXPx: number
  readonly deltaYPx: number
  readonly deltaDepthM: number
  readonly deltaDistanceM: number
  /** How many pixels higher in the image the farther object's centre is (negative = lower); null as `farther`. */
  readonly fartherHigherByPx: number | null
  /** Depth and distance, of centres and of nearest surface points, do not all agree: no depth question is asked. */
  readonly depthOrderAmbiguous: boolean
  readonly split: Split
  readonly sizeSplit: Split
}

export interface SceneTruth {
  /** Image row of the horizon (vanishing line of the floor) at the image's centre column; null if not in front. */
  readonly horizonYPx: number | null
  /** Image of the tunnel's axis direction; null if behind the camera. */
  readonly vanishingPointPx: PointPx | null
  readonly objects: readonly ObjectTruth[]
  readonly pairs: readonly PairTruth[]
}

/** Margins inside which a relation is `undetermined` and a split `ambiguous` (paper §3.1; depth: ours). */
export interface Margins {
  /** Share of the image width (left/right) and height (above/below, split). */
  readonly positionShare: number
  readonly depthM: number
  /** Share of the larger silhouette (sizeSplit). */
  readonly areaShare: number
}

export const MARGINS_DEFAULTS: Margins = { positionShare: 0.05, depthM: 0.05, areaShare: 0.05 }

/** `"red sphere"`: how questions name an object. */
export const objectName = (object: Pick<SceneObject, 'color' | 'shape'>): string => `${object.color} ${object.shape}`

/**
 * Ground truth of a scene, in closed form.
 *
 * @param scene every object in front of the camera (`checkScene` refuses the others)
 * @param margins inside which relations are `undetermined` and splits `ambiguous`
 */
export function sceneTruth(scene: Scene, margins: Margins = MARGINS_DEFAULTS): SceneTruth {
  const camera = cameraOf(scene)
  const measured = scene.objects.map((object, i) => measureObject(camera, object, i + 1))
  const pairs = measured.flatMap((a, i) => measured.slice(i + 1).map(b => comparePair(camera, a, b, margins)))
  return { ...vanishing(camera), objects: measured.map(item => item.truth), pairs }
}

/** What the comparison of two objects needs of each. */
interface Measured {
  readonly truth: ObjectTruth
  readonly nearestDepthM: number
  readonly nearestDistanceM: number
}

function measureObject(camera: Camera, object: SceneObject, index: number): Measured {
  const solid = solidOf(object)
  const centre = toCamera(camera, solid.centerM)
  const silhouette: Silhouette = silhouetteOf(camera, solid)
  const truth: ObjectTruth = {
    index,
    name: objectName(object),
    shape: object.shape,
    color: object.color,
    centerM: solid.centerM,
    depthM: -centre[2],
    distanceM: norm(centre),
    centerPx: projectCameraPoint(camera, centre),
    bboxPx: silhouette.bboxPx,
    bboxInImagePx: clipBox(silhouette.bboxPx, camera.widthPx, camera.heightPx),
    silhouetteAreaPx: silhouette.areaPx,
    silhouetteCentroidPx: silhouette.centroidPx,
  }
  return {
    truth,
    nearestDepthM: nearestDepthM(camera, solid),
    nearestDistanceM: distanceToSurfaceM(solid, camera.positionM),
  }
}

/** Depth of the surface point nearest to the camera's plane, m. */
export function nearestDepthM(camera: Camera, solid: Solid): number {
  const backward = apply(camera.rotation, [0, 0, 1])
  return -toCamera(camera, solid.centerM)[2] - supportM(solid, backward)
}

function comparePair(camera: Camera, a: Measured, b: Measured, margins: Margins): PairTruth {
  const deltaXPx = a.truth.centerPx[0] - b.truth.centerPx[0]
  const deltaYPx = a.truth.centerPx[1] - b.truth.centerPx[1]
  const deltaDepthM = a.truth.depthM - b.truth.depthM
  const deltaDistanceM = a.truth.distanceM - b.truth.distanceM
  const order = [
    deltaDepthM,
    deltaDistanceM,
    a.nearestDepthM - b.nearestDepthM,
    a.nearestDistanceM - b.nearestDistanceM,
  ].map(Math.sign)
  const tooClose = Math.abs(deltaDepthM) < margins.depthM
  const depthOrderAmbiguous = tooClose || order.some(sign => sign !== order[0])
  const distance = depthOrderAmbiguous ? 'undetermined' : deltaDepthM > 0 ? 'far' : 'close'
  const aIsFarther = distance === 'far'
  const fartherHigherByPx = depthOrderAmbiguous ? null : aIsFarther ? 0 - deltaYPx : deltaYPx
  return {
    a: a.truth.index,
    b: b.truth.index,
    horizontal: beyond(deltaXPx, margins.positionShare * camera.widthPx, 'right', 'left'),
    vertical: beyond(deltaYPx, margins.positionShare * camera.heightPx, 'below', 'above'),
    distance,
    farther: depthOrderAmbiguous ? null : (aIsFarther ? a : b).truth.index,
    deltaXPx,
    deltaYPx,
    deltaDepthM,
    deltaDistanceM,
    fartherHigherByPx,
    depthOrderAmbiguous,
    split:
      fartherHigherByPx === null ? 'ambiguous' : splitAt(fartherHigherByPx, camera.heightPx, margins.positionShare),
    sizeSplit: depthOrderAmbiguous ? 'ambiguous' : sizeSplit(aIsFarther ? [a, b] : [b, a], margins.areaShare),
  }
}

const beyond = <P, N>(delta: number, margin: number, positive: P, negative: N): P | N | 'undetermined' =>
  Math.abs(delta) < margin ? 'undetermined' : delta > 0 ? positive : negative

/**
 * The paper's split (§3.1) at any margin, from the stored Δy: no rendering, no asking again.
 *
 * @param fartherHigherByPx `PairTruth.fartherHigherByPx`
 * @param marginShare share of the image height; |Δy| below it is `ambiguous`
 */
export function splitAt(fartherHigherByPx: number, imageHeightPx: number, marginShare: number): Split {
  if (Math.abs(fartherHigherByPx) < marginShare * imageHeightPx) return 'ambiguous'
  return fartherHigherByPx > 0 ? 'consistent' : 'counter'
}

function sizeSplit([farther, nearer]: readonly [Measured, Measured], areaShare: number): Split {
  const [a1, a2] = [farther.truth.silhouetteAreaPx, nearer.truth.silhouetteAreaPx]
  if (Math.abs(a1 - a2) / Math.max(a1, a2) < areaShare) return 'ambiguous'
  return a1 < a2 ? 'consistent' : 'counter'
}

function vanishing(camera: Camera): Pick<SceneTruth, 'horizonYPx' | 'vanishingPointPx'> {
  const up = apply(camera.inverse, [0, 1, 0])
  const axis = apply(camera.inverse, [0, 0, -1])
  return {
    horizonYPx: Math.abs(up[1]) < 1e-9 ? null : camera.heightPx / 2 - (camera.focalPx * up[2]) / up[1],
    vanishingPointPx: axis[2] > -1e-9 ? null : projectCameraPoint(camera, axis),
  }
}

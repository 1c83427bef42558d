import type { BoxPx, PointPx, Vec3 } from './frames.ts'
import type { ColorName, Shape } from './palette.ts'

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

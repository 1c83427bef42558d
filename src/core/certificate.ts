import { cameraOf } from './camera.ts'
import type { BoxPx, PointPx } from './frames.ts'
import type { Scene } from './scene.ts'
import { solidOf } from './solid.ts'
import { surfaceDepthM } from './surface.ts'
import type { ObjectPixels, ObjectTruth, SceneTruth } from './truth.ts'

/** How far pixels may lie from the analytic truth. */
export const CERTIFICATE_TOLERANCE = { positionPx: 1, depthM: 0.002 } as const

/** The passes that the certificate looks at, rows from the top. */
export interface CertificatePixels {
  readonly widthPx: number
  readonly heightPx: number
  /** 0 = background, n = object n. */
  readonly ids: Uint8Array
  /** Millimetres along the optical axis; left out when no depth was kept. */
  readonly depthMm?: Uint16Array
  /** Pixels of each object drawn alone inside the image, by object index − 1. */
  readonly aloneAreaPx: readonly number[]
}

export type CertificateCode = 'id-unknown' | 'area-off' | 'centroid-off' | 'box-off' | 'depth-off'

export interface CertificateProblem {
  readonly code: CertificateCode
  /** 1-based index of the object; 0 = the scene. */
  readonly object: number
  readonly message: string
}

export interface Certificate {
  readonly objects: readonly ObjectPixels[]
  /** Empty: the picture shows what the truth says. */
  readonly problems: readonly CertificateProblem[]
}

/**
 * Measures every object on the id mask and holds it against the analytic truth.
 *
 * An object that is whole in the image and covered by nothing must have its centroid and every side of its box within
 * 1 px of the silhouette's; any other object must stay inside its silhouette's box. Depth at the mask pixel nearest to
 * the silhouette's centroid must lie within 2 mm of the surface along that pixel's centre ray. An object drawn alone
 * must cover its silhouette's area, up to half a pixel along its border, and never less than what is visible of it.
 */
export function certify(scene: Scene, truth: SceneTruth, pixels: CertificatePixels): Certificate {
  const areas = measureIds(pixels, truth.objects.length)
  const objects = truth.objects.map((object, i) => objectPixels(object, areas.objects[i]!, pixels.aloneAreaPx[i] ?? 0))
  const problems = truth.objects.flatMap((object, i) => [
    ...areaProblems(object, objects[i]!, pixels),
    ...positionProblems(scene, object, objects[i]!, pixels),
    ...depthProblems(scene, object, objects[i]!, pixels),
  ])
  const unknown: CertificateProblem[] =
    areas.unknownPx === 0
      ? []
      : [{ code: 'id-unknown', object: 0, message: `${areas.unknownPx} mask pixels belong to no object` }]
  return { objects, problems: [...unknown, ...problems] }
}

interface Region {
  areaPx: number
  sumX: number
  sumY: number
  left: number
  right: number
  top: number
  bottom: number
}

function measureIds(pixels: CertificatePixels, count: number): { objects: readonly Region[]; unknownPx: number } {
  const { widthPx, heightPx, ids } = pixels
  const objects = Array.from(
    { length: count },
    (): Region => ({ areaPx: 0, sumX: 0, sumY: 0, left: widthPx, right: -1, top: heightPx, bottom: -1 }),
  )
  let unknownPx = 0
  for (let y = 0, i = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, i++) {
      const id = ids[i]!
      if (id === 0) continue
      const region = objects[id - 1]
      if (region === undefined) {
        unknownPx++
        continue
      }
      region.areaPx++
      region.sumX += x
      region.sumY += y
      if (x < region.left) region.left = x
      if (x > region.right) region.right = x
      if (y < region.top) region.top = y
      region.bottom = y
    }
  }
  return { objects, unknownPx }
}

function objectPixels(object: ObjectTruth, region: Region, aloneAreaPx: number): ObjectPixels {
  const { areaPx, left, right, top, bottom } = region
  return {
    visibleAreaPx: areaPx,
    visibleFraction: aloneAreaPx === 0 ? null : areaPx / aloneAreaPx,
    inFrameFraction: aloneAreaPx / object.silhouetteAreaPx,
    bboxPx: areaPx === 0 ? null : [left, top, right - left + 1, bottom - top + 1],
    centroidPx: areaPx === 0 ? null : [region.sumX / areaPx + 0.5, region.sumY / areaPx + 0.5],
  }
}

const isWholeInImage = ({ bboxPx: [x, y, width, height] }: ObjectTruth, pixels: CertificatePixels): boolean =>
  x >= 0 && y >= 0 && x + width <= pixels.widthPx && y + height <= pixels.heightPx

function areaProblems(object: ObjectTruth, found: ObjectPixels, pixels: CertificatePixels): CertificateProblem[] {
  if (found.visibleAreaPx > 0 && !(found.visibleFraction !== null && found.visibleFraction <= 1)) {
    return [problem('area-off', object, 'more of it is visible than there is when it is drawn alone')]
  }
  if (!isWholeInImage(object, pixels)) return []
  const [, , width, height] = object.bboxPx
  // The box's perimeter bounds a convex silhouette's; 4 px for what is smaller than a pixel.
  const tolerance = width + height + 4
  const alone = found.inFrameFraction * object.silhouetteAreaPx
  if (Math.abs(alone - object.silhouetteAreaPx) <= tolerance) return []
  return [
    problem('area-off', object, `drawn alone it covers ${px(alone)}, its silhouette ${px(object.silhouetteAreaPx)}`),
  ]
}

function positionProblems(
  scene: Scene,
  object: ObjectTruth,
  found: ObjectPixels,
  pixels: CertificatePixels,
): CertificateProblem[] {
  if (found.bboxPx === null || found.centroidPx === null) return []
  const whole = found.visibleFraction === 1 && isWholeInImage(object, pixels)
  const centroidOff = whole ? distancePx(found.centroidPx, object.silhouetteCentroidPx) : 0
  const outside = outsidePx(found.bboxPx, object.bboxPx)
  const missing = whole ? missingPx(scene, object, found.bboxPx) : 0
  return [
    ...(centroidOff > CERTIFICATE_TOLERANCE.positionPx
      ? [problem('centroid-off', object, `the mask's centroid lies ${px(centroidOff)} from the silhouette's`)]
      : []),
    ...(Math.max(outside, missing) > CERTIFICATE_TOLERANCE.positionPx
      ? [
          problem(
            'box-off',
            object,
            `a side of the mask's box lies ${px(Math.max(outside, missing))} from the silhouette's`,
          ),
        ]
      : []),
  ]
}

/** How far a box reaches out of another, px. */
function outsidePx(box: BoxPx, around: BoxPx): number {
  const [inner, outer] = [sidesOf(box), sidesOf(around)]
  return Math.max(outer[0] - inner[0], outer[1] - inner[1], inner[2] - outer[2], inner[3] - outer[3])
}

/**
 * How far the mask's box stays inside the silhouette's, px. A pointed end may pass between pixel centres: what no
 * centre ray hits is not missing.
 */
function missingPx(scene: Scene, object: ObjectTruth, box: BoxPx): number {
  const inside = outsidePx(object.bboxPx, box)
  const { positionPx } = CERTIFICATE_TOLERANCE
  if (inside <= positionPx) return inside
  const camera = cameraOf(scene)
  const solid = solidOf(scene.objects[object.index - 1]!)
  const [left, top, right, bottom] = sidesOf(object.bboxPx)
  const [keptLeft, keptTop, keptRight, keptBottom] = sidesOf(box)
  for (let y = Math.floor(top) + 0.5; y < bottom; y++) {
    const whole = y < keptTop - positionPx || y > keptBottom + positionPx
    for (let x = Math.floor(left) + 0.5; x < right; x++) {
      const beyond = whole || x < keptLeft - positionPx || x > keptRight + positionPx
      if (beyond && surfaceDepthM(camera, solid, [x, y]) !== null) return inside
    }
  }
  return 0
}

function depthProblems(
  scene: Scene,
  object: ObjectTruth,
  found: ObjectPixels,
  pixels: CertificatePixels,
): CertificateProblem[] {
  if (pixels.depthMm === undefined || found.bboxPx === null) return []
  const camera = cameraOf(scene)
  const solid = solidOf(scene.objects[object.index - 1]!)
  // A ray through an outermost pixel may miss the solid by a rounding: then the nearest inner pixel is asked.
  for (const inner of [false, true]) {
    const at = nearestPixel(object, found.bboxPx, pixels, inner)
    if (at === null) return []
    const depthM = surfaceDepthM(camera, solid, [(at % pixels.widthPx) + 0.5, Math.floor(at / pixels.widthPx) + 0.5])
    if (depthM === null) continue
    const offM = Math.abs(pixels.depthMm[at]! / 1000 - Math.min(depthM, 65.534))
    if (offM <= CERTIFICATE_TOLERANCE.depthM) return []
    return [
      problem(
        'depth-off',
        object,
        `depth is ${(1000 * offM).toFixed(1)} mm from the surface at ${depthM.toFixed(4)} m`,
      ),
    ]
  }
  return [problem('depth-off', object, 'the rays through its mask pass the object')]
}

/** Index of the object's mask pixel whose centre is nearest to the silhouette's centroid. */
function nearestPixel(object: ObjectTruth, box: BoxPx, pixels: CertificatePixels, inner: boolean): number | null {
  const { widthPx, heightPx, ids } = pixels
  const [cx, cy] = object.silhouetteCentroidPx
  const isOwn = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < widthPx && y < heightPx && ids[y * widthPx + x] === object.index
  let best: number | null = null
  let least = Infinity
  for (let y = box[1]; y < box[1] + box[3]; y++) {
    for (let x = box[0]; x < box[0] + box[2]; x++) {
      const distance = (x + 0.5 - cx) ** 2 + (y + 0.5 - cy) ** 2
      if (distance >= least || !isOwn(x, y)) continue
      if (inner && !(isOwn(x - 1, y) && isOwn(x + 1, y) && isOwn(x, y - 1) && isOwn(x, y + 1))) continue
      best = y * widthPx + x
      least = distance
    }
  }
  return best
}

const sidesOf = ([x, y, width, height]: BoxPx): readonly [number, number, number, number] => [
  x,
  y,
  x + width,
  y + height,
]

const distancePx = ([ax, ay]: PointPx, [bx, by]: PointPx): number => Math.hypot(ax - bx, ay - by)

const px = (value: number): string => `${value.toFixed(2)} px`

const problem = (code: CertificateCode, object: ObjectTruth, message: string): CertificateProblem => ({
  code,
  object: object.index,
  message: `${object.name}: ${message}`,
})

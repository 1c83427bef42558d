import { COLORS, SHAPES } from '../core/palette.ts'
import type { DatasetEntry, DatasetHead } from './dataset-entry.ts'
import { compressRuns, type RunLengthMask, runsOf } from './run-length.ts'

export interface CocoImage {
  readonly id: number
  readonly file_name: string
  readonly width: number
  readonly height: number
}

export interface CocoAnnotation {
  readonly id: number
  readonly image_id: number
  readonly category_id: number
  /** x, y, width, height of the visible pixels. */
  readonly bbox: readonly [number, number, number, number]
  /** Visible pixels. */
  readonly area: number
  readonly segmentation: RunLengthMask
  readonly iscrowd: 0
  /** Ours: what COCO has no field for. */
  readonly attributes: {
    readonly object: number
    readonly color: string
    readonly depthM: number
    readonly distanceM: number
  }
}

/** One category a colour and shape (`red sphere`), the shape as supercategory; ids do not depend on the dataset. */
export const COCO_CATEGORIES = SHAPES.flatMap((shape, s) =>
  COLORS.map((color, c) => ({ id: s * COLORS.length + c + 1, name: `${color} ${shape}`, supercategory: shape })),
)

/** An id mask: one byte a pixel, rows from the top, n = object n. */
export interface IdMask {
  readonly widthPx: number
  readonly heightPx: number
  readonly ids: Uint8Array
}

export function cocoImage({ scene }: DatasetEntry): CocoImage {
  const { widthPx, heightPx } = scene.scene.camera
  return { id: scene.index + 1, file_name: scene.image, width: widthPx, height: heightPx }
}

/** The visible objects of a scene, cut out of its id mask. */
export function cocoAnnotations({ scene }: DatasetEntry, mask: IdMask): CocoAnnotation[] {
  return scene.truth.objects.flatMap(object => {
    const inside = (x: number, y: number) => mask.ids[y * mask.widthPx + x] === object.index
    const box = boxOf(mask, object.index)
    if (!box) return []
    const category = COCO_CATEGORIES.find(({ name }) => name === `${object.color} ${object.shape}`)!
    const { depthM, distanceM, color } = object
    return {
      // Eight objects a scene at most: ids are unique and do not depend on what is visible.
      id: scene.index * 8 + object.index,
      image_id: scene.index + 1,
      category_id: category.id,
      bbox: box.bbox,
      area: box.area,
      segmentation: {
        size: [mask.heightPx, mask.widthPx],
        counts: compressRuns(runsOf(mask.widthPx, mask.heightPx, inside)),
      },
      iscrowd: 0,
      attributes: { object: object.index, color, depthM, distanceM },
    } satisfies CocoAnnotation
  })
}

function boxOf({ ids, widthPx }: IdMask, object: number): Pick<CocoAnnotation, 'bbox' | 'area'> | null {
  let [left, top, right, bottom, area] = [Infinity, Infinity, -1, -1, 0]
  ids.forEach((id, k) => {
    if (id !== object) return
    const [x, y] = [k % widthPx, Math.floor(k / widthPx)]
    area++
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  })
  return area === 0 ? null : { bbox: [left, top, right - left + 1, bottom - top + 1], area }
}

export const cocoInfo = ({ name, description, toolVersion, finished }: DatasetHead) => ({
  description: `${name}: ${description}`,
  version: toolVersion,
  date_created: finished,
  contributor: 'spatialtunnel',
})

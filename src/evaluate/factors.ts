import { getField, parseFieldPath } from '../core/scene-fields.ts'
import type { EvaluationObject } from './evaluation-data.ts'
import type { Item } from './items.ts'
import { questionObjects } from './question-objects.ts'

/** Something by which scores can be broken down: a property of the question or of its scene. */
export interface Factor {
  /** Stable name: `template`, `sizeRatio`, or a scene field's path. */
  readonly name: string
  readonly label: string
  readonly unit: string | null
  /** The level of an item; null where it has none. Numbers make a curve, texts make rows. */
  readonly levelOf: (item: Item) => string | number | null
}

/** The two objects of an item, told apart by depth. */
interface Ordered {
  readonly farther: EvaluationObject
  readonly nearer: EvaluationObject
}

function ordered(item: Item): Ordered | null {
  const { subject, reference, pair } = questionObjects(item.question, item.scene.truth)
  if (pair.farther === null) return null
  return pair.farther === subject.index
    ? { farther: subject, nearer: reference }
    : { farther: reference, nearer: subject }
}

const byObjects = (
  name: string,
  label: string,
  unit: string | null,
  level: (objects: Ordered, item: Item) => string | number,
): Factor => ({
  name,
  label,
  unit,
  levelOf: item => {
    const objects = ordered(item)
    return objects && level(objects, item)
  },
})

/** Factors that every dataset has; those with one level drop out of a report by themselves. */
export const COMMON_FACTORS: readonly Factor[] = [
  { name: 'template', label: 'Template', unit: null, levelOf: item => item.question.template },
  { name: 'answer', label: 'True answer', unit: null, levelOf: item => item.question.answer },
  byObjects('shapes', 'Shapes', null, ({ farther, nearer }) => `${farther.shape} behind ${nearer.shape}`),
  byObjects('fartherColor', 'Colour of the farther object', null, ({ farther }) => farther.color),
  byObjects('nearerColor', 'Colour of the nearer object', null, ({ nearer }) => nearer.color),
  byObjects('fartherPlace', 'Place of the farther object', null, ({ farther }, item) => placeOf(farther, item)),
  byObjects('nearerPlace', 'Place of the nearer object', null, ({ nearer }, item) => placeOf(nearer, item)),
  byObjects('areaRatio', 'Apparent area, farther ÷ nearer', null, ({ farther, nearer }) =>
    rounded(farther.silhouetteAreaPx / nearer.silhouetteAreaPx),
  ),
  byObjects('depthRatio', 'Depth, farther ÷ nearer', null, ({ farther, nearer }) =>
    rounded(farther.depthM / nearer.depthM),
  ),
  byObjects('depthGapM', 'Depth gap', 'm', ({ farther, nearer }) => rounded(farther.depthM - nearer.depthM)),
]

/** Any field of the scene as a factor: `camera.fovYDeg`, `objects[0].sizeM`. */
export function fieldFactor(path: string): Factor {
  const keys = parseFieldPath(path, 'factor')
  return {
    name: path,
    label: path,
    unit: unitOf(path),
    levelOf: item => {
      const value = getField(item.scene.scene, keys)
      return typeof value === 'string' ? value : typeof value === 'number' ? rounded(value) : null
    },
  }
}

/** Units stand in the fields' names. */
function unitOf(path: string): string | null {
  if (path.endsWith('Deg')) return '°'
  if (path.endsWith('Rad')) return 'rad'
  if (path.endsWith('PerM')) return '1/m'
  if (path.endsWith('Px')) return 'px'
  return path.endsWith('M') ? 'm' : null
}

/** Where an object stands as seen from the image's centre; within a pixel of an axis counts as on it. */
function placeOf({ centerPx: [x, y] }: EvaluationObject, item: Item): string {
  const { widthPx, heightPx } = item.scene.scene.camera
  const side = (delta: number, negative: string, positive: string): string =>
    Math.abs(delta) < 1 ? '' : delta < 0 ? negative : positive
  const words = [side(y - heightPx / 2, 'upper', 'lower'), side(x - widthPx / 2, 'left', 'right')]
  return words.filter(word => word !== '').join(' ') || 'centre'
}

/** Equal levels stay equal: 0.1 + 0.2 and 0.3 are one. */
const rounded = (value: number): number => Number(value.toPrecision(9))

import { answerOf, letterOf, readOptions } from './embspatial.ts'
import { type HeightOfBytes, imageHeightPx } from './image-height.ts'
import {
  asList,
  type Box,
  boxFromCorners,
  boxFromSize,
  centerY,
  type ForeignRecord,
  fourNumbers,
  type PartitionRow,
  skipped,
  textOf,
} from './partition-row.ts'

/** How a file writes its boxes: `[x1, y1, x2, y2]` or `[x, y, width, height]`. */
export const BOX_FORMS = ['corners', 'size'] as const
export type BoxForm = (typeof BOX_FORMS)[number]

/**
 * A row of CV-Bench 3D (Parquet): `task` Depth, two `choices`, `bbox` with their two boxes in the same order, `answer`
 * names the closer one.
 */
export function readCvBench(
  record: ForeignRecord,
  index: number,
  heightOfBytes: HeightOfBytes,
  form: BoxForm,
): PartitionRow {
  const id = textOf(record.idx ?? record.id ?? record.index) || String(index)
  const task = textOf(record.task ?? record.category).toLowerCase()
  if (task !== '' && task !== 'depth') return skipped(id, 'not-depth')
  const boxes = asList(record.bbox)
  if (boxes?.length !== 2) return skipped(id, 'no-boxes')

  const options = readOptions(record)
  const answer = answerOf(record, options)
  if (answer === null || answer.index === null || answer.index > 1) return skipped(id, 'no-answer')
  const height = imageHeightPx(record, heightOfBytes)
  if (height === null) return skipped(id, 'no-image-height')
  const [first, second] = boxes.map(form === 'corners' ? boxFromCorners : boxFromSize)
  if (!first || !second) return skipped(id, 'bad-box')

  const asksFarther = /\bfarther|further|farthest\b/i.test(textOf(record.question))
  const [named, other]: readonly [Box, Box] = answer.index === 0 ? [first, second] : [second, first]
  const [far, near] = asksFarther ? [named, other] : [other, named]
  return {
    kind: 'depth',
    id,
    farYPx: centerY(far),
    nearYPx: centerY(near),
    imageHeightPx: height,
    answers: [answer.text, letterOf(answer.index)],
  }
}

/** Whether boxes can be `[x1, y1, x2, y2]`: the first corner above and left of the second. One row that cannot tells a file. */
export function couldBeCorners(bbox: unknown): boolean {
  const boxes = (asList(bbox) ?? []).flatMap(box => {
    const numbers = fourNumbers(box)
    return numbers ? [numbers] : []
  })
  return boxes.every(([left, top, right, bottom]) => right > left && bottom > top)
}

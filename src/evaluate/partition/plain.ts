import { cellNumber } from '../../core/cell.ts'
import { type HeightOfBytes, imageHeightPx } from './image-height.ts'
import { boxFromSize, centerY, type ForeignRecord, type PartitionRow, skipped, textOf } from './partition-row.ts'

/**
 * A row of the plain form: `id, farY, nearY, imageHeight`; or the boxes `farBox, nearBox`; or `boxA, boxB` and which is
 * `farther` (A or B). Boxes are `[x, y, width, height]`.
 */
export function readPlain(record: ForeignRecord, index: number, heightOfBytes: HeightOfBytes): PartitionRow {
  const id = textOf(record.id) || String(index)
  const sides = readSides(record)
  if (typeof sides === 'string') return skipped(id, sides)
  const height = imageHeightPx(record, heightOfBytes)
  if (height === null) return skipped(id, 'no-image-height')
  const answer = textOf(record.answer)
  const [farYPx, nearYPx] = sides
  return { kind: 'depth', id, farYPx, nearYPx, imageHeightPx: height, answers: answer === '' ? [] : [answer] }
}

function readSides(record: ForeignRecord): readonly [far: number, near: number] | 'no-boxes' | 'bad-box' | 'no-answer' {
  if (filled(record.farY) && filled(record.nearY)) {
    const [far, near] = [cellNumber(record.farY), cellNumber(record.nearY)]
    return Number.isFinite(far) && Number.isFinite(near) ? [far, near] : 'bad-box'
  }
  if (filled(record.farBox) && filled(record.nearBox)) return fromBoxes(record.farBox, record.nearBox)
  if (!filled(record.boxA) || !filled(record.boxB)) return 'no-boxes'
  const farther = textOf(record.farther).toUpperCase()
  if (farther === 'A') return fromBoxes(record.boxA, record.boxB)
  return farther === 'B' ? fromBoxes(record.boxB, record.boxA) : 'no-answer'
}

const filled = (value: unknown): boolean => textOf(value) !== ''

function fromBoxes(far: unknown, near: unknown): readonly [number, number] | 'bad-box' {
  const [a, b] = [boxFromSize(far), boxFromSize(near)]
  return a && b ? [centerY(a), centerY(b)] : 'bad-box'
}

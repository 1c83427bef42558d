import { type HeightOfBytes, imageHeightPx } from './image-height.ts'
import {
  asList,
  type Box,
  boxFromSize,
  centerY,
  type ForeignRecord,
  type PartitionRow,
  parsedField,
  skipped,
  textOf,
} from './partition-row.ts'

/**
 * A row of EmbSpatial-Bench (TSV with base64 pictures, JSON or Parquet): `objects` with `bbox: [x, y, width, height]` and
 * `name`; far/close questions name the target, the other options are its rivals.
 *
 * The split compares the target's centre with the mean of its rivals' centres (ours: with one rival it is the paper's
 * rule): "far" asks for the farther side, "close" for the closer one.
 */
export function readEmbSpatial(record: ForeignRecord, index: number, heightOfBytes: HeightOfBytes): PartitionRow {
  const id = textOf(record.question_id ?? record.id ?? record.index) || String(index)
  const asks = askedRelation(record)
  if (asks === null) return skipped(id, 'not-depth')

  const objects = readObjects(record.objects)
  if (objects === null || objects.length < 2) return skipped(id, 'no-boxes')
  const options = readOptions(record)
  const answer = answerOf(record, options)
  if (answer === null) return skipped(id, 'no-answer')

  const named = (name: string): NamedBox | undefined => objects.find(object => sameName(object.name, name))
  const target = named(answer.text)
  const rivals =
    options.length > 1 ? options.filter((_, i) => i !== answer.index).flatMap(name => named(name) ?? []) : []
  const others = rivals.length > 0 ? rivals : objects.filter(object => object !== target)
  if (!target || others.length === 0) return skipped(id, 'target-not-found')
  if (target.box === null || others.some(({ box }) => box === null)) return skipped(id, 'bad-box')

  const height = imageHeightPx(record, heightOfBytes)
  if (height === null) return skipped(id, 'no-image-height')
  const targetY = centerY(target.box)
  const othersY = others.reduce((sum, { box }) => sum + centerY(box!), 0) / others.length
  const [farYPx, nearYPx] = asks === 'far' ? [targetY, othersY] : [othersY, targetY]
  const answers = [answer.text, ...(answer.index === null ? [] : [letterOf(answer.index)])]
  return { kind: 'depth', id, farYPx, nearYPx, imageHeightPx: height, answers }
}

interface NamedBox {
  readonly name: string
  readonly box: Box | null
}

const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
export const letterOf = (index: number): string => String.fromCharCode(65 + index)

/** `relation`, `category` or the question's own word. */
function askedRelation(record: ForeignRecord): 'far' | 'close' | null {
  const label = textOf(record.relation ?? record.category ?? record['l2-category']).toLowerCase()
  if (/^(far|farther|farthest)$/.test(label)) return 'far'
  if (/^(close|closer|closest|near)$/.test(label)) return 'close'
  if (label !== '') return null
  const question = textOf(record.question).toLowerCase()
  if (/\bfar(ther|thest)?\b/.test(question)) return 'far'
  return /\b(closer|closest|close|nearest)\b/.test(question) ? 'close' : null
}

/** `[{bbox, name}]`, or `{bbox: [...], name: [...]}`. */
function readObjects(value: unknown): NamedBox[] | null {
  const parsed = parsedField(value)
  const list = asList(parsed)
  if (list) return list.flatMap(item => namedBox(item) ?? [])
  if (typeof parsed !== 'object' || parsed === null) return null
  const { bbox, name } = parsed as { bbox?: unknown; name?: unknown }
  const [boxes, names] = [asList(bbox), asList(name)]
  if (!boxes) return null
  if (!names) return [{ name: textOf(name), box: boxFromSize(bbox) }]
  return names.map((label, i) => ({ name: textOf(label), box: boxFromSize(boxes[i]) }))
}

function namedBox(item: unknown): NamedBox | null {
  if (typeof item !== 'object' || item === null) return null
  const { bbox, name } = item as { bbox?: unknown; name?: unknown }
  return { name: textOf(name), box: boxFromSize(bbox) }
}

/** `answer_options`, or the columns A, B, C, D of a TSV. */
export function readOptions(record: ForeignRecord): string[] {
  const list = asList(record.answer_options ?? record.options ?? record.choices)
  if (list) return list.map(textOf)
  return ['A', 'B', 'C', 'D', 'E', 'F'].flatMap(letter => textOf(record[letter]) || [])
}

/** The answer as an option: its index, its letter (with or without brackets) or its text. */
export function answerOf(
  record: ForeignRecord,
  options: readonly string[],
): { readonly text: string; readonly index: number | null } | null {
  const given = textOf(record.answer)
  if (given === '') return null
  const byText = options.findIndex(option => sameName(option, given))
  const letter = /^\(?([A-F])\)?\.?$/i.exec(given)?.[1]
  const index =
    byText >= 0 ? byText : letter ? letter.toUpperCase().charCodeAt(0) - 65 : /^\d+$/.test(given) ? Number(given) : -1
  const text = options[index]
  if (text !== undefined) return { text, index }
  return options.length === 0 ? { text: given, index: null } : null
}

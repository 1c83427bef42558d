import { cellNumber, cellText } from '../../core/cell.ts'

/** A row of a foreign table, as its file gives it. */
export type ForeignRecord = Readonly<Record<string, unknown>>

/** Why a row has no split. `not-depth` is no fault: the file also holds other questions. */
export const SKIP_REASONS = [
  'not-depth',
  'no-boxes',
  'bad-box',
  'target-not-found',
  'no-answer',
  'no-image-height',
  'unreadable',
] as const
export type SkipReason = (typeof SKIP_REASONS)[number]

/** What each reason says to a reader. */
export const SKIP_NOTES: Readonly<Record<SkipReason, string>> = {
  'not-depth': 'does not ask which object is farther or closer',
  'no-boxes': 'has no boxes, or fewer than two',
  'bad-box': 'has a box that is not four finite numbers with positive sides',
  'target-not-found': 'the target or its rivals are not among the boxed objects',
  'no-answer': 'has no answer, or one that names none of the options',
  'no-image-height': 'has neither an image height nor a picture that tells it',
  unreadable: 'a field cannot be read',
}

/** The two sides of a depth question, as the split needs them. */
export interface DepthRow {
  readonly kind: 'depth'
  readonly id: string
  /** Image row of the centre of what is farther, and of what is closer, px from the top. */
  readonly farYPx: number
  readonly nearYPx: number
  readonly imageHeightPx: number
  /** Texts that count as the right answer: the option, its letter. Empty where the file has none. */
  readonly answers: readonly string[]
}

export interface SkippedRow {
  readonly kind: 'skipped'
  readonly id: string
  readonly reason: SkipReason
}

export type PartitionRow = DepthRow | SkippedRow

export const skipped = (id: string, reason: SkipReason): SkippedRow => ({ kind: 'skipped', id, reason })

/** A box, px. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export const centerY = ({ top, bottom }: Box): number => (top + bottom) / 2

/** `[x, y, width, height]`; null if it is no box. */
export function boxFromSize(value: unknown): Box | null {
  const numbers = fourNumbers(value)
  if (!numbers) return null
  const [x, y, width, height] = numbers
  return width > 0 && height > 0 ? { left: x, top: y, right: x + width, bottom: y + height } : null
}

/** `[x1, y1, x2, y2]`; null if it is no box. */
export function boxFromCorners(value: unknown): Box | null {
  const numbers = fourNumbers(value)
  if (!numbers) return null
  const [left, top, right, bottom] = numbers
  return right > left && bottom > top ? { left, top, right, bottom } : null
}

export function fourNumbers(value: unknown): readonly [number, number, number, number] | null {
  const list = asList(value)
  if (list?.length !== 4) return null
  const numbers = list.map(cellNumber)
  return numbers.every(Number.isFinite) && list.every(item => item !== null && item !== '')
    ? (numbers as unknown as readonly [number, number, number, number])
    : null
}

/** A list from a list, a typed array or its JSON; null for anything else. */
export function asList(value: unknown): readonly unknown[] | null {
  const parsed = parsedField(value)
  if (Array.isArray(parsed)) return parsed
  return ArrayBuffer.isView(parsed) && !(parsed instanceof DataView) ? Array.from(parsed as Float64Array) : null
}

/**
 * A field that a table stores as text: JSON, or the text that Python prints for lists and dicts (single quotes, None,
 * True). Other values pass.
 */
export function parsedField(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  for (const text of [value, pythonToJson(value)]) {
    try {
      return JSON.parse(text)
    } catch {
      // The other form is tried next.
    }
  }
  return value
}

function pythonToJson(text: string): string {
  return text.replace(
    /'((?:[^'\\]|\\.)*)(?:'|$)|"((?:[^"\\]|\\.)*)(?:"|$)|\bNone\b|\bTrue\b|\bFalse\b|array\(|\)/g,
    (whole, single, double) => {
      if (single !== undefined) return JSON.stringify(single.replace(/\\'/g, "'"))
      if (double !== undefined) return JSON.stringify(double.replace(/\\"/g, '"'))
      return { None: 'null', True: 'true', False: 'false' }[whole as 'None'] ?? ''
    },
  )
}

/** A cell as text, without spaces around it. */
export const textOf = (value: unknown): string => cellText(value).trim()

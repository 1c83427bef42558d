import { SpatialTunnelError, shown } from '../core/errors.ts'
import { AXIS_OF, CATEGORIES, type Category } from '../core/relations.ts'
import { delimitedLine } from './delimited.ts'

/** The columns that the paper's released probing tool reads; `image` is a base64 PNG. */
export const PROBING_COLUMNS = [
  'index',
  'question_id',
  'category',
  'question',
  'image',
  'answer',
  'A',
  'B',
  'C',
  'D',
] as const

/**
 * How that tool finds the two objects of a left / right / above / below question; any other wording it drops with a warning.
 * For far and close it takes the option that `answer` names as the target and another valid option as the reference.
 */
export const PROBING_PATTERNS: readonly RegExp[] = [
  /between (?:the )?(.+?) and (?:the )?(.+?) in\b/i,
  /of (?:the )?(.+?) and (?:the )?(.+?) in\b/i,
  /How are (?:the )?(.+?) and (?:the )?(.+?) positioned/i,
]

/** An option that is no object; an empty cell would be read as one called "nan". */
export const PROBING_UNUSED = 'Unknown'

/** A pair of questions as this format holds it: one row, from which the tool writes both questions again. */
export interface ProbingPair {
  readonly index: number
  /** The pair's id. */
  readonly id: string
  readonly category: Category
  /** The object that the original question asks about, and the one it is compared to. */
  readonly target: string
  readonly reference: string
}

export const probingHeader = (): string => delimitedLine(PROBING_COLUMNS, '\t')

/**
 * The line of one pair. The letters change places every six pairs, so that none is the answer more often.
 *
 * @param imageBase64 the PNG file
 * @throws probing-unreadable when the tool would not find these two objects
 */
export function probingLine(pair: ProbingPair, imageBase64: string): string {
  const cells = AXIS_OF[pair.category] === 'distance' ? depthCells(pair) : relationCells(pair)
  const found = probingObjects({ category: pair.category, ...cells })
  if (found?.[0] !== pair.target || found[1] !== pair.reference) throw unreadable(pair, found)
  const { question, answer, A, B, C, D } = cells
  return delimitedLine([pair.index, pair.id, pair.category, question, imageBase64, answer, A, B, C, D], '\t')
}

interface Cells {
  readonly question: string
  readonly answer: string
  readonly A: string
  readonly B: string
  readonly C: string
  readonly D: string
}

/** Whether the letters change places: every six pairs, so that no letter goes with a category. */
const swaps = (index: number): boolean => Math.floor(index / CATEGORIES.length) % 2 === 0

function relationCells({ index, category, target, reference }: ProbingPair): Cells {
  const [first, second] = AXIS_OF[category] === 'horizontal' ? ['left', 'right'] : ['above', 'below']
  const [A, B] = swaps(index) ? [first!, second!] : [second!, first!]
  return {
    question: `What is the spatial relationship between ${target} and ${reference} in the image?`,
    answer: A === category ? 'A' : 'B',
    A,
    B,
    C: PROBING_UNUSED,
    D: PROBING_UNUSED,
  }
}

function depthCells({ index, category, target, reference }: ProbingPair): Cells {
  const [A, B] = swaps(index) ? [target, reference] : [reference, target]
  return {
    question: `Which of these objects is ${category === 'far' ? 'farther from' : 'closer to'} you in the image?`,
    answer: A === target ? 'A' : 'B',
    A,
    B,
    C: PROBING_UNUSED,
    D: PROBING_UNUSED,
  }
}

/**
 * The two objects that the tool finds in a row, `[target, reference]`; null when it would drop the row. Reads other
 * benchmarks' rows of the same columns too.
 */
export function probingObjects(row: { readonly category: string } & Cells): readonly [string, string] | null {
  if (row.category === 'far' || row.category === 'close') {
    const options = { A: row.A, B: row.B, C: row.C, D: row.D }
    const target = options[row.answer as keyof typeof options]
    const valid = Object.values(options).filter(name => name !== '' && name !== PROBING_UNUSED)
    const reference = valid.find(name => name !== target)
    return target !== undefined && valid.includes(target) && reference !== undefined ? [target, reference] : null
  }
  for (const pattern of PROBING_PATTERNS) {
    const match = pattern.exec(row.question)
    if (match) return [match[1]!, match[2]!]
  }
  return null
}

function unreadable(pair: ProbingPair, found: readonly [string, string] | null): SpatialTunnelError {
  return new SpatialTunnelError({
    code: 'probing-unreadable',
    kind: 'data',
    where: `pair ${pair.id}`,
    found: `names ${shown([pair.target, pair.reference])}, which the probing tool reads as ${shown(found)}`,
    expected: 'names without " and " or " in "',
    remedy: 'leave this pair out, or rename its objects',
  })
}

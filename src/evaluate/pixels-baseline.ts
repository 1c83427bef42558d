import { COLORS, type ColorName, SHAPES, type Shape } from '../core/palette.ts'
import type { QuestionRow } from '../core/questions.ts'
import { type FoundObject, findObjects, type RgbImage } from './find-objects.ts'
import { RESPONSE_VERSION, type ResponseRow } from './responses.ts'

/** What a model sees of a question. */
export type QuestionText = Pick<QuestionRow, 'id' | 'text'>

/** Two positions closer than this are equal, px. */
const SAME_PX = 1

/**
 * The baseline `pixels`: gets a picture and the texts of its questions, nothing else; finds the objects by their named
 * colours and answers by image height (higher = farther), left/right and above/below by position. An end-to-end check
 * that pictures carry what labels say: with two pictures exchanged its answers follow the pictures.
 *
 * An object that it does not find gives P(Yes) = ½, or `unparsed` where a word is asked for.
 */
export function answerFromPixels(image: RgbImage, questions: readonly QuestionText[]): ResponseRow[] {
  const names = new Map(questions.flatMap(({ text }) => namesIn(text).map(name => [name.name, name] as const)))
  const found = new Map(findObjects(image, [...names.values()]).map(object => [object.name, object]))
  return questions.map(question => answer(question, found))
}

function answer({ id, text }: QuestionText, found: ReadonlyMap<string, FoundObject>): ResponseRow {
  const row = { version: RESPONSE_VERSION, questionId: id, model: 'pixels' } as const
  const [first, second] = namesIn(text).map(({ name }) => found.get(name))
  const [subject, reference] = text.startsWith('Compared to') ? [second, first] : [first, second]
  const words = WORDS.find(([pattern]) => pattern.test(text))?.[1]
  const axis = words?.[0] === 'left' ? 0 : 1
  const order = subject && reference ? compare(subject.centerPx[axis], reference.centerPx[axis]) : 0.5
  if (words) {
    if (order === 0.5) return { ...row, protocol: 'text', status: 'unparsed', text: '' }
    return { ...row, protocol: 'text', status: 'ok', text: words[order > 0.5 ? 0 : 1] }
  }
  return { ...row, protocol: 'logits', status: 'ok', pYes: /\bfarther\b/.test(text) ? order : 1 - order }
}

/** Questions for a word: the answer when the subject's coordinate is smaller (further left, higher), and when larger. */
const WORDS: readonly (readonly [RegExp, readonly [string, string]])[] = [
  [/\bleft or right\b/, ['left', 'right']],
  [/\babove or below\b/, ['above', 'below']],
  [/\bfar or close\b/, ['far', 'close']],
]

/** 1 if a is smaller, 0 if larger, ½ if equal. */
const compare = (a: number, b: number): number => (Math.abs(a - b) < SAME_PX ? 0.5 : a < b ? 1 : 0)

const NAME = new RegExp(`\\b(${COLORS.join('|')}) (${SHAPES.join('|')})\\b`, 'g')

function namesIn(text: string): { name: string; color: ColorName; shape: Shape }[] {
  return [...text.matchAll(NAME)].map(match => ({
    name: match[0],
    color: match[1] as ColorName,
    shape: match[2] as Shape,
  }))
}

import { answerChoices } from '../core/questions.ts'
import { answerLetter, type DatasetEntry, type DatasetHead } from './dataset-entry.ts'
import { delimitedLine } from './delimited.ts'

/**
 * VLMEvalKit's multiple-choice TSV. `index` is a question's place in `questions.jsonl`; A and B are the two answers and
 * `answer` the letter. A cell `image` of at most 64 characters is the index of the row that holds the picture, so that
 * a scene's questions share one. Columns that the tool does not know (none here) it would carry into its predictions.
 */
export const VLMEVALKIT_COLUMNS = [
  'index',
  'image',
  'question',
  'hint',
  'A',
  'B',
  'answer',
  'category',
  'l2-category',
  'split',
] as const

/** The tool copies a file above 1 GB into another form: parts stay below. */
export const VLMEVALKIT_MAX_BYTES = 900_000_000

export const vlmevalkitHeader = (): string => delimitedLine(VLMEVALKIT_COLUMNS, '\t')

/**
 * A dataset's name there. It caches pictures by name and index, so the content's hash is part of the name.
 *
 * @param part from 1; omitted when there is only one
 */
export function vlmevalkitName({ name, contentSha256 }: DatasetHead, part?: number): string {
  return `SpatialTunnel_${name}_${contentSha256.slice(0, 8)}${part === undefined ? '' : `_part${part}`}`
}

/**
 * The lines of one scene's questions; the first holds the picture.
 *
 * @param imageBase64 the PNG file
 */
export function vlmevalkitLines({ questions, firstQuestion }: DatasetEntry, imageBase64: string): string {
  return questions
    .map((question, k) =>
      delimitedLine(
        [
          firstQuestion + k,
          k === 0 ? imageBase64 : firstQuestion,
          question.text,
          '',
          ...answerChoices(question),
          answerLetter(question),
          question.category,
          question.axis,
          question.split,
        ],
        '\t',
      ),
    )
    .join('')
}

import { answerChoices } from '../core/questions.ts'
import type { DatasetEntry } from './dataset-entry.ts'

/** A sample of an inspect dataset (JSONL): the chat that is sent, the right answer, and what scoring needs again. */
export interface InspectSample {
  readonly id: string
  readonly input: readonly [
    {
      readonly role: 'user'
      readonly content: readonly [
        { readonly type: 'image'; readonly image: string },
        { readonly type: 'text'; readonly text: string },
      ]
    },
  ]
  readonly target: string
  readonly choices: readonly string[]
  readonly metadata: Readonly<Record<string, string>>
}

/**
 * @param imagePath relative to the JSONL file (inspect resolves it from there)
 */
export function inspectSamples({ questions }: DatasetEntry, imagePath: string): InspectSample[] {
  return questions.map(question => ({
    id: question.id,
    input: [
      {
        role: 'user',
        content: [
          { type: 'image', image: imagePath },
          { type: 'text', text: question.text },
        ],
      },
    ],
    target: question.answer,
    choices: answerChoices(question),
    metadata: {
      sceneId: question.sceneId,
      template: question.template,
      axis: question.axis,
      category: question.category,
      pairId: question.pairId,
      split: question.split,
    },
  }))
}

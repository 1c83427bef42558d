import type { SceneRow } from '../../core/dataset.ts'
import type { QuestionRow } from '../../core/questions.ts'
import { type Seed, shuffle, stream } from '../../core/rng.ts'
import { writeChain } from '../generate/chain-plan.ts'
import { chainTasks } from '../generate/question-set.ts'
import { referencePlan } from '../generate/reference-chain.ts'
import { trainingTarget } from '../record.ts'
import type { SftRow } from './sft-row.ts'

/**
 * What a scene teaches: `chains` generated questions with their reference chain and answer, and the dataset's own
 * questions with the answer alone.
 */
export function sceneRows(
  scene: Pick<SceneRow, 'id' | 'index' | 'scene' | 'truth' | 'image'>,
  questions: readonly QuestionRow[],
  chains: number,
  seed: Seed,
): SftRow[] {
  const reasoned = [...chainTasks([scene], chains, seed)].map(({ question, index }) => {
    const thinking = writeChain(referencePlan(question, index, seed), index).text
    return row(scene.image, question.question, trainingTarget({ thinking, answer: question.answer }))
  })
  return [...reasoned, ...questions.map(({ text, answer }) => row(scene.image, text, answer))]
}

const row = (image: string, question: string, target: string): SftRow => ({
  messages: [
    { role: 'user', text: `<image>${question}` },
    { role: 'assistant', text: target },
  ],
  images: [image],
})

/**
 * Mixes rows of an older training set in, against forgetting, and shuffles all.
 *
 * @param own number of the rows of today
 * @param replay number of the older rows
 * @param ratio share of the result that the replayed rows make up, from 0 to below 1; fewer where there are not so many
 * @returns the order of rows in the result, by their numbers: from 0 those of today, from `own` the older ones
 */
export function mixedOrder(
  own: number,
  replay: number,
  ratio: number,
  seed: Seed,
): { order: Uint32Array; replayed: number } {
  const replayed = Math.min(replay, Math.round((own * ratio) / (1 - ratio)))
  const drawn = numbers(own, replay)
  shuffle(stream(seed, 'sft', 'replay'), drawn)
  const order = numbers(0, own + replayed)
  order.set(drawn.subarray(0, replayed), own)
  shuffle(stream(seed, 'sft', 'order'), order)
  return { order, replayed }
}

/** `from`, `from + 1`, … */
const numbers = (from: number, count: number): Uint32Array => new Uint32Array(count).map((_, k) => from + k)

import type { SceneRow } from '../../core/dataset.ts'
import type { QuestionRow } from '../../core/questions.ts'
import { type Seed, shuffled, stream } from '../../core/rng.ts'
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
 * @param ratio share of the result that the replayed rows make up, from 0 to below 1; fewer where there are not so many
 */
export function withReplay(
  rows: readonly SftRow[],
  replay: readonly SftRow[],
  ratio: number,
  seed: Seed,
): { rows: SftRow[]; replayed: number } {
  const wanted = Math.min(replay.length, Math.round((rows.length * ratio) / (1 - ratio)))
  const drawn = shuffled(stream(seed, 'sft', 'replay'), replay).slice(0, wanted)
  return { rows: shuffled(stream(seed, 'sft', 'order'), [...rows, ...drawn]), replayed: wanted }
}

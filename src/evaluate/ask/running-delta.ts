import type { QuestionRow } from '../../core/questions.ts'
import { scoreAnswer } from '../items.ts'
import type { ResponseRow } from '../responses.ts'

export interface RunningView {
  /** Questions with a value so far. */
  readonly answered: number
  readonly vCons: number
  readonly vCtr: number
  readonly delta: number
  /** Half of Δ's 95 % interval: normal, from the spread over scenes. The report's own is bootstrapped. */
  readonly halfWidth: number
}

/** Δ while a model is being asked: vCons − vCtr over the scenes so far, each the mean over its questions. */
export class RunningDelta {
  private readonly questions: ReadonlyMap<string, QuestionRow>
  private readonly scenes = {
    consistent: new Map<string, number[]>(),
    counter: new Map<string, number[]>(),
  }
  private answered = 0

  constructor(questions: readonly QuestionRow[]) {
    this.questions = new Map(questions.map(question => [question.id, question]))
  }

  add(row: ResponseRow): void {
    const question = this.questions.get(row.questionId)
    const value = question ? scoreAnswer(question, row).value : null
    if (!question || value === null) return
    this.answered++
    if (question.split === 'ambiguous') return
    const values = this.scenes[question.split]
    values.set(question.sceneId, [...(values.get(question.sceneId) ?? []), value])
  }

  /** null until both splits have two scenes. */
  view(): RunningView | null {
    const consistent = spread([...this.scenes.consistent.values()].map(mean))
    const counter = spread([...this.scenes.counter.values()].map(mean))
    if (!consistent || !counter) return null
    return {
      answered: this.answered,
      vCons: consistent.mean,
      vCtr: counter.mean,
      delta: consistent.mean - counter.mean,
      halfWidth: 1.96 * Math.sqrt(consistent.squaredError + counter.squaredError),
    }
  }
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** Mean and squared standard error of it. */
function spread(values: readonly number[]): { mean: number; squaredError: number } | null {
  if (values.length < 2) return null
  const center = mean(values)
  const variance = values.reduce((sum, value) => sum + (value - center) ** 2, 0) / (values.length - 1)
  return { mean: center, squaredError: variance / values.length }
}

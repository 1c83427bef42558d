import type { EvaluationQuestion } from '../evaluation-data.ts'
import { scoreAnswer } from '../items.ts'
import type { ScoredResponse } from '../responses.ts'

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
  private readonly splits = { consistent: new SceneMeans(), counter: new SceneMeans() }
  private answered = 0

  add(question: EvaluationQuestion, row: ScoredResponse): void {
    const { value } = scoreAnswer(question, row)
    if (value === null) return
    this.answered++
    if (question.split !== 'ambiguous') this.splits[question.split].add(question.sceneId, value)
  }

  /** null until both splits have two scenes. */
  view(): RunningView | null {
    const consistent = this.splits.consistent.spread()
    const counter = this.splits.counter.spread()
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

/** The mean over scenes of their means and its spread, from sums that go on with every value. */
class SceneMeans {
  private readonly scenes = new Map<string, { readonly sum: number; readonly count: number }>()
  private total = 0
  private squares = 0

  add(sceneId: string, value: number): void {
    const before = this.scenes.get(sceneId)
    const sum = (before?.sum ?? 0) + value
    const count = (before?.count ?? 0) + 1
    const [old, mean] = [before ? before.sum / before.count : 0, sum / count]
    this.total += mean - old
    this.squares += mean ** 2 - old ** 2
    this.scenes.set(sceneId, { sum, count })
  }

  /** Mean and squared standard error of it. */
  spread(): { mean: number; squaredError: number } | null {
    const n = this.scenes.size
    if (n < 2) return null
    const mean = this.total / n
    return { mean, squaredError: Math.max(0, this.squares / n - mean ** 2) / (n - 1) }
  }
}

import '../zod-without-eval.ts'
import { SpatialTunnelError } from '../../core/errors.ts'
import type { QuestionRow } from '../../core/questions.ts'
import type { EvaluationData, EvaluationScene } from '../../evaluate/evaluation-data.ts'
import { groupBy } from '../../evaluate/group-by.ts'
import { SCORE_DEFAULTS } from '../../evaluate/score.ts'
import { exampleResponses } from './example-responses.ts'
import { readResponses } from './read-responses.ts'
import type { DataHead, ResponseSource, ResultsReply, ResultsRequest } from './results-messages.ts'
import { scoreForPage } from './score-for-page.ts'

/** The example has to be there quickly; what is dropped gets the command line's own draws, and so its very figures. */
const EXAMPLE_DRAWS = 1000

const reply = (message: ResultsReply): void => self.postMessage(message)

const scenes: EvaluationScene[] = []
const questions: QuestionRow[] = []

self.onmessage = async ({ data }: MessageEvent<ResultsRequest>) => {
  if (data.kind === 'scenes') {
    scenes.push(...data.scenes)
    questions.push(...data.questions)
    return
  }
  try {
    await score(data.data, data.source)
  } catch (error) {
    if (!(error instanceof SpatialTunnelError)) throw error
    const remedy = error.remedy ? ` ${error.remedy[0]!.toUpperCase()}${error.remedy.slice(1)}.` : ''
    const text = `${error.where}: found ${error.found}, expected ${error.expected}.${remedy}`
    reply({ kind: 'failed', title: 'These answers could not be read', text })
  }
}

async function score(head: DataHead, source: ResponseSource): Promise<void> {
  const data: EvaluationData = { ...head, scenes, questions }
  const rows = source.kind === 'example' ? exampleResponses(data) : await readResponses(source.files)
  const models = groupBy(rows, row => row.model).size
  const count = rows.length.toLocaleString('en')
  reply({ kind: 'progress', text: `Scoring ${count} answers of ${models} ${models === 1 ? 'model' : 'models'} …` })
  const draws = source.kind === 'example' ? EXAMPLE_DRAWS : SCORE_DEFAULTS.draws
  reply({ kind: 'scored', report: scoreForPage(data, rows, draws) })
}

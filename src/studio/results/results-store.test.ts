import { beforeEach, expect, test, vi } from 'vitest'
import { parseScene } from '../../core/scene.ts'
import { answerBaseline } from '../../evaluate/baselines.ts'
import { exampleDataset } from '../dataset/suite-dataset.ts'
import { createStudioStore } from '../store/studio-store.ts'
import type { ResultsReply, ResultsRequest } from './results-messages.ts'
import { createResultsService, type ResultsWorker } from './results-store.ts'
import { scoreForPage } from './score-for-page.ts'

const grid = await exampleDataset()
const data = { name: 'grid', scenes: grid.scenes, questions: [...grid.questions.values()].flat(), factorFields: [] }
const file = (name: string, id = (text: string) => text): File => {
  const rows = answerBaseline('height', data, 1).map(row => ({ ...row, questionId: id(row.questionId) }))
  return new File([rows.map(row => `${JSON.stringify(row)}\n`).join('')], name)
}

class FakeWorker implements ResultsWorker {
  readonly got: ResultsRequest[] = []
  ended = false
  onmessage: ResultsWorker['onmessage'] = null
  postMessage(message: ResultsRequest): void {
    this.got.push(message)
  }
  terminate(): void {
    this.ended = true
  }
  reply(data: ResultsReply): void {
    this.onmessage?.({ data } as MessageEvent<ResultsReply>)
  }
  get asked() {
    return this.got.find(message => message.kind === 'score')
  }
}

let workers: FakeWorker[]
const service = () => {
  const scene = parseScene({ objects: [{ shape: 'cube', color: 'red', sizeM: 0.1, depthM: 3, thetaDeg: 90 }] })
  const studio = createStudioStore(scene)
  const results = createResultsService(studio, () => {
    workers.push(new FakeWorker())
    return workers.at(-1)!
  })
  return { studio, results }
}
beforeEach(() => {
  workers = []
})

test('answers to a shipped suite: its scenes go to the worker in pieces, then the files', async () => {
  const { studio, results } = service()
  studio.setState(({ results }) => ({ results: { ...results, cell: '0,0' } }))
  await results.openFiles([file('height.jsonl')])
  expect(studio.getState().results.cell).toBeNull()
  const [worker] = workers
  const sent = worker!.got.flatMap(message => (message.kind === 'scenes' ? message.scenes : []))
  expect(sent).toHaveLength(256)
  expect(worker!.asked).toMatchObject({ data: { name: 'grid' }, source: { kind: 'files' } })
  worker!.reply({ kind: 'scored', report: scoreForPage(data, answerBaseline('height', data, 1), 20) })
  expect(results.store.getState()).toMatchObject({ working: null, failure: null, loaded: { example: false } })
  expect(worker!.ended).toBe(true)
})

test('answers whose dataset is not there wait for it', async () => {
  const { studio, results } = service()
  await results.openFiles([file('mine.jsonl', id => id.replace('grid', 'mine'))])
  expect(results.store.getState().failure?.title).toContain('a dataset that is not open')
  const questions = new Map(
    [...grid.questions].map(([id, rows]) => [id, rows.map(row => ({ ...row, id: row.id.replace('grid', 'mine') }))]),
  )
  studio.setState({ dataset: { status: 'ready', dataset: { ...grid, name: 'mine', questions } } })
  await vi.waitFor(() => expect(workers.at(-1)?.asked).toMatchObject({ data: { name: 'mine' } }))
})

test('what is opened later wins; a failure leaves what was there', async () => {
  const { results } = service()
  await results.openFiles([file('a.jsonl')])
  const first = workers[0]!
  await results.openFiles([file('b.jsonl')])
  expect(first.ended).toBe(true)
  workers[1]!.reply({ kind: 'failed', title: 'These answers could not be read', text: 'b.jsonl:3 …' })
  expect(results.store.getState()).toMatchObject({ loaded: null, failure: { text: 'b.jsonl:3 …' } })
})

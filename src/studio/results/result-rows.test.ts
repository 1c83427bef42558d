import { expect, test } from 'vitest'
import { exampleDataset } from '../dataset/suite-dataset.ts'
import { exampleResponses } from './example-responses.ts'
import { cellOfScene, questionResults, sceneResults, sortResults, type TwoModels, worthOf } from './result-rows.ts'
import { scoreForPage } from './score-for-page.ts'

const dataset = await exampleDataset()
const data = {
  name: 'grid',
  scenes: dataset.scenes,
  questions: [...dataset.questions.values()].flat(),
  factorFields: [],
}
const rows = exampleResponses(data)
const report = scoreForPage(data, rows, 50)
const models: TwoModels = { answers: report.answers.get('made-up A')!, versus: report.answers.get('height')! }

test('the page’s v of a cell and of everything is the score’s', () => {
  const all = sceneResults({ dataset }, models, null)
  const mean = (values: readonly (number | null)[]) => values.reduce<number>((sum, v) => sum + v!, 0) / values.length
  const [own] = report.score.models
  expect(mean(all.map(({ v }) => v))).toBeCloseTo(own!.scalars.estimate.v!, 12)
  expect(mean(all.map(({ versusV }) => versusV))).toBeCloseTo(report.score.models[2]!.scalars.estimate.v!, 12)
  const cell = own!.cells!.cells[37]!
  const inCell = sceneResults({ dataset }, models, `${cell.theta1Deg},${cell.theta2Deg}`)
  expect(inCell.map(({ scene }) => scene.id)).toEqual(cell.sceneIds)
  expect(mean(inCell.map(({ v }) => v))).toBeCloseTo(cell.v!, 12)
})

test('the worst first; behind: where the other model is better by most', () => {
  const all = sceneResults({ dataset }, models, null)
  const sorted = (sort: 'worst' | 'best' | 'behind') => sortResults(all, sort, ({ v, versusV }) => [v, versusV])
  const worst = sorted('worst').map(({ v }) => v!)
  expect(worst).toEqual([...worst].sort((a, b) => a - b))
  expect(sorted('best')[0]!.v).toBe(Math.max(...worst))
  const gaps = sorted('behind').map(({ v, versusV }) => versusV! - v!)
  expect(gaps[0]).toBe(Math.max(...gaps))
  expect(sortResults(all, 'suite', () => [0, 0])).toEqual(all)
})

test('questions of scenes, with both answers; one that was not asked comes last', () => {
  const some = sceneResults({ dataset }, models, cellOfScene(dataset.scenes[0]!))
  const answers = new Map([...models.answers].filter(([id]) => !id.endsWith('-d1')))
  const questions = questionResults({ dataset }, { answers, versus: models.versus }, some)
  const sorted = sortResults(questions, 'worst', ({ answer }) => [worthOf(answer), null])
  expect(sorted).toHaveLength(4)
  expect(sorted.at(-1)!.question.id).toBe('grid-000000-d1')
  expect(sorted.at(-1)!.answer).toBeNull()
  expect(sorted.at(-1)!.versusAnswer).not.toBeNull()
})

test('answers to another dataset are refused, and so are too many models', () => {
  const strangers = rows.slice(0, 4).map(row => ({ ...row, questionId: `other-${row.questionId}` }))
  expect(() => scoreForPage(data, strangers, 10)).toThrow(expect.objectContaining({ code: 'responses-unmatched' }))
  const many = Array.from({ length: 13 }, (_, i) => ({ ...rows[0]!, model: `m${i}` }))
  expect(() => scoreForPage(data, many, 10)).toThrow(expect.objectContaining({ code: 'too-many-models' }))
})

import { expect, test } from 'vitest'
import chains from '../../../scenes/chains.json' with { type: 'json' }
import contrastive from '../../../scenes/contrastive.json' with { type: 'json' }
import grid from '../../../scenes/grid.json' with { type: 'json' }
import { expander, expandSuite } from '../../core/expand.ts'
import { questionsOf } from '../../core/questions.ts'
import { parseSuite } from '../../core/suite.ts'
import { indexGraph } from '../graph/graph-index.ts'
import { tunnelGraph } from '../graph/tunnel-graph.ts'
import { programAnswer } from './execute.ts'
import { parseProgram } from './program.ts'
import { readGqaQuestions, readGqaSceneGraphs } from './question.ts'
import { tunnelQuestion } from './tunnel-questions.ts'

const SAID: Readonly<Record<string, string>> = {
  left: 'to the left of',
  right: 'to the right of',
  far: 'behind',
  close: 'in front of',
}

test.each([
  ['grid', grid, 'depth'],
  ['chains', chains, 'depth'],
  ['contrastive', contrastive, 'contrastive'],
] as const)('%s: GQA’s own reader takes them, and every program gives the question’s answer', (_, suite, set) => {
  let asked = 0
  for (const { id, index, scene, truth } of expandSuite(parseSuite(suite), 0, 60)) {
    const rows = questionsOf({ sceneId: id, index, image: `images/${id}.png`, truth }, [set])
    const file = JSON.parse(JSON.stringify(Object.fromEntries(rows.map(row => [row.id, tunnelQuestion(row, truth)]))))
    const graphs = readGqaSceneGraphs(JSON.parse(JSON.stringify({ [id]: tunnelGraph(scene, truth) })))
    for (const question of readGqaQuestions(file)) {
      const found = programAnswer(parseProgram(question.semantic), indexGraph(graphs.get(question.imageId)!))
      expect([question.id, found]).toEqual([question.id, SAID[question.answer] ?? question.answer])
      asked++
    }
  }
  expect(asked).toBeGreaterThan(100)
})

test('the full answer says the fact that the answer rests on', () => {
  const { id, index, truth } = expander(parseSuite(grid)).scene(37)
  const [far, near] = truth.objects
  const said = questionsOf({ sceneId: id, index, image: '', truth }, ['depth']).map(
    row => tunnelQuestion(row, truth).fullAnswer,
  )
  expect(said).toEqual([
    `No, the ${far!.name} is not in front of the ${near!.name}.`,
    `Yes, the ${near!.name} is in front of the ${far!.name}.`,
    `No, the ${near!.name} is not behind the ${far!.name}.`,
    `Yes, the ${far!.name} is behind the ${near!.name}.`,
  ])
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import contrastive from '../../scenes/contrastive.json' with { type: 'json' }
import type { SceneRow } from '../core/dataset.ts'
import { expandSuite } from '../core/expand.ts'
import { CONTRASTIVE_TEMPLATES, type QuestionRow, questionsOf } from '../core/questions.ts'
import { AXIS_OF } from '../core/relations.ts'
import { parseSuite } from '../core/suite.ts'
import { runPython, testWithPython } from '../testing/python.ts'
import type { DatasetEntry } from './dataset-entry.ts'
import { pairRows, probingLines } from './probing-dataset.ts'
import { type ProbingPair, probingLine, probingObjects } from './probing-tsv.ts'

const folder = mkdtempSync(join(tmpdir(), 'probing-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** All 1,200 scenes of the shipped suite with their questions. */
const entries: readonly DatasetEntry[] = [...expandSuite(parseSuite(contrastive))].map(
  ({ id, index, scene, truth }) => ({
    scene: { id, index, scene, truth } as SceneRow,
    questions: questionsOf({ sceneId: id, index, image: `images/${id}.png`, truth }, ['contrastive']),
    firstQuestion: 2 * index,
  }),
)

/** The released tool's way of reading a row, restated: pandas, then three patterns or the answer's option. */
const READER = `
import sys, json, re, pandas as pd
table = pd.read_csv(sys.argv[1], sep='\\t')
patterns = [r'between (.+?) and (.+?) in', r'of (.+?) and (.+?) in', r'How are (.+?) and (.+?) positioned']
rows = []
for _, row in table.iterrows():
    found = None
    if row['category'] in ('far', 'close'):
        options = {k: str(row[k]) for k in 'ABCD'}
        others = [v for k, v in options.items() if k != row['answer'] and v not in ('Unknown', 'nan') and v != options[row['answer']]]
        found = [options[row['answer']], others[0]] if others else None
    else:
        for pattern in patterns:
            m = re.search(pattern, row['question'])
            if m: found = [m.group(1), m.group(2)]; break
    rows.append([int(row['index']), row['question_id'], row['category'], found, row['image'], 'nan' in [str(row[k]) for k in 'ABCD']])
print(json.dumps([list(table.columns), rows]))
`

testWithPython(
  'pandas',
  'all 1,200 pairs of the contrastive suite are found by the tool, none is dropped',
  async () => {
    const path = join(folder, 'contrastive.tsv')
    let text = ''
    for await (const line of probingLines(entries, async entry => `image-of-${entry.scene.id}`)) text += line
    writeFileSync(path, text)
    const [columns, rows] = JSON.parse(runPython(READER, [path])) as [string[], unknown[][]]
    expect(columns).toEqual(['index', 'question_id', 'category', 'question', 'image', 'answer', 'A', 'B', 'C', 'D'])
    const questions = entries.flatMap(entry => entry.questions)
    const expected = questions
      .filter(question => question.id.endsWith('-o'))
      .map((question, index) => [
        index,
        question.pairId,
        question.category,
        objectsOf(question),
        `image-of-${question.sceneId}`,
        false,
      ])
    expect(rows.length).toBe(1200)
    expect(rows).toEqual(expected)
  },
)

/** [asked about, compared to], by trying every pair of names on the templates. */
function objectsOf({ text, axis }: QuestionRow): string[] {
  const names = text.match(/(?:red|green|blue|yellow|cyan|magenta|black) (?:sphere|cube)/g)!
  return [names, [...names].reverse()].find(([a, b]) => CONTRASTIVE_TEMPLATES[axis](a!, b!) === text)!
}

test('the pairs file carries the same numbers, with scene and split', () => {
  const first = entries.slice(0, 12).flatMap(entry => entry.questions)
  expect(pairRows(first)[7]).toEqual({
    id: 'contrastive-000007-h',
    category: 'right',
    index: 7,
    sceneId: 'contrastive-000007',
    split: first.find(question => question.id === 'contrastive-000007-h-o')!.split,
  })
  const { id, index, truth } = entries[0]!.scene
  expect(pairRows(questionsOf({ sceneId: id, index, image: 'x', truth }, ['depth']))).toEqual([])
})

test('letters do not give the answer away', async () => {
  const answers: string[] = []
  for await (const line of probingLines(entries, async () => '')) answers.push(line.split('\t')[5]!)
  const share = answers.filter(answer => answer === 'A').length / (answers.length - 1)
  expect(share).toBe(0.5)
})

test('a name that the tool would cut is refused', () => {
  const pair: ProbingPair = { index: 0, id: 'p', category: 'left', target: 'salt and pepper', reference: 'plate' }
  expect(() => probingLine(pair, '')).toThrow(expect.objectContaining({ code: 'probing-unreadable' }))
  expect(probingLine({ ...pair, category: 'far' }, '')).toContain('salt and pepper')
})

test("other benchmarks' wordings", () => {
  const options = { answer: 'B', A: 'left', B: 'right', C: '', D: '' }
  const read = (question: string) => probingObjects({ category: 'left', question, ...options })
  expect(read('What are the relative positions of the cup and the lamp in the picture?')).toEqual(['cup', 'lamp'])
  expect(read('How are the sofa and the door positioned in relation to each other?')).toEqual(['sofa', 'door'])
  expect(read('Is the cup left of the lamp?')).toBeNull()
  const far = { category: 'far', question: 'Which is farther?', answer: 'C', A: 'Unknown', B: '', C: 'car', D: 'tree' }
  expect(probingObjects(far)).toEqual(['car', 'tree'])
  expect(probingObjects({ ...far, answer: 'A' })).toBeNull()
  expect(AXIS_OF.far).toBe('distance')
})

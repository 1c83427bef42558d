import { expect, test } from 'vitest'
import { indexGraph } from '../graph/graph-index.ts'
import { readRecord, recordRow, trainingTarget } from '../record.ts'
import { inverseRelation, normaliseRelation, oppositeRelation, RELATIONS } from '../text/relation.ts'
import { executeProgram, programAnswer } from './execute.ts'
import { parseProgram, programRelations } from './program.ts'
import { AUDITED_TYPES, readGqaQuestions, readGqaSceneGraphs } from './question.ts'

/** Invented, in GQA's real format (spec 3 §1). */
const GRAPHS = {
  '0900001': {
    width: 640,
    height: 360,
    location: 'tunnel',
    objects: {
      '11': {
        name: 'cube',
        x: 120,
        y: 200,
        w: 60,
        h: 58,
        attributes: ['red'],
        relations: [{ name: 'to the left of', object: '12' }],
      },
      '12': { name: 'ball', x: 400, y: 150, w: 30, h: 30, attributes: ['blue'], relations: [] },
    },
  },
}
const QUESTIONS = {
  q1: {
    imageId: '0900001',
    question: 'Is there a cone to the right of the red cube?',
    answer: 'no',
    fullAnswer: 'No, there is a ball to the right of the cube.',
    types: { detailed: 'existRelSC', semantic: 'rel', structural: 'verify' },
    annotations: { question: { '9:11': '11' }, answer: {}, fullAnswer: {} },
    semantic: [
      { operation: 'select', dependencies: [], argument: 'cube (11)' },
      { operation: 'filter color', dependencies: [0], argument: 'red' },
      { operation: 'relate', dependencies: [1], argument: 'cone,to the right of,s (-)' },
      { operation: 'exist', dependencies: [2], argument: '?' },
    ],
  },
}
const graph = readGqaSceneGraphs(GRAPHS).get('0900001')!
const index = indexGraph(graph)
const answer = (...steps: [operation: string, argument: string, ...dependencies: number[]][]): string | null =>
  programAnswer(
    parseProgram(steps.map(([operation, argument, ...dependencies]) => ({ operation, argument, dependencies }))),
    index,
  )

test('a program from a file may hold anything', () => {
  const invalid = (where: string) => expect.objectContaining({ code: 'program-invalid', where })
  const step = { operation: 'select', dependencies: [], argument: 'cube (11)' }
  expect(() => parseProgram([step, { ...step, operation: 1 }])).toThrow(invalid('semantic[1].operation'))
  expect(() => parseProgram([{ ...step, dependencies: undefined }])).toThrow(invalid('semantic[0].dependencies'))
  expect(() => parseProgram([{ ...step, dependencies: [0.5] }])).toThrow(invalid('semantic[0].dependencies[0]'))
  expect(() => parseProgram([null])).toThrow(invalid('semantic[0]'))
})

test('the invented question is answered from the invented graph', () => {
  const [question] = readGqaQuestions(QUESTIONS)
  const program = parseProgram(question!.semantic)
  expect(executeProgram(program, index)).toEqual([[0], [0], [], false])
  expect(programAnswer(program, index)).toBe('no')
  expect(programRelations(program)).toEqual({ relation: 'right_of', relations: ['to the right of'], hops: 1 })
  expect(AUDITED_TYPES.has(question!.types.detailed!)).toBe(true)
  expect(AUDITED_TYPES.size).toBe(17)
})

test.each<[string | null, ...[string, string, ...number[]][]]>([
  // The inverse edge is there: the ball is to the right of the cube.
  ['yes', ['select', 'cube (11)'], ['relate', 'ball,to the right of,s (12)', 0], ['exist', '?', 1]],
  ['yes', ['select', 'cube (11)'], ['relate', '_,to the right of,s (12)', 0], ['exist', '?', 1]],
  ['no', ['select', 'cube (11)'], ['relate', 'ball,to the left of,s (12)', 0], ['exist', '?', 1]],
  // o: the named object is the object of the relation.
  ['yes', ['select', 'cube (11)'], ['verify rel', 'ball,to the left of,o (12)', 0]],
  ['no', ['select', 'cube (11)'], ['verify rel', 'ball,to the left of,s (12)', 0]],
  ['to the left of', ['select', 'ball (12)'], ['choose rel', 'cube,to the left of|to the right of,s (11)', 0]],
  ['to the right of', ['select', 'ball (12)'], ['choose rel', 'cube,to the left of|to the right of,o (11)', 0]],
  ['yes', ['select', 'cube (11)'], ['verify color', 'red', 0]],
  ['no', ['select', 'cube (11)'], ['verify color', 'not(red)', 0]],
  ['no', ['select', 'cone (-)'], ['verify color', 'red', 0]],
  ['red', ['select', 'cube (11)'], ['choose color', 'blue|red', 0]],
  ['blue', ['select', 'ball (12)'], ['query', 'color', 0]],
  ['ball', ['select', 'cube (11)'], ['relate', '_,to the right of,s (12)', 0], ['query', 'name', 1]],
  [null, ['select', 'cube (11)'], ['query', 'material', 0]],
  ['left', ['select', 'cube (11)'], ['query', 'hposition', 0]],
  ['bottom', ['select', 'cube (11)'], ['query', 'vposition', 0]],
  ['tunnel', ['select', 'scene (-)'], ['query', 'place', 0]],
  ['no', ['select', 'cube (11)'], ['exist', '?', 0], ['select', 'cone (-)'], ['exist', '?', 2], ['and', '', 1, 3]],
  ['yes', ['select', 'cube (11)'], ['exist', '?', 0], ['select', 'cone (-)'], ['exist', '?', 2], ['or', '', 1, 3]],
  ['no', ['select', 'cube (11)'], ['select', 'ball (12)'], ['same color', '', 0, 1]],
  ['yes', ['select', 'cube (11)'], ['select', 'ball (12)'], ['different color', '', 0, 1]],
  ['cube', ['select', 'cube (11)'], ['select', 'ball (12)'], ['choose larger', '', 0, 1]],
  ['ball', ['select', 'cube (11)'], ['select', 'ball (12)'], ['choose smaller', '', 0, 1]],
  // A category that no object is named after: the program's own ids.
  ['yes', ['select', 'toy (12)'], ['verify color', 'blue', 0]],
])('%s', (expected, ...steps) => {
  expect(answer(...steps)).toBe(expected)
})

test('operations that the graph cannot decide, or nobody knows, are errors and never "no"', () => {
  const thrown = (code: string) => expect.objectContaining({ code })
  expect(() => answer(['frobnicate', 'cube'])).toThrow(thrown('program-operation'))
  expect(() => answer(['select', 'cube'], ['select', 'ball'], ['choose healthier', '', 0, 1])).toThrow(
    thrown('program-operation'),
  )
  expect(() => answer(['select', 'cube'], ['relate', 'cone to the right', 0])).toThrow(thrown('program-invalid'))
  expect(() => answer(['exist', '?', 3])).toThrow(thrown('program-invalid'))
  expect(() => readGqaQuestions([1])).toThrow(thrown('gqa-questions'))
  expect(() => readGqaQuestions({ q9: { imageId: '1' } })).toThrow(thrown('gqa-questions'))
  expect(() => readGqaSceneGraphs({ '1': { objects: { a: { name: 'x' } } } })).toThrow(thrown('scene-graph'))
})

test.each([
  ['to the left of', 'left_of'],
  ['To The Right Of', 'right_of'],
  ['in front of', 'in_front_of'],
  ['before', 'in_front_of'],
  ['behind', 'behind'],
  ['in back of', 'behind'],
  ['near', 'near'],
  ['close to', 'near'],
  ['by', 'near'],
  ['next to', 'next_to'],
  ['beside', 'next_to'],
  ['adjacent to', 'next_to'],
  ['alongside', 'next_to'],
  ['above', 'above'],
  ['over', 'above'],
  ['higher than', 'above'],
  ['below', 'below'],
  ['under', 'below'],
  ['beneath', 'below'],
  ['underneath', 'below'],
  ['on top of', 'on_top_of'],
  ['in', 'inside'],
  ['inside', 'inside'],
  ['within', 'inside'],
  ['wearing', 'other'],
  ['holding', 'other'],
])('relation %s is %s', (raw, relation) => {
  expect(normaliseRelation(raw)).toBe(relation)
})

test('inverses undo themselves; opposites exclude', () => {
  expect(normaliseRelation('higher than', 'tunnel')).toBe('higher')
  for (const relation of RELATIONS) {
    const inverse = inverseRelation(relation)
    if (inverse) expect(inverseRelation(inverse)).toBe(relation)
  }
  expect([
    inverseRelation('near'),
    oppositeRelation('near'),
    oppositeRelation('left_of'),
    inverseRelation('inside'),
  ]).toEqual(['near', null, 'right_of', null])
})

test('records: question_x, Python literals, ids as text, and back', () => {
  const literal = `{'width': 640, 'height': 360, 'objects': {'011': {'name': "man's hat", 'x': 1, 'y': 2, 'w': 3, 'h': 4, 'attributes': [], 'relations': [{'name': 'on', 'object': '012'}]}}, 'closedWorld': True, 'location': None}`
  const row = {
    imageId: '007',
    question_x: 'Is it?',
    answer: 'no',
    scene_graph: literal.replace(", 'location': None", ''),
  }
  const record = readRecord(row)
  expect(record).toMatchObject({
    imageId: '007',
    question: 'Is it?',
    sceneGraph: { closedWorld: true, objects: { '011': { name: "man's hat", relations: [{ object: '012' }] } } },
  })
  expect(readRecord(recordRow(record))).toEqual(record)
  expect(readRecord(recordRow(record, true))).toEqual(record)
  expect(readRecord({ imageId: 7, question: 'q', answer: 'a' })).toMatchObject({ imageId: '7', sceneGraph: null })
  expect(() => readRecord({ imageId: '7' })).toThrow(expect.objectContaining({ code: 'chain-record' }))
  expect(() => readRecord({ ...row, scene_graph: "{'a': [1, }" })).toThrow(
    expect.objectContaining({ code: 'python-literal' }),
  )
  expect(trainingTarget({ thinking: 'Look.', answer: 'no' })).toBe('<think>\nLook.\n</think>\n<answer>\nno\n</answer>')
})

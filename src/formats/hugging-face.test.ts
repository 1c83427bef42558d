import { expect, test } from 'vitest'
import { runPython, testWithPython } from '../testing/python.ts'
import { standInDataset } from '../testing/stand-in-dataset.ts'
import type { DatasetHead } from './dataset-entry.ts'
import { hfCard, imageFolderRow } from './hugging-face.ts'
import { lmmsTaskName, lmmsTaskYaml, lmmsUtils } from './lmms-eval.ts'

const head: DatasetHead = {
  name: 'grid',
  title: 'The "16 × 16" grid',
  description: 'One scene: for every pair of angles.',
  contentSha256: 'ab'.repeat(32),
  scenes: 256,
  questions: 1024,
  toolVersion: '0.1.0',
  finished: '2026-06-05T00:00:00.000Z',
}

testWithPython('yaml', 'PyYAML reads the card’s configuration', () => {
  const card = runPython(
    `
import json, sys, yaml
_, front, body = sys.argv[1].split('---\\n', 2)
print(json.dumps([yaml.safe_load(front), body]))
`,
    [hfCard(head, 'parquet')],
  )
  const [front, body] = JSON.parse(card) as [Record<string, unknown>, string]
  expect(front).toMatchObject({
    pretty_name: 'SpatialTunnel grid',
    configs: [{ config_name: 'default', data_files: [{ split: 'test', path: 'data/test-*.parquet' }] }],
    size_categories: ['1K<n<10K'],
  })
  expect(body).toContain('256 scenes, 1024 questions')
})

test('an image folder’s row names its picture beside it', () => {
  const [entry] = standInDataset(1).entries
  const row = imageFolderRow(entry!, 'a.png')
  expect(row).toMatchObject({ file_name: 'a.png', id: entry!.scene.id, answers: ['No', 'Yes', 'No', 'Yes'] })
  expect(row.questions).toEqual(entry!.questions.map(question => question.text))
})

testWithPython('yaml', 'lmms-eval’s task: its YAML names functions that its Python has, and they judge replies', () => {
  const result = runPython(
    `
import json, sys, types, yaml
task_text, utils_text = sys.argv[1:]
utils = types.ModuleType('utils')
exec(compile(utils_text, 'utils.py', 'exec'), utils.__dict__)
loader = type('Loader', (yaml.SafeLoader,), {})
loader.add_constructor('!function', lambda self, node: 'function ' + self.construct_scalar(node))
task = yaml.load(task_text, Loader=loader)
functions = [value for value in [*task.values(), *[metric['aggregation'] for metric in task['metric_list']]]
             if isinstance(value, str) and value.startswith('function utils.')]
for name in functions:
    assert callable(getattr(utils, name.split('.')[1])), name
depth = {'text': 'Is it?', 'answer': 'Yes', 'axis': 'distance', 'split': 'counter'}
above = {'text': 'Is it?', 'answer': 'above', 'axis': 'vertical', 'split': 'consistent'}
kwargs = task['lmms_eval_specific_kwargs']['default']
print(json.dumps({
    'task': task['task'], 'split': task['test_split'], 'functions': len(functions),
    'text': utils.doc_to_text(depth, kwargs),
    'judged': [utils.process_results(doc, [reply]) for doc, reply in
               [(depth, ' yes.'), (depth, 'No'), (depth, 'yes or no'), (above, 'It is above it.'), (above, 'below')]],
    'mean': utils.mean([1.0, None, 0.0]),
}))
`,
    [lmmsTaskYaml(head), lmmsUtils()],
  )
  const counter = (right: number) => ({ acc_all: right, acc_con: null, acc_ctr: right })
  const consistent = (right: number) => ({ acc_all: right, acc_con: right, acc_ctr: null })
  expect(JSON.parse(result)).toEqual({
    task: lmmsTaskName(head),
    split: 'test',
    functions: 6,
    text: 'Is it?\nAnswer with one word.',
    judged: [counter(1), counter(0), counter(1), consistent(1), consistent(0)],
    mean: 0.5,
  })
})

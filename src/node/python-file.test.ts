import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import { readFirstToken } from '../evaluate/ask/first-token.ts'
import { SCORE_DEFAULTS, scoreResponses } from '../evaluate/score.ts'
import { writeSafetensors } from '../formats/safetensors-writer.ts'
import { runPython, testWithPython } from '../testing/python.ts'
import { standInDataset, writeStandInFiles } from '../testing/stand-in-dataset.ts'
import { readEvaluationData } from './read-evaluation-data.ts'
import { readResponses } from './read-responses.ts'
import { openVectorFile } from './read-vectors.ts'
import { writeTar } from './write-tar.ts'

/** `public/python/spatialtunnel.py` with a stand-in for the model: no torch, no GPU. */
const FOLDER = join(import.meta.dirname, '../../public/python')

const dataset = standInDataset(5, ['depth', 'contrastive'])
let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'python-'))
  await writeStandInFiles(dataset, dir)
})
afterEach(() => rm(dir, { recursive: true }))

/**
 * A model whose hidden state at layer k is a hash of picture and text, and whose logits are linear in that of layer 1.
 * It counts its batches and can break in one.
 */
const STAND_IN = `
import hashlib, json, sys
sys.dont_write_bytecode = True
sys.path.insert(0, ${JSON.stringify(FOLDER)})
import numpy as np
import spatialtunnel as st

VOCABULARY = ['Yes', ' yes', 'YES', 'No', ' no', 'Yesterday', None, 'left', 'right', 'above', 'below', ' far', 'close', 'The']
D = 6
WEIGHTS = np.random.default_rng(1).normal(size=(len(VOCABULARY) + 2, D))

class StandIn(st.Model):
    layers = 3
    calls = 0
    breaks_at = None

    def vocabulary(self):
        return VOCABULARY

    def hidden(self, image, text, layer):
        key = st.picture_bytes(image) + text.encode() + bytes([layer])
        seed = int.from_bytes(hashlib.sha256(key).digest()[:8], 'little')
        return np.random.default_rng(seed).normal(size=D)

    def logits(self, images, texts, intervention=None):
        self.count()
        hidden = np.stack([self.hidden(i, t, 1) for i, t in zip(images, texts)])
        if intervention is not None and intervention.layer == 1:
            hidden = intervention.apply(hidden)
        return hidden @ WEIGHTS.T

    def states(self, images, texts, layers):
        self.count()
        return np.stack([[self.hidden(i, t, layer) for i, t in zip(images, texts)] for layer in layers])

    def count(self):
        self.calls += 1
        if self.calls == self.breaks_at:
            raise RuntimeError('out of memory')

model = StandIn()
def run(*argv):
    model.calls = 0
    st.main([str(a) for a in argv], load=lambda arguments: model)
    return model.calls
`

const python = (script: string, ...args: string[]): unknown => JSON.parse(runPython(STAND_IN + script, args))

testWithPython(
  'numpy',
  'ask: exact masses over the whole vocabulary; its rows score as the same logprobs do',
  async () => {
    const out = join(dir, 'r.jsonl')
    const logits = python(
      `
folder, out = sys.argv[1:]
run('ask', folder, '--model', 'm', '--out', out, '--batch', 3)
items = st.read_dataset(folder)
rows = model.logits([i.image for i in items], [i.question['text'] for i in items])
rows = rows - st.log_sum_exp(rows)[:, None]
print(json.dumps(rows.tolist()))
`,
      dir,
      out,
    ) as number[][]
    const vocabulary = ['Yes', ' yes', 'YES', 'No', ' no', 'Yesterday']
    const data = await readEvaluationData(dir)
    const rows = await readResponses([out])
    expect(rows.map(row => row.questionId)).toEqual(data.questions.map(question => question.id))
    const expected = data.questions.map((question, k) => {
      const reading = readFirstToken(vocabulary.map((token, id) => ({ token, logprob: logits[k]![id]! })))
      if (reading.kind !== 'read') throw new Error('not read')
      const { kind: _, censored: __, ...fields } = reading
      return { question, fields }
    })
    for (const [k, { question, fields }] of expected.entries()) {
      const row = rows[k]!
      if (question.answer !== 'Yes' && question.answer !== 'No') {
        expect(row).toMatchObject({ protocol: 'text', status: 'ok', text: expect.stringMatching(/^[a-z]+$/) })
        continue
      }
      expect(row).toMatchObject({ protocol: 'logits', status: 'ok' })
      for (const name of ['pYes', 'logit', 'yesMass', 'noMass'] as const)
        expect(row[name]).toBeCloseTo(fields[name], 12)
    }
    const asked = expected.map(({ question, fields }, k) => ({ ...rows[k]!, questionId: question.id, ...fields }))
    const options = { ...SCORE_DEFAULTS, draws: 20 }
    const [ours, theirs] = [scoreResponses(data, rows, options), scoreResponses(data, asked, options)]
    expect(ours.models[0]!.scalars.estimate.v).toBeCloseTo(theirs.models[0]!.scalars.estimate.v!, 12)
  },
)

testWithPython('numpy', 'pictures in archives are the files that they would be', async () => {
  const paths = dataset.entries.map(({ scene }) => scene.image)
  const members = async function* () {
    for (const path of paths) yield { name: path.replace('images/', ''), bytes: dataset.files.get(path)! }
  }
  await writeTar(join(dir, '000000.tar'), members())
  const same = python(
    `
from pathlib import Path
folder, *paths = sys.argv[1:]
print(json.dumps([st.picture_bytes(Path(folder) / path.replace('images/', '000000.tar/')) == (Path(folder) / path).read_bytes()
                  for path in paths]))
`,
    dir,
    ...paths.toReversed(),
  )
  expect(same).toEqual(paths.map(() => true))
})

testWithPython('numpy', 'ask resumes: after a crash and a torn line nothing is lost, nothing asked twice', async () => {
  const out = join(dir, 'r.jsonl')
  const calls = python(
    `
folder, out = sys.argv[1:]
call = ['ask', folder, '--model', 'm', '--out', out, '--batch', 4]
model.breaks_at = 3
try:
    run(*call)
    raise SystemExit('did not break')
except RuntimeError:
    pass
model.breaks_at = None
data = open(out, 'rb').read()
open(out, 'wb').write(data[:-10])
after = run(*call)
print(json.dumps([after, run(*call), run(*call, '--suffix', 'Answer with one word.')]))
`,
    dir,
    out,
  )
  const questions = dataset.entries.flatMap(entry => entry.questions)
  // Two batches of four were written, the last row was torn: the rest and that one, then nothing, then all again.
  const rest = questions.length - 7
  expect(calls).toEqual([Math.ceil(rest / 4), 0, Math.ceil(questions.length / 4)])
  const rows = await readResponses([out])
  expect(
    rows
      .slice(0, questions.length)
      .map(row => row.questionId)
      .sort(),
  ).toEqual(questions.map(q => q.id).sort())
  expect(rows).toHaveLength(2 * questions.length)
  const keys = (await readFile(out, 'utf8')).match(/"requestSha256": ?"[0-9a-f]{64}"/g)
  expect(new Set(keys).size).toBe(rows.length)
})

testWithPython('numpy', 'states: the probe’s reader finds every layer and its pairs, also after a crash', async () => {
  const out = join(dir, 'states.safetensors')
  const expected = python(
    `
folder, out = sys.argv[1:]
model.breaks_at = 3
try:
    run('states', folder, '--model', 'm', '--out', out, '--batch', 2, '--layers', '0,2')
    raise SystemExit('did not break')
except RuntimeError:
    pass
model.breaks_at = None
calls = run('states', folder, '--model', 'm', '--out', out, '--batch', 2, '--layers', '0,2')
pairs = st.contrastive_pairs(st.read_dataset(folder))
delta = {layer: [(model.hidden(s.image, s.question['text'], layer) - model.hidden(o.image, o.question['text'], layer)).tolist()
                 for o, s in pairs] for layer in (0, 2)}
print(json.dumps([calls, len(pairs), delta]))
`,
    dir,
    out,
  ) as [number, number, Record<string, number[][]>]
  const [calls, count, deltas] = expected
  expect(count).toBeGreaterThan(2)
  expect(calls).toBe(2 * Math.ceil((count - 2) / 2))
  expect((await readdir(dir)).filter(name => name.startsWith('states'))).toEqual(['states.jsonl', 'states.safetensors'])
  const { file, pairs } = await openVectorFile(out, [])
  expect(file.layers).toEqual([0, 2])
  const originals = dataset.entries.flatMap(entry => entry.questions.filter(question => question.id.endsWith('-o')))
  expect(pairs.map(({ id, category, sceneId, split }) => [id, category, sceneId, split])).toEqual(
    originals.map(({ pairId, category, sceneId, split }) => [pairId, category, sceneId, split]),
  )
  for (const layer of [0, 2]) {
    const { rows, columns, deltas: found } = await file.read(layer)
    expect([rows, columns]).toEqual([count, 6])
    const worst = deltas[layer]!.flat().map((value, k) => Math.abs(value - found[k]!))
    expect(Math.max(...worst)).toBeLessThan(1e-6)
  }
  await file.close()
})

testWithPython('numpy', 'intervene: adding and ablating a direction moves the logit by what algebra says', async () => {
  const parts: Uint8Array[] = []
  const vector = Float32Array.from([0.5, -1, 2, 0.25, 0, 1])
  const tensors = [0, 1].map(layer => ({ name: `layer.${layer}.vertical`, shape: [6], data: () => vector }))
  await writeSafetensors({ write: async bytes => void parts.push(bytes.slice()) }, tensors)
  await writeFile(join(dir, 'directions.safetensors'), Buffer.concat(parts))
  const differences = python(
    `
folder, directions, out = sys.argv[1:]
run('intervene', folder, '--model', 'm', '--directions', directions, '--out', out, '--names', 'vertical',
    '--modes', 'add,ablate', '--strengths', '0.5,1', '--limit', 2)
rows = [json.loads(line) for line in open(out)]
items = st.read_dataset(folder)[:2]
v = st.read_tensors(directions)['layer.1.vertical'].astype(float)
u = v / np.linalg.norm(v)
weights = lambda word: WEIGHTS[st.Vocabulary(VOCABULARY).ids(word)]
def logit(hidden):
    return st.log_sum_exp(weights('Yes') @ hidden) - st.log_sum_exp(weights('No') @ hidden)
worst = 0
for row in rows:
    item = next(i for i in items if i.question['id'] == row['questionId'])
    change = row['intervention']
    h = model.hidden(item.image, item.question['text'], 1)
    if change['layer'] == 1:
        h = h + change['strength'] * v if change['mode'] == 'add' else h - change['strength'] * (h @ u) * u
    worst = max(worst, abs(logit(h) - row['logit']))
print(json.dumps([len(rows), len({row['model'] for row in rows}), worst, rows[0]['model'], rows[0]['intervention']]))
`,
    dir,
    join(dir, 'directions.safetensors'),
    join(dir, 'i.jsonl'),
  ) as [number, number, number, string, unknown]
  expect(differences.slice(0, 2)).toEqual([16, 8])
  expect(differences[2]).toBeLessThan(1e-6)
  expect(differences.slice(3)).toEqual([
    'm [add vertical x0.5 at layer 0]',
    { layer: 0, direction: 'vertical', mode: 'add', strength: 0.5, everywhere: false, baseModel: 'm' },
  ])
  expect(await readResponses([join(dir, 'i.jsonl')])).toHaveLength(16)
})

testWithPython('numpy', 'tensors of every kind are read; the file names no torch until a model is loaded', async () => {
  const read = python(`
import struct, tempfile, pathlib
values = np.array([1.5, -2.25, 3.0], '<f4')
kinds = {'F16': values.astype('<f2').tobytes(), 'F32': values.tobytes(), 'F64': values.astype('<f8').tobytes(),
         'BF16': (values.view('<u4') >> 16).astype('<u2').tobytes()}
header, data = {}, b''
for name, raw in kinds.items():
    header[name] = {'dtype': name, 'shape': [3], 'data_offsets': [len(data), len(data) + len(raw)]}
    data += raw
text = json.dumps({'__metadata__': {'a': 'b'}, **header}).encode()
path = pathlib.Path(tempfile.mkdtemp()) / 'x.safetensors'
path.write_bytes(struct.pack('<Q', len(text)) + text + data)
print(json.dumps([{k: v.tolist() for k, v in st.read_tensors(path).items()}, 'torch' in sys.modules]))
`) as [Record<string, number[]>, boolean]
  const values = [1.5, -2.25, 3]
  expect(read).toEqual([{ F16: values, F32: values, F64: values, BF16: values }, false])
})

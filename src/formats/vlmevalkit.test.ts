import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sha256Hex } from '../core/canonical.ts'
import { runPython, testWithPython } from '../testing/python.ts'
import { standInDataset } from '../testing/stand-in-dataset.ts'
import { parseTable } from './delimited.ts'
import { VLMEVALKIT_COLUMNS, vlmevalkitHeader, vlmevalkitLines, vlmevalkitName } from './vlmevalkit.ts'

const dir = mkdtempSync(join(tmpdir(), 'vlmevalkit-'))
afterAll(() => rmSync(dir, { recursive: true }))

const dataset = standInDataset(3, ['depth', 'contrastive'])
const pngOf = (path: string) => dataset.files.get(path)!
const text =
  vlmevalkitHeader() +
  dataset.entries
    .map(entry => vlmevalkitLines(entry, Buffer.from(pngOf(entry.scene.image)).toString('base64')))
    .join('')

test('a row a question, the picture in the first row of its scene, its index in the others', () => {
  const rows = parseTable(text, '\t')
  const questions = dataset.entries.flatMap(entry => entry.questions)
  expect(rows).toHaveLength(questions.length)
  for (const [k, row] of rows.entries()) {
    expect(Object.keys(row)).toEqual([...VLMEVALKIT_COLUMNS])
    expect(Number(row.index)).toBe(k)
    expect(row[row.answer!]).toBe(questions[k]!.answer)
    const holder = row.image!.length <= 64 ? rows[Number(row.image)]! : row
    const png = Buffer.from(holder.image!, 'base64')
    expect(sha256Hex(png)).toBe(sha256Hex(pngOf(questions[k]!.image)))
  }
  expect(rows[0]).toMatchObject({ A: 'Yes', B: 'No', 'l2-category': 'distance' })
})

test('the name changes with the content', () => {
  const head = { name: 'grid', contentSha256: 'abcdef0123456789' } as Parameters<typeof vlmevalkitName>[0]
  expect(vlmevalkitName(head)).toBe('SpatialTunnel_grid_abcdef01')
  expect(vlmevalkitName(head, 2)).toBe('SpatialTunnel_grid_abcdef01_part2')
})

testWithPython('pandas', 'pandas reads it, and the tool’s own rule finds every picture', () => {
  const path = join(dir, 'dataset.tsv')
  writeFileSync(path, text)
  const read = runPython(
    `
import base64, hashlib, json, sys
import pandas as pd
data = pd.read_csv(sys.argv[1], sep='\\t')
data['index'] = [str(x) for x in data['index']]
data['image'] = [str(x) for x in data['image']]
images = dict(zip(data['index'], data['image']))
rows = []
for _, line in data.iterrows():
    image = images[line['index']]
    if len(image) <= 64:
        assert image in images and len(images[image]) > 64
        image = images[image]
    rows.append([line['question'], line[line['answer']], hashlib.sha256(base64.b64decode(image)).hexdigest()])
print(json.dumps(rows))
`,
    [path],
  )
  const questions = dataset.entries.flatMap(entry =>
    entry.questions.map(question => [question.text, question.answer, entry.scene.imageSha256]),
  )
  expect(JSON.parse(read)).toEqual(questions)
})

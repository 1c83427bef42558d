import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseResponse } from '../../evaluate/responses.ts'
import { withRowChecksum } from '../../evaluate/row-checksum.ts'
import { delimitedLine } from '../../formats/delimited.ts'
import { encodePng } from '../../formats/png.ts'
import { runCommand } from '../../testing/run-command.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'partition-'))
})
afterEach(async () => {
  process.exitCode = 0
  await rm(dir, { recursive: true })
})

async function partition(file: string, ...flags: string[]) {
  const { exitCode, stdout, stderr } = await runCommand(
    'partition',
    join(dir, file),
    '--out',
    join(dir, 'out'),
    '--json',
    ...flags,
  )
  return { exitCode, stderr, json: stdout === '' ? null : JSON.parse(stdout) }
}

/** A picture 100 px high. */
const png = encodePng({ kind: 'rgb8', widthPx: 1, heightPx: 100, data: new Uint8Array(300) })

test('a TSV with pictures in base64 tells the image height by itself', async () => {
  const row = (i: number, farY: number) => {
    const objects = {
      bbox: [
        [0, farY - 5, 9, 10],
        [0, 45, 9, 10],
      ],
      name: ['a', 'b'],
    }
    return [i, Buffer.from(png).toString('base64'), 'Which is farthest?', 'a', 'b', 'A', 'far', JSON.stringify(objects)]
  }
  const header = ['index', 'image', 'question', 'A', 'B', 'answer', 'category', 'objects']
  const lines = [header, row(1, 20), row(2, 80), row(3, 52), [4, '', 'q', 'a', 'b', 'A', 'far', '']]
  await writeFile(join(dir, 'emb.tsv'), lines.map(line => delimitedLine(line, '\t')).join(''))
  const { exitCode, json } = await partition('emb.tsv')
  expect(exitCode).toBe(1)
  expect(json).toMatchObject({ total: 3, consistent: 1, counter: 1, ambiguous: 1, skipped: { 'no-boxes': 1 } })
  expect(await readFile(join(dir, 'out', 'rows.csv'), 'utf8')).toBe(
    'id,split,reason,higherByShare,correct\n1,consistent,,0.3,\n2,counter,,-0.3,\n3,ambiguous,,-0.02,\n4,,no-boxes,,\n',
  )
  const html = await readFile(join(dir, 'out', 'report.html'), 'utf8')
  expect(html).toContain('emb.tsv: 3 depth questions, 1 consistent (33.3 %)')
  expect(html).toContain('EmbSpatial-Bench ‡')
})

test('Parquet of CV-Bench: pictures as bytes, boxes as sizes told by one row', async () => {
  const rows = [
    {
      answer: '(A)',
      bbox: [
        [0, 60, 30, 20],
        [50, 10, 30, 20],
      ],
    },
    {
      answer: '(B)',
      bbox: [
        [0, 60, 90, 20],
        [50, 10, 90, 99],
      ],
    },
  ]
  const file = parquetWriteBuffer({
    columnData: [
      { name: 'idx', data: [0, 1], type: 'INT32' },
      { name: 'task', data: ['Depth', 'Distance'], type: 'STRING' },
      {
        name: 'image',
        data: [
          { bytes: png, path: 'a' },
          { bytes: png, path: 'b' },
        ],
        type: 'JSON',
      },
      { name: 'height', data: [100, 100], type: 'INT32' },
      { name: 'choices', data: rows.map(() => ['x', 'y']), type: 'JSON' },
      { name: 'answer', data: rows.map(row => row.answer), type: 'STRING' },
      { name: 'bbox', data: rows.map(row => row.bbox), type: 'JSON' },
    ],
  })
  await writeFile(join(dir, 'cv.parquet'), Buffer.from(file))
  const { exitCode, json } = await partition('cv.parquet')
  expect(exitCode).toBe(0)
  expect(json).toMatchObject({ form: 'cv-bench', total: 1, consistent: 1, skipped: { 'not-depth': 1 } })
})

test('plain CSV with predictions, JSON lines and a JSON list agree', async () => {
  const rows = [
    { id: 'a', farY: 10, nearY: 50, imageHeight: 100, answer: 'yes' },
    { id: 'b', farY: 50, nearY: 10, imageHeight: 100, answer: 'no' },
  ]
  await writeFile(
    join(dir, 'p.csv'),
    ['id,farY,nearY,imageHeight,answer', ...rows.map(row => Object.values(row).join(','))].join('\n'),
  )
  await writeFile(join(dir, 'p.jsonl'), rows.map(row => JSON.stringify(row)).join('\n'))
  await writeFile(join(dir, 'p.json'), JSON.stringify(rows))
  await writeFile(join(dir, 'said.csv'), 'id,prediction\na,Yes\nb,Yes\n')
  for (const file of ['p.csv', 'p.jsonl', 'p.json']) {
    const { exitCode, json } = await partition(file, '--predictions', join(dir, 'said.csv'))
    expect(exitCode).toBe(0)
    expect(json).toMatchObject({ total: 2, accuracy: { consistent: { accuracy: 1 }, counter: { accuracy: 0 } } })
  }
})

test('answers of `ask` that were changed in their file are refused', async () => {
  await writeFile(join(dir, 'q.csv'), 'id,farY,nearY,imageHeight,answer\na,10,50,100,yes\n')
  const row = withRowChecksum(
    parseResponse({ questionId: 'a', model: 'm', protocol: 'text', status: 'ok', text: 'Yes' }),
  )
  await writeFile(join(dir, 'asked.jsonl'), JSON.stringify(row))
  expect((await partition('q.csv', '--predictions', join(dir, 'asked.jsonl'))).exitCode).toBe(0)
  await writeFile(join(dir, 'asked.jsonl'), JSON.stringify({ ...row, text: 'No' }))
  const changed = await partition('q.csv', '--predictions', join(dir, 'asked.jsonl'))
  expect(changed.exitCode).not.toBe(0)
  expect(changed.stderr).toMatch(/asked\.jsonl:1: a: found another content/)
})

test('a file of an unknown form or extension is one error, exit code 2', async () => {
  await writeFile(join(dir, 'x.csv'), 'a,b\n1,2\n')
  await writeFile(join(dir, 'x.xls'), '')
  expect((await partition('x.csv')).exitCode).toBe(2)
  expect((await partition('x.xls')).exitCode).toBe(2)
  expect((await partition('nowhere.csv')).exitCode).toBe(2)
})

import { tableFromIPC } from 'apache-arrow'
import { parquetReadObjects } from 'hyparquet'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { readParquet } from 'parquet-wasm/node'
import { expect, test } from 'vitest'
import { sha256Hex } from '../core/canonical.ts'
import { standInDataset } from '../testing/stand-in-dataset.ts'
import { parquetColumns, parquetTable, type TableKind } from './question-table.ts'

const dataset = standInDataset(5, ['depth', 'contrastive'])
const pictures = dataset.entries.map(entry => ({ entry, png: dataset.files.get(entry.scene.image)! }))
const questions = dataset.entries.flatMap(entry => entry.questions)

/** Two row groups, as the export writes large sets. */
function parquetFile(kind: TableKind): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter()
  const parquet = new ParquetWriter({ writer, ...parquetTable(kind) })
  for (const part of [pictures.slice(0, 3), pictures.slice(3)])
    parquet.write({ columnData: parquetColumns(kind, part) })
  parquet.finish()
  return new Uint8Array(writer.getBuffer())
}

test('hyparquet reads a row a question, the picture as struct<bytes, path>', async () => {
  const rows = await parquetReadObjects({ file: parquetFile('question').buffer, utf8: false })
  expect(rows.map(({ image: _, ...row }) => row)).toEqual(questions.map(({ version: _, image: __, ...row }) => row))
  for (const [k, row] of rows.entries()) {
    const entry = dataset.entries.find(({ scene }) => scene.id === questions[k]!.sceneId)!
    expect(row.image.path).toBe(`${entry.scene.id}.png`)
    expect(sha256Hex(row.image.bytes)).toBe(entry.scene.imageSha256)
  }
})

test('hyparquet reads a row a scene', async () => {
  const rows = await parquetReadObjects({ file: parquetFile('scene').buffer, utf8: false })
  expect(rows.map(row => [row.id, row.imageSha256, JSON.parse(row.scene), JSON.parse(row.truth)])).toEqual(
    // Through JSON, which has no −0.
    JSON.parse(JSON.stringify(dataset.entries.map(({ scene: s }) => [s.id, s.imageSha256, s.scene, s.truth]))),
  )
  expect(rows.flatMap(row => JSON.parse(row.questions))).toEqual(questions)
})

test('Arrow’s Rust reader reads the same', () => {
  const table = tableFromIPC(readParquet(parquetFile('question')).intoIPCStream())
  expect(table.numRows).toBe(questions.length)
  expect(table.schema.metadata.get('huggingface')).toBe(parquetTable('question').kvMetadata[0]!.value)
  const rows = table.toArray().map(row => row.toJSON())
  expect(rows.map(row => [row.id, row.text, row.answer])).toEqual(questions.map(q => [q.id, q.text, q.answer]))
  expect(rows.map(row => sha256Hex(row.image.toJSON().bytes as Uint8Array))).toEqual(
    questions.map(q => dataset.entries.find(({ scene }) => scene.id === q.sceneId)!.scene.imageSha256),
  )
})

test('the pictures of a scene’s questions are kept once', () => {
  const bytes = pictures.reduce((sum, { png }) => sum + png.byteLength, 0)
  expect(parquetFile('question').byteLength).toBeLessThan(bytes + 30_000)
})

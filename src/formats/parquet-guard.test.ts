import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { expect, test } from 'vitest'
import { bytesSource } from './byte-source.ts'
import { readParquet } from './parquet-stream.ts'

const ROWS = 1000
const SCHEMA = [
  { name: 'root', num_children: 3 },
  { name: 'word', type: 'BYTE_ARRAY' as const, converted_type: 'UTF8' as const, repetition_type: 'OPTIONAL' as const },
  { name: 'depth', type: 'DOUBLE' as const, repetition_type: 'OPTIONAL' as const },
  { name: 'right', type: 'BOOLEAN' as const, repetition_type: 'REQUIRED' as const },
]

/** Few words (a dictionary with runs), gaps (levels), booleans. */
const row = (i: number) => ({
  word: i < 700 ? 'lamp' : `word ${i % 5}`,
  depth: i % 7 ? i / 4 : null,
  right: i % 2 === 0,
})

function file(codec: 'UNCOMPRESSED' | 'SNAPPY', rows: number): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter()
  const parquet = new ParquetWriter({ writer, schema: SCHEMA, codec })
  const all = Array.from({ length: rows }, (_, i) => row(i))
  const columnData = (['word', 'depth', 'right'] as const).map(name => ({ name, data: all.map(item => item[name]) }))
  parquet.write({ columnData, rowGroupSize: 400 })
  parquet.finish()
  return new Uint8Array(writer.getBuffer())
}

async function read(bytes: Uint8Array): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  for await (const item of readParquet(bytesSource(bytes, 'a.parquet'), () => true)) rows.push(item)
  return rows
}

test.each(['UNCOMPRESSED', 'SNAPPY'] as const)('what is true passes: %s', async codec => {
  expect(await read(file(codec, ROWS))).toEqual(Array.from({ length: ROWS }, (_, i) => row(i)))
})

test('a column of one word over 200,000 rows beside one that is full passes: runs may be long', async () => {
  const writer = new ByteWriter()
  const parquet = new ParquetWriter({ writer, schema: [{ name: 'root', num_children: 2 }, SCHEMA[1]!, SCHEMA[2]!] })
  const depths = Array.from({ length: 200_000 }, (_, i) => i / 7)
  const columnData = [
    { name: 'word', data: new Array(depths.length).fill('lamp') },
    { name: 'depth', data: depths },
  ]
  parquet.write({ columnData, rowGroupSize: depths.length })
  parquet.finish()
  expect(await read(new Uint8Array(writer.getBuffer()))).toHaveLength(200_000)
})

test('every byte that is set to 255 in turn: read or refused, at once', async () => {
  const bytes = file('UNCOMPRESSED', 40)
  const refusal = expect.objectContaining({ name: 'SpatialTunnelError' })
  for (let at = 0; at < bytes.length; at++) {
    const changed = bytes.slice()
    changed[at] = 255
    await read(changed).catch((error: unknown) => expect(error).toEqual(refusal))
  }
})

test('a run that announces 2³⁰ entries is named', async () => {
  const bytes = file('UNCOMPRESSED', 40)
  // Levels of 40 rows with gaps: their length, 4 bytes, then bit-packed groups; their header becomes a run without end.
  const levels = bytes.findIndex(
    (_, i) => bytes[i] === 6 && bytes[i + 1] === 0 && bytes[i + 2] === 0 && bytes[i + 3] === 0,
  )
  expect(levels).toBeGreaterThan(0)
  const changed = bytes.slice()
  changed.set([0xfe, 0xff, 0xff, 0xff, 0x07], levels + 4)
  await expect(read(changed)).rejects.toMatchObject({ code: 'parquet-unreadable' })
})

import { createWriteStream } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { finished } from 'node:stream/promises'
import { SpatialTunnelError } from '../core/errors.ts'
import { type BoxForm, couldBeCorners } from '../evaluate/partition/cv-bench.ts'
import {
  type LabelledRow,
  Partitioner,
  type PartitionForm,
  type PartitionSummary,
} from '../evaluate/partition/partition.ts'
import type { ForeignRecord } from '../evaluate/partition/partition-row.ts'
import type { ByteSource } from '../formats/byte-source.ts'
import { delimitedLine } from '../formats/delimited.ts'
import { readDelimited } from '../formats/delimited-stream.ts'
import { imageSize } from '../formats/image-size.ts'
import { readJsonArray } from '../formats/json-array-stream.ts'
import { readLines } from '../formats/lines.ts'
import { readParquet } from '../formats/parquet-stream.ts'
import { openFileSource } from './file-source.ts'
import { readPredictionTable } from './read-prediction-table.ts'

export interface PartitionFileOptions {
  readonly form: PartitionForm | null
  /** null: told by the numbers of the whole file. */
  readonly boxes: BoxForm | null
  readonly margin: number
  /** File of `id, prediction` (CSV, TSV or JSONL); null without. */
  readonly predictions: string | null
  readonly outDir: string
}

/** Columns that are never needed; `image` only where no column tells its height. */
const PICTURE_COLUMNS = /^(image|image_base64|img)$/
/** Base64 letters of a picture that are kept to read its size. */
const PICTURE_HEAD = 90_000

/**
 * Partitions a benchmark's file, streamed, and writes `rows.csv` (a label a row) into `outDir`.
 *
 * @returns counts, shares and accuracies
 */
export async function partitionFile(path: string, options: PartitionFileOptions): Promise<PartitionSummary> {
  const predictions = options.predictions === null ? null : await readPredictionTable(options.predictions)
  const source = await openFileSource(path)
  try {
    const boxes = options.boxes ?? (await tellBoxes(source, path))
    const heightOfBytes = (head: Uint8Array): number | null => imageSize(head)?.heightPx ?? null
    const partitioner = new Partitioner({ ...options, boxes, heightOfBytes }, predictions)
    await writeRows(join(options.outDir, 'rows.csv'), labelled(partitioner, readRecords(source, path)))
    return partitioner.summary()
  } catch (error) {
    throw error instanceof SpatialTunnelError ? error.at(path) : error
  } finally {
    await source.close()
  }
}

async function* labelled(partitioner: Partitioner, records: AsyncIterable<ForeignRecord>): AsyncGenerator<LabelledRow> {
  for await (const record of records) yield partitioner.add(record)
}

/** A file's rows by its extension. */
function readRecords(
  source: ByteSource,
  path: string,
  wants: (column: string) => boolean = () => true,
): AsyncIterable<ForeignRecord> {
  const bytesOf = (column: string): number =>
    !wants(column) ? 0 : PICTURE_COLUMNS.test(column) ? PICTURE_HEAD : Number.POSITIVE_INFINITY
  switch (extname(path).toLowerCase()) {
    case '.tsv':
      return readDelimited(source, '\t', { bytesOf })
    case '.csv':
      return readDelimited(source, ',', { bytesOf })
    case '.jsonl':
      return readJsonLines(source)
    case '.json':
      return onlyRecords(readJsonArray(source), source.name)
    case '.parquet':
      return readParquet(source, wants)
    default:
      throw new SpatialTunnelError({
        code: 'partition-extension',
        where: source.name,
        found: extname(path) || 'no extension',
        expected: '.tsv, .csv, .jsonl, .json or .parquet',
      })
  }
}

async function* readJsonLines(source: ByteSource): AsyncGenerator<ForeignRecord> {
  async function* values(): AsyncGenerator<unknown> {
    for await (const line of readLines(source)) {
      try {
        yield JSON.parse(new TextDecoder().decode(line.bytes))
      } catch {
        throw notRecord(`${source.name}:${line.number}`)
      }
    }
  }
  yield* onlyRecords(values(), source.name)
}

async function* onlyRecords(values: AsyncIterable<unknown>, name: string): AsyncGenerator<ForeignRecord> {
  for await (const value of values) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw notRecord(name)
    yield value as ForeignRecord
  }
}

const notRecord = (where: string): SpatialTunnelError =>
  new SpatialTunnelError({ code: 'jsonl-row', where, found: 'something else', expected: 'a JSON object a row' })

/** Corners, unless a row's numbers cannot be: looks at the boxes of a CV-Bench file alone. */
async function tellBoxes(source: ByteSource, path: string): Promise<BoxForm> {
  for await (const record of readRecords(source, path, column => column === 'bbox')) {
    if (!('bbox' in record)) return 'corners'
    if (!couldBeCorners(record.bbox)) return 'size'
  }
  return 'corners'
}

const ROW_COLUMNS = ['id', 'split', 'reason', 'higherByShare', 'correct'] as const

/** Writes beside and renames, so that a table that is there is whole. */
async function writeRows(path: string, rows: AsyncIterable<LabelledRow>): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true })
  const stream = createWriteStream(`${path}.part`)
  stream.write(delimitedLine(ROW_COLUMNS, ','))
  let pending = ''
  for await (const row of rows) {
    pending += delimitedLine(
      ROW_COLUMNS.map(name => String(row[name] ?? '')),
      ',',
    )
    if (pending.length < 1 << 16) continue
    if (!stream.write(pending)) await new Promise<void>(resolve => stream.once('drain', () => resolve()))
    pending = ''
  }
  stream.end(pending)
  await finished(stream)
  await rename(`${path}.part`, path)
}

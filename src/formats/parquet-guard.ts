import { type FileMetaData, type RowGroup, snappyUncompress } from 'hyparquet'
import { parquetHeader } from 'hyparquet/src/column.js'
import { getMaxDefinitionLevel, getMaxRepetitionLevel, getSchemaPath } from 'hyparquet/src/schema.js'
import type { ByteSource } from './byte-source.ts'

/**
 * Holds a Parquet file's counts against its bytes before the decoder believes them: a list, a page or a run that announces
 * 2³¹ entries in a few bytes would cost the decoder minutes, or the process.
 *
 * Every function throws `RangeError` with what was found.
 */

/** Values that so many packed bytes may stand for: runs and dictionaries make much of little, but not without end. */
const mostValues = (packedBytes: number): number => 65_536 + 64 * packedBytes
/** Snappy cannot do better than 1 : 32. */
const mostUnpacked = (packedBytes: number): number => 1024 + 64 * packedBytes
/** Writers fill the last bit-packed run up to a group, some to several. */
const RUN_SLACK = 512
/** Structures in structures: a file's metadata has about seven. */
const MAX_DEPTH = 24

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** The metadata at the end of the file: a structure of Thrift's compact protocol, its length and `PAR1` behind it. */
export async function checkFooter(source: ByteSource): Promise<void> {
  const tail = await source.read(Math.max(0, source.size - 8), Math.min(8, source.size))
  const length = tail.length === 8 ? viewOf(tail).getUint32(0, true) : 0
  if (length + 8 > source.size) throw new RangeError(`metadata of ${length} bytes`)
  skipStruct({ view: viewOf(await source.read(source.size - 8 - length, length)), offset: 0 }, 0)
}

/** One row group: its rows, and the pages of the columns that will be read. */
export async function checkRowGroup(
  source: ByteSource,
  metadata: FileMetaData,
  group: RowGroup,
  columns: readonly string[],
): Promise<void> {
  const packed = group.columns.reduce((sum, { meta_data }) => sum + Number(meta_data?.total_compressed_size ?? 0), 0)
  const rows = Number(group.num_rows)
  if (!(rows >= 0 && packed >= 0 && packed <= source.size && rows <= mostValues(packed))) {
    throw new RangeError(`${rows} rows in ${packed} bytes`)
  }
  for (const { meta_data: column } of group.columns) {
    if (!column || !columns.includes(column.path_in_schema[0] ?? '')) continue
    const start = Number(column.dictionary_page_offset || column.data_page_offset)
    const bytes = await source.read(start, Number(column.total_compressed_size))
    const path = getSchemaPath(metadata.schema, column.path_in_schema)
    checkPages(bytes, mostValues(bytes.length) + 2 * rows, {
      codec: column.codec,
      isBoolean: column.type === 'BOOLEAN',
      repetitionBits: bitsFor(getMaxRepetitionLevel(path)),
      definitionBits: bitsFor(getMaxDefinitionLevel(path)),
    })
  }
}

interface ColumnForm {
  readonly codec: string
  readonly isBoolean: boolean
  readonly repetitionBits: number
  readonly definitionBits: number
}

const bitsFor = (level: number): number => 32 - Math.clz32(level)

/** @param most values of all pages, a dictionary's included */
function checkPages(bytes: Uint8Array, most: number, form: ColumnForm): void {
  const reader = { view: viewOf(bytes), offset: 0 }
  let total = 0
  while (reader.offset < bytes.length - 1) {
    skipStruct({ ...reader }, 0)
    const header = parquetHeader(reader)
    const packed = header.compressed_page_size
    const page = bytes.subarray(reader.offset, reader.offset + packed)
    if (!(packed >= 0) || page.length !== packed) throw new RangeError(`a page of ${packed} bytes`)
    if (!(header.uncompressed_page_size >= 0 && header.uncompressed_page_size <= mostUnpacked(packed))) {
      throw new RangeError(`a page of ${packed} bytes that announces ${header.uncompressed_page_size}`)
    }
    reader.offset += packed
    const { data_page_header: v1, data_page_header_v2: v2, dictionary_page_header: dictionary } = header
    const values = v1?.num_values ?? v2?.num_values ?? dictionary?.num_values ?? 0
    total += values
    if (!(values >= 0 && total <= most)) throw new RangeError(`${values} values in ${bytes.length} bytes`)
    if (v1) checkPageV1(unpacked(page, header.uncompressed_page_size, form), v1.encoding, values, form)
    if (v2) checkPageV2(page, header.uncompressed_page_size, v2, form)
  }
}

type HeaderV2 = NonNullable<ReturnType<typeof parquetHeader>['data_page_header_v2']>

function checkPageV2(page: Uint8Array, unpackedSize: number, header: HeaderV2, form: ColumnForm): void {
  const { num_values: values, num_nulls: nulls, encoding } = header
  const [repetition, definition] = [header.repetition_levels_byte_length, header.definition_levels_byte_length]
  if (!(nulls >= 0 && nulls <= values)) throw new RangeError(`${nulls} nulls`)
  const levels = repetition + definition
  if (!(repetition >= 0 && definition >= 0 && levels <= page.length)) throw new RangeError(`levels of ${levels} bytes`)
  const view = viewOf(page)
  if (form.repetitionBits) checkRuns(view, 0, repetition, form.repetitionBits, values)
  if (form.definitionBits) checkRuns(view, repetition, levels, form.definitionBits, values)
  const rest = page.subarray(levels)
  const data = header.is_compressed === false ? rest : unpacked(rest, unpackedSize - levels, form)
  checkValues(viewOf(data), 0, encoding, values - nulls, form)
}

function unpacked(page: Uint8Array, size: number, { codec }: ColumnForm): Uint8Array {
  if (codec !== 'SNAPPY' || size <= 0) return page
  const bytes = new Uint8Array(size)
  snappyUncompress(page, bytes)
  return bytes
}

function checkPageV1(page: Uint8Array, encoding: string, values: number, form: ColumnForm): void {
  const view = viewOf(page)
  let at = 0
  for (const bits of [form.repetitionBits, form.definitionBits]) {
    if (bits === 0) continue
    const length = view.getUint32(at, true)
    checkRuns(view, at + 4, at + 4 + length, bits, values)
    at += 4 + length
  }
  checkValues(view, at, encoding, values, form)
}

/** Indices into a dictionary, and booleans in runs; what is stored plainly cannot announce more than there is. */
function checkValues(view: DataView, at: number, encoding: string, values: number, { isBoolean }: ColumnForm): void {
  if (values === 0 || !/^(?:PLAIN_DICTIONARY|RLE_DICTIONARY|RLE)$/.test(encoding)) return
  if (isBoolean) checkRuns(view, at + 4, view.byteLength, 1, values)
  else {
    const bits = view.getUint8(at)
    if (bits > 32) throw new RangeError(`indices of ${bits} bits`)
    if (bits > 0) checkRuns(view, at + 1, view.byteLength, bits, values)
  }
}

/**
 * Walks runs of the RLE and bit-packed hybrid without unpacking them.
 *
 * @param values at most; fewer (nulls have none) end with the bytes
 */
function checkRuns(view: DataView, from: number, to: number, bits: number, values: number): void {
  if (to > view.byteLength) throw new RangeError(`runs of ${to - from} bytes`)
  const reader = { view, offset: from }
  for (let seen = 0; seen < values && reader.offset < to; ) {
    const header = readLength(reader)
    const packed = header % 2 === 1
    const half = Math.floor(header / 2)
    const count = packed ? 8 * half : half
    if (count > values - seen + RUN_SLACK) throw new RangeError(`a run of ${count} among ${values} values`)
    reader.offset += packed ? half * bits : Math.ceil(bits / 8)
    seen += count
  }
}

interface Reader {
  readonly view: DataView
  offset: number
}

/** A number of up to 31 bits, 7 a byte. */
function readLength(reader: Reader): number {
  for (let [value, factor] = [0, 1]; ; factor *= 128) {
    const byte = reader.view.getUint8(reader.offset++)
    value += (byte & 0x7f) * factor
    if (value > 0x7fff_ffff) throw new RangeError('a length beyond 31 bits')
    if (byte < 128) return value
  }
}

/** Types of Thrift's compact protocol. */
const TYPE = { true: 1, false: 2, byte: 3, i16: 4, i32: 5, i64: 6, double: 7, binary: 8, list: 9, struct: 12 } as const

function skipStruct(reader: Reader, depth: number): void {
  if (depth > MAX_DEPTH) throw new RangeError(`more than ${MAX_DEPTH} levels of metadata`)
  for (;;) {
    const byte = reader.view.getUint8(reader.offset++)
    if ((byte & 15) === 0) return
    if (byte >> 4 === 0) skipVarInt(reader)
    skipElement(reader, byte & 15, depth)
  }
}

function skipElement(reader: Reader, type: number, depth: number): void {
  if (type === TYPE.true || type === TYPE.false) return
  if (type === TYPE.byte) reader.offset += 1
  else if (type === TYPE.i16 || type === TYPE.i32 || type === TYPE.i64) skipVarInt(reader)
  else if (type === TYPE.double) reader.offset += 8
  else if (type === TYPE.binary) {
    const length = readLength(reader)
    reader.offset += length
  } else if (type === TYPE.struct) skipStruct(reader, depth + 1)
  else if (type === TYPE.list) {
    const byte = reader.view.getUint8(reader.offset++)
    const count = byte >> 4 === 15 ? readLength(reader) : byte >> 4
    if (count > reader.view.byteLength - reader.offset) throw new RangeError(`a list of ${count} entries`)
    const of = byte & 15
    for (let i = 0; i < count; i++)
      skipElement(reader, of === TYPE.true || of === TYPE.false ? TYPE.byte : of, depth + 1)
  } else throw new RangeError(`metadata of type ${type}`)
}

/** At most ten bytes: 64 bits. */
function skipVarInt(reader: Reader): void {
  for (let i = 0; i < 10; i++) if (reader.view.getUint8(reader.offset++) < 128) return
  throw new RangeError('a number beyond 64 bits')
}

import { type Zippable, zipSync } from 'fflate'
import { ByteWriter, ParquetWriter, parquetWriteBuffer } from 'hyparquet-writer'
import { MASK_PALETTE } from '../../core/palette.ts'
import { randomScene } from '../../core/scene.fixture.ts'
import { type ByteSource, bytesSource } from '../../formats/byte-source.ts'
import { imageSize } from '../../formats/image-size.ts'
import { encodeNpy, type NpzArray, writeNpz } from '../../formats/npz-writer.ts'
import { openVectors } from '../../formats/open-vectors.ts'
import { readParquet } from '../../formats/parquet-stream.ts'
import { decodePng, encodePng, type PngImage } from '../../formats/png.ts'
import { readPngChunks, writePngChunks } from '../../formats/png-chunks.ts'
import { writeSafetensors } from '../../formats/safetensors-writer.ts'
import { readTar, tarEnd, tarEntry } from '../../formats/tar.ts'
import type { PairLabel } from '../../formats/vector-file.ts'
import { readXlsx } from '../../formats/xlsx.ts'
import { readZipDirectory } from '../../formats/zip-directory.ts'
import { readZipMember, readZipMemberStart } from '../../formats/zip-member.ts'
import { sceneTextOfPng, withScene } from '../../studio/share/scene-png.ts'
import type { FuzzReader } from './fuzz-reader.ts'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
const LABELS: readonly PairLabel[] = [
  { id: 'p0', category: 'left' },
  { id: 'p1', category: 'far' },
  { id: 'p2', category: 'above' },
]
const NUMBERS = Float32Array.from({ length: 12 }, (_, i) => i / 3)

/** Readers of files whose form is not text. Where a checksum guards the content, a second one seals it again. */
export async function binaryReaders(): Promise<FuzzReader[]> {
  return [...zipReaders(), ...(await vectorReaders()), ...parquetReaders(), ...pictureReaders()]
}

async function written(
  write: (sink: { write(bytes: Uint8Array): Promise<void> }) => Promise<void>,
): Promise<Uint8Array> {
  const parts: number[] = []
  await write({ write: async bytes => void parts.push(...bytes) })
  return Uint8Array.from(parts)
}

/** The same bytes whenever it is made. */
const zipped = (files: Zippable, level: 0 | 6 = 6): Uint8Array => zipSync(files, { level, mtime: '1990-01-01' })

function zipReaders(): FuzzReader[] {
  const files = { 'dataset.json': encode('{"version":1}'), 'images/a.png': encode('picture '.repeat(40)) }
  const sheet =
    '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>b</t></is></c></row>' +
    '<row r="2"><c r="A2"><v>1.5</v></c><c r="C2" t="b"><v>1</v></c></row></sheetData></worksheet>'
  const workbook = (text: string) => ({
    'xl/workbook.xml': encode('<workbook><sheets><sheet name="s" sheetId="1" r:id="rId1"/></sheets></workbook>'),
    'xl/_rels/workbook.xml.rels': encode(
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
    'xl/worksheets/sheet1.xml': encode(text),
    'xl/sharedStrings.xml': encode('<sst><si><t>a &amp; &#x41;_x000D_</t></si></sst>'),
  })
  return [
    {
      name: 'ZIP',
      kind: 'bytes',
      seeds: [zipped(files, 0), zipped(files)],
      read: bytes => readWholeZip(bytesSource(bytes, 'a.zip')),
    },
    { name: 'Excel', kind: 'bytes', seeds: [zipped(workbook(sheet))], read: bytes => readXlsx(bytes, 'a.xlsx') },
    {
      name: 'Excel, sealed again',
      kind: 'text',
      seeds: [encode(sheet)],
      read: bytes => readXlsx(zipped(workbook(decode(bytes)), 0), 'a.xlsx'),
    },
    {
      name: 'tar',
      kind: 'bytes',
      seeds: [
        Uint8Array.from([
          ...tarEntry('a.txt', encode('text')),
          ...tarEntry('b.bin', new Uint8Array(NUMBERS.buffer)),
          ...tarEnd(),
        ]),
      ],
      read: readTar,
    },
  ]
}

async function readWholeZip(source: ByteSource): Promise<void> {
  for (const entry of await readZipDirectory(source)) {
    await readZipMemberStart(source, entry, 64)
    await readZipMember(source, entry)
  }
}

async function vectorReaders(): Promise<FuzzReader[]> {
  const arrays: NpzArray[] = [
    { name: 'delta_L3', shape: [3, 4], data: NUMBERS },
    { name: 'categories_L3', texts: ['left', 'under', 'far'] },
    { name: 'indices_L3', texts: ['5', '6', '9'] },
  ]
  const npz = await written(sink => writeNpz(sink, arrays))
  const tensors = ['layer.0.original', 'layer.0.swapped', 'delta_L1'].map(name => ({
    name,
    shape: [3, 4],
    data: () => NUMBERS,
  }))
  const safetensors = await written(sink => writeSafetensors(sink, tensors, { model: 'm' }))
  const rows = LABELS.map(({ id, category }) =>
    JSON.stringify({ pairId: id, layer: 0, original: [1, 2, 3], swapped: [3, 2, 1.5], category }),
  )
  const [matrix, texts] = [encodeNpy(arrays[0]!), encodeNpy(arrays[1]!)]
  const packed = (delta: Uint8Array, labels: Uint8Array): Uint8Array =>
    zipped({ 'delta_L3.npy': delta, 'categories_L3.npy': labels }, 0)
  /** An array's header, which is text; `npyOf` puts the data of `of` behind it. */
  const headerOf = (npy: Uint8Array): Uint8Array => npy.subarray(10, npy.indexOf(10) + 1)
  const npyOf = (header: Uint8Array, of: Uint8Array): Uint8Array =>
    Uint8Array.from([
      ...of.subarray(0, 8),
      header.length & 255,
      header.length >> 8,
      ...header,
      ...of.subarray(10 + headerOf(of).length),
    ])
  const headerEnd = 8 + new DataView(safetensors.buffer).getUint32(0, true)
  return [
    { name: 'npz', kind: 'bytes', seeds: [npz, packed(matrix, texts)], read: readVectors },
    {
      name: 'npy header',
      kind: 'text',
      seeds: [headerOf(matrix), headerOf(texts)],
      read: async bytes => {
        const header = bytes.subarray(0, 0xffff)
        const labels = decode(header).includes('U')
        await readVectors(labels ? packed(matrix, npyOf(header, texts)) : packed(npyOf(header, matrix), texts))
      },
    },
    { name: 'safetensors', kind: 'bytes', seeds: [safetensors], read: readVectors },
    {
      name: 'safetensors header',
      kind: 'json',
      seeds: [safetensors.slice(8, headerEnd)],
      read: bytes => {
        const data = safetensors.subarray(headerEnd)
        const file = new Uint8Array(8 + bytes.length + data.length)
        new DataView(file.buffer).setUint32(0, bytes.length, true)
        file.set(bytes, 8)
        file.set(data, 8 + bytes.length)
        return readVectors(file)
      },
    },
    { name: 'vectors as JSON lines', kind: 'json', seeds: [encode(rows.join('\n'))], read: readVectors },
  ]
}

async function readVectors(bytes: Uint8Array): Promise<void> {
  const file = await openVectors(bytesSource(bytes, 'vectors'), { labels: LABELS })
  for (const layer of file.layers) {
    const read = await file.read(layer)
    file.release?.(read)
  }
}

function parquetReaders(): FuzzReader[] {
  const names = Array.from({ length: 40 }, (_, i) => `lamp ${i % 3}`)
  const columns = [
    { name: 'question', data: names, type: 'STRING' as const },
    { name: 'depth', data: names.map((_, i) => (i % 7 ? i / 4 : null)), type: 'DOUBLE' as const },
    { name: 'index', data: names.map((_, i) => i), type: 'INT32' as const },
    { name: 'right', data: names.map((_, i) => i % 2 === 0), type: 'BOOLEAN' as const },
  ]
  const seeds = (['UNCOMPRESSED', 'SNAPPY'] as const).map(codec => {
    const writer = new ByteWriter()
    const parquet = new ParquetWriter({ writer, schema: PARQUET_SCHEMA, codec })
    parquet.write({ columnData: columns.map(({ name, data }) => ({ name, data })), rowGroupSize: 20 })
    parquet.finish()
    return new Uint8Array(writer.getBuffer())
  })
  return [
    {
      name: 'Parquet',
      kind: 'bytes',
      seeds: [...seeds, new Uint8Array(parquetWriteBuffer({ columnData: columns }))],
      read: async bytes => {
        for await (const row of readParquet(bytesSource(bytes, 'a.parquet'), () => true)) if (!row) return
      },
    },
  ]
}

const PARQUET_SCHEMA: ConstructorParameters<typeof ParquetWriter>[0]['schema'] = [
  { name: 'root', num_children: 4 },
  { name: 'question', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
  { name: 'depth', type: 'DOUBLE', repetition_type: 'OPTIONAL' },
  { name: 'index', type: 'INT32', repetition_type: 'REQUIRED' },
  { name: 'right', type: 'BOOLEAN', repetition_type: 'REQUIRED' },
]

function pictureReaders(): FuzzReader[] {
  const [widthPx, heightPx] = [16, 12]
  const count = widthPx * heightPx
  const pictures: PngImage[] = [
    { kind: 'rgb8', widthPx, heightPx, data: Uint8Array.from({ length: 3 * count }, (_, i) => i * 7) },
    { kind: 'gray16', widthPx, heightPx, data: Uint16Array.from({ length: count }, (_, i) => i * 77) },
    { kind: 'indexed8', widthPx, heightPx, data: new Uint8Array(count).fill(1), palette: MASK_PALETTE },
  ]
  const seeds = pictures.map(picture => withScene(encodePng(picture), randomScene(1)))
  const read = (bytes: Uint8Array) => {
    imageSize(bytes)
    sceneTextOfPng(bytes)
    return decodePng(bytes)
  }
  return [
    { name: 'PNG', kind: 'bytes', seeds, read },
    {
      name: 'PNG, sealed again',
      kind: 'bytes',
      // Type, length and data of every chunk; CRCs are written anew.
      seeds: seeds.map(png => chunkList(png)),
      read: bytes => read(chunksSealed(bytes)),
    },
  ]
}

/** Chunks without signature and CRC: type (4 bytes), length (2 bytes), data. */
function chunkList(png: Uint8Array): Uint8Array {
  return Uint8Array.from(
    readPngChunks(png).flatMap(({ type, data }) => [...encode(type), data.length >> 8, data.length & 255, ...data]),
  )
}

function chunksSealed(list: Uint8Array): Uint8Array {
  const chunks: { type: string; data: Uint8Array }[] = []
  for (let at = 0; at + 6 <= list.length; ) {
    const length = (list[at + 4]! << 8) | list[at + 5]!
    const type = String.fromCharCode(...list.subarray(at, at + 4).map(byte => byte & 0x7f))
    chunks.push({ type, data: list.subarray(at + 6, at + 6 + length) })
    at += 6 + length
  }
  return writePngChunks(chunks)
}

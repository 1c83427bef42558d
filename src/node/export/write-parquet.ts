import { ByteWriter, ParquetWriter, type Writer } from 'hyparquet-writer'
import type { DatasetEntry } from '../../formats/dataset-entry.ts'
import { HF_SPLIT } from '../../formats/hugging-face.ts'
import { parquetColumns, parquetTable, type TableKind } from '../../formats/question-table.ts'
import type { ExportSource } from './export-source.ts'
import type { OutputFolder } from './output-folder.ts'

/** Scenes a row group, and a file: bounds the memory (a scene's picture is about 150 kB) and the size of a file. */
const SCENES_A_GROUP = 64
const GROUPS_A_FILE = 32

/** `data/test-00000-of-00003.parquet` …, as Hugging Face names the parts of a split. */
export async function writeParquetParts(source: ExportSource, folder: OutputFolder, kind: TableKind): Promise<void> {
  const files = Math.max(1, Math.ceil(source.head.scenes / (SCENES_A_GROUP * GROUPS_A_FILE)))
  const padded = (k: number) => String(k).padStart(5, '0')
  const openPart = (k: number) =>
    openParquet(source, folder, kind, `data/${HF_SPLIT}-${padded(k)}-of-${padded(files)}.parquet`)
  let part = await openPart(0)
  let groups = 0
  for await (const group of inGroups(source.entries(), SCENES_A_GROUP)) {
    if (groups > 0 && groups % GROUPS_A_FILE === 0) {
      await part.close()
      part = await openPart(groups / GROUPS_A_FILE)
    }
    await part.write(group)
    groups++
  }
  await part.close()
}

async function openParquet(source: ExportSource, folder: OutputFolder, kind: TableKind, path: string) {
  const file = await folder.stream(path)
  const bytes = new ByteWriter()
  // Handing the bytes on after each group keeps one group in memory.
  const flush = async () => {
    await file.write(Uint8Array.from(bytes.getBytes()))
    bytes.index = 0
  }
  const writer: Writer = Object.assign(bytes, { flush })
  const parquet = new ParquetWriter({ writer, ...parquetTable(kind) })
  return {
    async write(group: readonly DatasetEntry[]) {
      const pictures = await Promise.all(group.map(async entry => ({ entry, png: await source.picture(entry) })))
      await parquet.write({ columnData: parquetColumns(kind, pictures), rowGroupSize: Number.MAX_SAFE_INTEGER })
    },
    async close() {
      await parquet.finish()
      await flush()
      await file.close()
    },
  }
}

async function* inGroups<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let group: T[] = []
  for await (const item of items) {
    group.push(item)
    if (group.length < size) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}

import { ByteWriter, ParquetWriter, type Writer } from 'hyparquet-writer'
import { HF_SPLIT } from '../../formats/hugging-face.ts'
import { parquetColumns, parquetTable, type TableKind } from '../../formats/question-table.ts'
import type { ExportSource } from './export-source.ts'
import type { OutputFolder } from './output-folder.ts'

/** Scenes a row group, and a file: bounds the memory (a scene's picture is about 150 kB) and the size of a file. */
const SCENES_A_GROUP = 64
const GROUPS_A_FILE = 32

/** `data/test-00000-of-00003.parquet` …, as Hugging Face names the parts of a split. */
export async function writeParquetParts(source: ExportSource, folder: OutputFolder, kind: TableKind): Promise<void> {
  const perFile = SCENES_A_GROUP * GROUPS_A_FILE
  const files = Math.max(1, Math.ceil(source.entries.length / perFile))
  const padded = (k: number) => String(k).padStart(5, '0')
  for (let k = 0; k < files; k++) {
    const path = `data/${HF_SPLIT}-${padded(k)}-of-${padded(files)}.parquet`
    await writeOne(source, folder, kind, path, k * perFile, Math.min(source.entries.length, (k + 1) * perFile))
  }
}

async function writeOne(
  source: ExportSource,
  folder: OutputFolder,
  kind: TableKind,
  path: string,
  from: number,
  to: number,
): Promise<void> {
  const file = await folder.stream(path)
  const bytes = new ByteWriter()
  // Handing the bytes on after each group keeps one group in memory.
  const flush = async () => {
    await file.write(Uint8Array.from(bytes.getBytes()))
    bytes.index = 0
  }
  const writer: Writer = Object.assign(bytes, { flush })
  const parquet = new ParquetWriter({ writer, ...parquetTable(kind) })
  for (let first = from; first < to; first += SCENES_A_GROUP) {
    const group = source.entries.slice(first, Math.min(to, first + SCENES_A_GROUP))
    const pictures = await Promise.all(group.map(async entry => ({ entry, png: await source.picture(entry) })))
    await parquet.write({ columnData: parquetColumns(kind, pictures), rowGroupSize: Number.MAX_SAFE_INTEGER })
  }
  await parquet.finish()
  await flush()
  await file.close()
}

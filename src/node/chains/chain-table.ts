import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { SpatialTunnelError, shown } from '../../core/errors.ts'
import { parseJson } from '../../core/parse-json.ts'
import { delimitedLine, parseTable } from '../../formats/delimited.ts'
import { readParquet } from '../../formats/parquet-stream.ts'
import { openFileSource } from '../file-source.ts'
import { readJsonl } from '../read-jsonl.ts'
import { writeFileAtomic } from '../write-file.ts'
import { writeRows } from '../write-rows.ts'

/** Formats of a table of chains, by the file's ending. */
export const CHAIN_FORMATS = ['jsonl', 'csv', 'parquet'] as const
export type ChainFormat = (typeof CHAIN_FORMATS)[number]

/**
 * Reads a table of chains: JSONL, a JSON array, CSV, or Parquet. Values stay as they are; the readers of rows check them.
 *
 * @throws SpatialTunnelError `chain-format` for another ending, `jsonl-row`, `json-invalid`, `parquet-unreadable`
 */
export async function readChainTable(path: string): Promise<Record<string, unknown>[]> {
  switch (extname(path).toLowerCase()) {
    case '.jsonl': {
      const rows: Record<string, unknown>[] = []
      for await (const { value } of readJsonl(path)) rows.push(value as Record<string, unknown>)
      return rows
    }
    case '.json': {
      const value = parseJson(await readFile(path, 'utf8'), path)
      if (typeof value === 'object' && value !== null) return Array.isArray(value) ? value : Object.values(value)
      throw new SpatialTunnelError({
        code: 'json-invalid',
        where: path,
        found: shown(value),
        expected: 'a list of rows, or an object of them',
      })
    }
    case '.csv':
      return parseTable(await readFile(path, 'utf8'), ',').map(row => numbersRead(row, path))
    case '.parquet':
      return readParquetRows(path)
    default:
      throw new SpatialTunnelError({
        code: 'chain-format',
        where: path,
        found: `the ending "${extname(path)}"`,
        expected: '.jsonl, .json, .csv or .parquet',
      })
  }
}

/** Columns that the files hold as text and the rows as something else. Ids stay text: leading zeros count. */
function numbersRead(row: Record<string, string>, path: string): Record<string, unknown> {
  const { hops, spatial, relations, semantic, ...rest } = row
  return {
    ...rest,
    ...(hops === undefined ? {} : { hops: Number(hops) }),
    ...(spatial === undefined ? {} : { spatial: /^true$/i.test(spatial) }),
    ...(relations === undefined ? {} : { relations: listed(relations, path) }),
    ...(semantic === undefined ? {} : { semantic: listed(semantic, path) }),
  }
}

const listed = (text: string, path: string): unknown =>
  text.trim().startsWith('[') ? parseJson(text, path) : text === '' ? [] : [text]

async function readParquetRows(path: string): Promise<Record<string, unknown>[]> {
  const source = await openFileSource(path)
  try {
    const rows: Record<string, unknown>[] = []
    for await (const row of readParquet(source, () => true)) rows.push(plainRow(row, path))
    return rows
  } finally {
    await source.close()
  }
}

/** Parquet's 64-bit numbers as numbers, texts that are not marked as such as texts; lists that were written as JSON read again. */
function plainRow(cells: Record<string, unknown>, path: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(cells).map(([key, cell]) => {
      const value = cell instanceof Uint8Array ? new TextDecoder().decode(cell) : cell
      if (typeof value === 'bigint') return [key, Number(value)]
      const isList = (key === 'relations' || key === 'semantic') && typeof value === 'string'
      return [key, isList ? listed(value, path) : value]
    }),
  )
}

/** Writes rows in the format of the file's ending; objects and lists become JSON text where a cell must be text. */
export async function writeChainTable(path: string, rows: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  const format = extname(path).slice(1).toLowerCase()
  if (format === 'jsonl') {
    await writeRows(path, rows)
    return
  }
  const columns = [...new Set(rows.flatMap(row => Object.keys(row)))]
  if (format === 'csv') {
    const lines = rows.map(row =>
      delimitedLine(
        columns.map(column => cellText(row[column])),
        ',',
      ),
    )
    return writeFileAtomic(path, delimitedLine(columns, ',') + lines.join(''))
  }
  const buffer = parquetWriteBuffer({
    columnData: columns.map(name => ({ name, ...parquetColumn(rows.map(row => row[name])) })),
  })
  return writeFileAtomic(path, new Uint8Array(buffer))
}

const cellText = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

function parquetColumn(values: readonly unknown[]): {
  data: unknown[]
  type: 'STRING' | 'INT32' | 'DOUBLE' | 'BOOLEAN'
} {
  const known = values.filter(value => value !== null && value !== undefined)
  if (known.length > 0 && known.every(value => typeof value === 'boolean'))
    return { data: [...values], type: 'BOOLEAN' }
  if (known.length > 0 && known.every(value => typeof value === 'number')) {
    return { data: [...values], type: known.every(value => Number.isInteger(value)) ? 'INT32' : 'DOUBLE' }
  }
  return { data: values.map(cellText), type: 'STRING' }
}

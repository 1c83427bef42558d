import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { SpatialTunnelError } from '../core/errors.ts'
import type { PredictionFile } from '../evaluate/import/prediction.ts'
import {
  csvPredictions,
  type ImportSource,
  inspectPredictions,
  lmmsEvalPredictions,
  vlmevalkitPredictions,
} from '../evaluate/import/read-predictions.ts'
import { parseTable } from '../formats/delimited.ts'
import { readXlsx } from '../formats/xlsx.ts'
import { readJsonl } from './read-jsonl.ts'

type Row = Readonly<Record<string, unknown>>

/**
 * Reads another harness's predictions.
 *
 * @throws SpatialTunnelError `import-form` for a file that is not of that harness, `import-extension`
 */
export async function readPredictions(path: string, source: ImportSource): Promise<PredictionFile> {
  switch (source) {
    case 'vlmevalkit':
      return vlmevalkitPredictions(await readTable(path), path)
    case 'lmms-eval':
      return lmmsEvalPredictions(await readTable(path), path)
    case 'inspect':
      return inspectPredictions(await readJson(path), path)
    case 'csv':
      return csvPredictions(await readTable(path), path)
  }
}

/** A table by its file's extension: rows by the header's names. */
async function readTable(path: string): Promise<readonly Row[]> {
  switch (extname(path).toLowerCase()) {
    case '.xlsx':
      return byHeader(await readXlsx(await readFile(path), path))
    case '.tsv':
      return parseTable(await readFile(path, 'utf8'), '\t')
    case '.csv':
    case '.txt':
      return parseTable(await readFile(path, 'utf8'), ',')
    case '.jsonl':
      return readRows(path)
    case '.json':
      return recordsOf(await readJson(path), path)
    default:
      throw new SpatialTunnelError({
        code: 'import-extension',
        where: path,
        found: extname(path) || 'no extension',
        expected: '.xlsx, .tsv, .csv, .json or .jsonl',
      })
  }
}

function byHeader([header = [], ...rows]: readonly string[][]): Row[] {
  return rows
    .filter(row => row.some(cell => cell !== ''))
    .map(row => Object.fromEntries(header.map((name, column) => [name, row[column] ?? ''])))
}

async function readRows(path: string): Promise<Row[]> {
  const rows: Row[] = []
  for await (const { value } of readJsonl(path)) rows.push(value as Row)
  return rows
}

/** Records, or pandas' `{column: {row: value}}`. */
function recordsOf(value: unknown, path: string): Row[] {
  if (Array.isArray(value)) return value as Row[]
  const columns = Object.entries((value ?? {}) as Record<string, unknown>)
  if (columns.length > 0 && columns.every(([, cells]) => cells !== null && typeof cells === 'object')) {
    const keys = Object.keys(columns[0]![1] as object)
    return keys.map(key => Object.fromEntries(columns.map(([name, cells]) => [name, (cells as Row)[key]])))
  }
  throw new SpatialTunnelError({ code: 'import-form', where: path, found: 'other JSON', expected: 'a list of records' })
}

async function readJson(path: string): Promise<unknown> {
  try {
    // Python writes NaN where JSON has nothing.
    return JSON.parse((await readFile(path, 'utf8')).replace(/(?<=[:[,]\s*)NaN(?=\s*[,\]}])/g, 'null'))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new SpatialTunnelError({ code: 'import-form', where: path, found: error.message, expected: 'JSON' })
  }
}

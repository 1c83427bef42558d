import { extname } from 'node:path'
import { cellText } from '../core/cell.ts'
import { SpatialTunnelError, shown } from '../core/errors.ts'
import { parseIntactRow } from '../evaluate/row-checksum.ts'
import { readDelimited } from '../formats/delimited-stream.ts'
import { openFileSource } from './file-source.ts'
import { readJsonl } from './read-jsonl.ts'

/** Names of the columns that hold a row's id and what was answered. */
const ID = ['id', 'question_id', 'questionId', 'index', 'idx']
const PREDICTION = ['prediction', 'response', 'pred', 'answer', 'text']

/**
 * Reads predictions for another benchmark: `id, prediction` as CSV, TSV or JSON lines.
 *
 * @returns answers by id
 * @throws SpatialTunnelError `predictions-columns`, `row-altered`
 */
export async function readPredictionTable(path: string): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  for await (const record of records(path)) {
    const [id, answer] = [ID, PREDICTION].map(names => names.find(name => record[name] !== undefined))
    if (id === undefined || answer === undefined) {
      throw new SpatialTunnelError({
        code: 'predictions-columns',
        where: path,
        found: shown(Object.keys(record)),
        expected: `one of ${ID.join(', ')} and one of ${PREDICTION.join(', ')}`,
      })
    }
    answers.set(cellText(record[id]), cellText(record[answer]))
  }
  return answers
}

/** A row of our own `responses.jsonl` has to be as it was written. */
function intact(record: Record<string, unknown>, where: string): Record<string, unknown> {
  try {
    if (record.rowSha256 !== undefined) parseIntactRow(record)
    return record
  } catch (error) {
    throw error instanceof SpatialTunnelError ? error.at(where) : error
  }
}

async function* records(path: string): AsyncGenerator<Record<string, unknown>> {
  if (extname(path).toLowerCase() === '.jsonl') {
    for await (const { value, line } of readJsonl(path))
      yield intact(value as Record<string, unknown>, `${path}:${line}`)
    return
  }
  const source = await openFileSource(path)
  try {
    yield* readDelimited(source, extname(path).toLowerCase() === '.tsv' ? '\t' : ',')
  } finally {
    await source.close()
  }
}

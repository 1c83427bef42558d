import { SpatialTunnelError, shown } from '../../core/errors.ts'
import type { ResponseRow } from '../../evaluate/responses.ts'
import { parseIntactRow } from '../../evaluate/row-checksum.ts'
import { blobSource } from '../../formats/byte-source.ts'
import { readLines } from '../../formats/lines.ts'

/**
 * Reads files of `responses.jsonl`, a piece at a time.
 *
 * @throws SpatialTunnelError `jsonl-row`, `response-invalid`, `row-altered`, with file, line and field
 */
export async function readResponses(files: readonly File[]): Promise<ResponseRow[]> {
  const rows: ResponseRow[] = []
  const decoder = new TextDecoder()
  for (const file of files) {
    for await (const line of readLines(blobSource(file, file.name))) {
      rows.push(parseRow(decoder.decode(line.bytes), `${file.name}:${line.number}`))
    }
  }
  return rows
}

function parseRow(text: string, where: string): ResponseRow {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new SpatialTunnelError({
      code: 'jsonl-row',
      kind: 'data',
      where,
      found: shown(text),
      expected: 'one JSON object',
      remedy: 'the file was cut off, or is no responses.jsonl',
    })
  }
  try {
    return parseIntactRow(value)
  } catch (error) {
    throw error instanceof SpatialTunnelError ? error.at(where) : error
  }
}

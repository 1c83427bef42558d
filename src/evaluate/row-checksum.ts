import { canonicalJson, sha256Hex } from '../core/canonical.ts'
import { SpatialTunnelError } from '../core/errors.ts'
import { parseResponse, type ResponseRow } from './responses.ts'

/** A row with the SHA-256 of all the rest of it, as canonical JSON. */
export function withRowChecksum(row: ResponseRow): ResponseRow {
  return { ...row, rowSha256: checksumOf(row) }
}

/**
 * `parseResponse` for rows from a file: one that says its own checksum has to fit it. Rows of earlier versions and other
 * writers have none.
 *
 * @throws SpatialTunnelError `row-altered`, `response-invalid`
 */
export function parseIntactRow(value: unknown): ResponseRow {
  const row = parseResponse(value)
  const { rowSha256, ...rest } = value as ResponseRow
  if (rowSha256 === undefined || fits(rest, rowSha256)) return row
  throw new SpatialTunnelError({
    code: 'row-altered',
    kind: 'data',
    where: row.questionId,
    found: 'another content than was written',
    expected: 'the row that its rowSha256 says',
    remedy:
      'delete the line, and its question is asked again; if you changed it by hand and mean it, take its rowSha256 out',
  })
}

/** A row nested too deeply to be written as canonical JSON was not written by this package. */
function fits(row: object, rowSha256: string): boolean {
  try {
    return rowSha256 === checksumOf(row)
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

const checksumOf = (row: object): string => sha256Hex(canonicalJson(row))

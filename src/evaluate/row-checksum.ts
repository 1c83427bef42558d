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
  if (rowSha256 === undefined || rowSha256 === checksumOf(rest)) return row
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

const checksumOf = (row: object): string => sha256Hex(canonicalJson(row))

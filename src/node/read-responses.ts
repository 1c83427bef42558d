import { SpatialTunnelError } from '../core/errors.ts'
import { parseResponse, type ResponseRow } from '../evaluate/responses.ts'
import { readJsonl } from './read-jsonl.ts'

/**
 * Reads one or several `responses.jsonl`.
 *
 * @throws SpatialTunnelError `response-invalid` with file, line and field
 */
export async function readResponses(paths: readonly string[]): Promise<ResponseRow[]> {
  const rows: ResponseRow[] = []
  for (const path of paths) {
    for await (const { value, line } of readJsonl(path)) {
      try {
        rows.push(parseResponse(value))
      } catch (error) {
        throw error instanceof SpatialTunnelError ? error.at(`${path}:${line}`) : error
      }
    }
  }
  return rows
}

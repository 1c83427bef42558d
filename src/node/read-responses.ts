import { SpatialTunnelError } from '../core/errors.ts'
import { scoredResponse } from '../evaluate/evaluation-rows.ts'
import { Interner } from '../evaluate/interner.ts'
import type { ScoredResponse } from '../evaluate/responses.ts'
import { parseIntactRow } from '../evaluate/row-checksum.ts'
import { readJsonl } from './read-jsonl.ts'

/**
 * Reads one or several `responses.jsonl`, a row at a time: what scoring does not read, such as chains, is not kept.
 *
 * @throws SpatialTunnelError `response-invalid`, `row-altered`, with file, line and field
 */
export async function readResponses(paths: readonly string[]): Promise<ScoredResponse[]> {
  const rows: ScoredResponse[] = []
  const shared = new Interner()
  for (const path of paths) {
    for await (const { value, line } of readJsonl(path)) {
      try {
        rows.push(scoredResponse(parseIntactRow(value), shared))
      } catch (error) {
        throw error instanceof SpatialTunnelError ? error.at(`${path}:${line}`) : error
      }
    }
  }
  return rows
}

import { type AuditReference, questionKey } from '../../chains/audit/audit-row.ts'
import { parseProgram } from '../../chains/gqa/program.ts'
import { readRecord } from '../../chains/record.ts'
import { SpatialTunnelError } from '../../core/errors.ts'
import { readChainTable } from './chain-table.ts'

/**
 * Reads a data set of chains as references, by image and question; a `semantic` column is the question's program.
 *
 * @throws SpatialTunnelError `chain-record`, `scene-graph`, `program-operation` … with file and row
 */
export async function readAuditReferences(path: string): Promise<Map<string, AuditReference>> {
  const rows = await readChainTable(path)
  return new Map(
    rows.map((row, i) => {
      try {
        const record = readRecord(row)
        const reference: AuditReference = {
          imageId: record.imageId,
          question: record.question,
          answer: record.answer,
          thinking: record.thinking,
          relation: record.relation,
          hops: record.hops,
          graph: record.sceneGraph,
          program: Array.isArray(row.semantic) ? parseProgram(row.semantic) : null,
        }
        return [questionKey(record.imageId, record.question), reference]
      } catch (error) {
        throw error instanceof SpatialTunnelError ? error.at(`${path}: row ${i + 1}`) : error
      }
    }),
  )
}

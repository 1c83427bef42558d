import { SpatialTunnelError, shown } from '../core/errors.ts'
import type { ByteSource } from './byte-source.ts'
import { readLines } from './lines.ts'
import { type PairLabel, parseCategory } from './vector-file.ts'

/** A row of a pairs file: what joins vectors, answers and scenes. Unknown keys are left alone. */
export interface PairRow extends PairLabel {
  /** The released tool's index (its `index` column, `indices_L{k}`). */
  readonly index?: number
  readonly sceneId?: string
  readonly split?: string
}

/** Reads a pairs file (JSONL `{pairId, category, index?, sceneId?, split?}`): the sidecar of safetensors, the key to an npz. */
export async function readPairLabels(source: ByteSource): Promise<PairRow[]> {
  const rows: PairRow[] = []
  const seen = new Set<string>()
  for await (const line of readLines(source)) {
    const where = `${source.name}: line ${line.number}`
    const row = parseRow(line.bytes, where)
    if (seen.has(row.id)) throw invalid(where, `pair ${row.id} a second time`, 'each pair once')
    seen.add(row.id)
    rows.push(row)
  }
  if (rows.length === 0) throw invalid(source.name, 'no rows', 'JSON lines {pairId, category}')
  return rows
}

function parseRow(bytes: Uint8Array, where: string): PairRow {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder().decode(bytes))
  } catch (cause) {
    throw invalid(where, 'no JSON', 'one JSON object a line', cause)
  }
  const { pairId, category, index, sceneId, split } = (value ?? {}) as Record<string, unknown>
  if (typeof pairId !== 'string' || typeof category !== 'string') {
    throw invalid(where, shown(value), '{pairId, category}')
  }
  return {
    id: pairId,
    category: parseCategory(category, where),
    ...(Number.isSafeInteger(index) ? { index: index as number } : {}),
    ...(typeof sceneId === 'string' ? { sceneId } : {}),
    ...(typeof split === 'string' ? { split } : {}),
  }
}

function invalid(where: string, found: string, expected: string, cause?: unknown): SpatialTunnelError {
  return new SpatialTunnelError({ code: 'pairs-invalid', where, found, expected, cause })
}

import { extname } from 'node:path'
import {
  type AuditReference,
  type AuditRow,
  auditRow,
  type PredictionRow,
  questionKey,
  readPredictionRow,
} from '../../chains/audit/audit-row.ts'
import type { JudgeEvidence } from '../../chains/judge/judge-prompt.ts'
import { scoresIn } from '../../chains/judge/judge-reply.ts'
import { cellText } from '../../core/cell.ts'
import { SpatialTunnelError, shown } from '../../core/errors.ts'
import type { JudgeCase } from '../judge/judge-chains.ts'
import { readChainTable } from './chain-table.ts'

/** The rows of a model's `generation_records.jsonl`, measured. */
export interface MeasuredRows {
  readonly rows: readonly AuditRow[]
  readonly predictions: readonly PredictionRow[]
}

/**
 * Reads a model's chains and measures every one against its reference.
 *
 * @throws SpatialTunnelError `prediction-row` with file and row
 */
export async function measureChains(
  path: string,
  references: ReadonlyMap<string, AuditReference>,
): Promise<MeasuredRows> {
  const predictions = (await readChainTable(path)).map((row, i) => {
    try {
      return readPredictionRow(row)
    } catch (error) {
      throw error instanceof SpatialTunnelError ? error.at(`${path}: row ${i + 1}`) : error
    }
  })
  const rows = predictions.map((row, idx) =>
    auditRow(idx, row, references.get(questionKey(row.imageId, row.question)) ?? null),
  )
  return { rows, predictions }
}

/** What the judge is shown besides question, chain and answer. */
export interface EvidenceOptions {
  readonly withAnswer: boolean
  readonly withReference: boolean
}

/** The cases of a model's rows; rows without a chain are not judged. */
export function judgeCases(
  model: string,
  rows: readonly AuditRow[],
  references: ReadonlyMap<string, AuditReference>,
  options: EvidenceOptions,
): { readonly row: AuditRow; readonly item: JudgeCase }[] {
  return rows.flatMap(row => {
    const reference = references.get(questionKey(row.imageId, row.question))
    if (row.status === 'skipped') return []
    const evidence: JudgeEvidence = {
      question: row.question,
      thinking: row.thinking,
      answer: row.answer,
      refAnswer: options.withAnswer ? row.refAnswer : null,
      refThinking: options.withReference ? (reference?.thinking ?? null) : null,
      graph: reference?.graph ?? null,
    }
    return [{ row, item: { model, imageId: row.imageId, evidence } }]
  })
}

/** The verifier's scores in the judge's place: AC by exact match; none for a chain that claims nothing. */
export const verifierAsJudge = (row: AuditRow): AuditRow =>
  row.verifier === null || row.verifier.faithfulness === null
    ? row
    : {
        ...row,
        judge: {
          correctness: Number(row.correct),
          faithfulness: row.verifier.faithfulness,
          completeness: row.verifier.completeness ?? row.verifier.faithfulness,
        },
      }

/** A row as `eval_records.jsonl` holds it: the released tool's names, our columns behind them. */
export const evalRecord = (row: AuditRow, model: string): Record<string, unknown> => {
  const { judge, ...rest } = row
  return { ...rest, model, scores: judge }
}

/**
 * Reads `eval_records.jsonl`, ours or of the released tool: scores nested or flat.
 *
 * @returns rows by model, in the file's order; `fallback` names a model that the file does not
 * @throws SpatialTunnelError `eval-record`
 */
export async function readEvalRecords(path: string, fallback: string): Promise<Map<string, AuditRow[]>> {
  const models = new Map<string, AuditRow[]>()
  for (const [i, value] of (await readChainTable(path)).entries()) {
    const read = scoresIn(extname(path) === '.csv' ? withNumbers(value) : value)
    const row = {
      ...EMPTY,
      ...value,
      idx: Number(value.idx ?? i),
      judge: 'scores' in read ? read.scores : null,
    } as AuditRow
    if (typeof value.question !== 'string') {
      throw new SpatialTunnelError({
        code: 'eval-record',
        where: `${path}: row ${i + 1}`,
        found: shown(value),
        expected: 'a row with question, answer and scores',
      })
    }
    const model = typeof value.model === 'string' ? value.model : fallback
    models.set(model, [...(models.get(model) ?? []), { ...row, correct: isTrue(value.correct ?? value.is_correct) }])
  }
  return models
}

/** A CSV file knows texts only. */
const withNumbers = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      typeof value === 'string' && /^\d*\.?\d+$/.test(value) ? Number(value) : value,
    ]),
  )

const isTrue = (value: unknown): boolean => value === true || value === 1 || /^(?:1|true)$/i.test(cellText(value))

const EMPTY: Omit<AuditRow, 'idx' | 'question' | 'judge' | 'correct'> = {
  imageId: '',
  status: 'ok',
  reason: null,
  thinking: '',
  answer: null,
  refAnswer: '',
  relation: 'other',
  hops: 0,
  overlap: null,
  verifier: null,
}

import { cellText, isRecord } from '../../core/cell.ts'
import { SpatialTunnelError, shown } from '../../core/errors.ts'
import type { Prediction, PredictionFile } from './prediction.ts'

/** Harnesses whose files can be read. */
export const IMPORT_SOURCES = ['vlmevalkit', 'lmms-eval', 'inspect', 'csv'] as const
export type ImportSource = (typeof IMPORT_SOURCES)[number]

type Row = Readonly<Record<string, unknown>>

/** VLMEvalKit: rows with `index` and `prediction`; `answer` is a letter there, `question` our text. */
export function vlmevalkitPredictions(rows: readonly Row[], where: string): PredictionFile {
  requireColumns(rows, ['index', 'prediction'], where)
  const predictions = rows.map((row, k): Prediction => {
    const asked = row.question === undefined ? {} : { asked: { text: cellText(row.question) } }
    return {
      place: k + 1,
      question: placeOf(row.index, `${where}: row ${k + 1}`),
      ...textOf(row.prediction),
      lettered: true,
      ...asked,
    }
  })
  return { predictions, model: null }
}

/** lmms-eval: a sample a line, `doc_id` and the filtered responses (of several, the first). */
export function lmmsEvalPredictions(rows: readonly Row[], where: string): PredictionFile {
  requireColumns(rows, ['doc_id', 'filtered_resps'], where)
  const predictions = rows.map((row, k): Prediction => {
    const asked = typeof row.target === 'string' ? { asked: { answer: row.target } } : {}
    return {
      place: k + 1,
      question: placeOf(row.doc_id, `${where}:${k + 1}`),
      ...textOf(firstLeaf(row.filtered_resps)),
      ...asked,
    }
  })
  return { predictions, model: null }
}

/** A plain table: `questionId,answer`. */
export function csvPredictions(rows: readonly Row[], where: string): PredictionFile {
  requireColumns(rows, ['questionId', 'answer'], where)
  const predictions = rows.map(
    (row, k): Prediction => ({ place: k + 2, question: { id: cellText(row.questionId) }, ...textOf(row.answer) }),
  )
  return { predictions, model: null }
}

/** An inspect log (`.json`): its samples' ids are ours, the answer is the first choice's message. */
export function inspectPredictions(log: unknown, where: string): PredictionFile {
  const { samples, eval: run } = (log ?? {}) as { samples?: unknown; eval?: { model?: unknown } }
  if (!Array.isArray(samples)) {
    throw new SpatialTunnelError({
      code: 'import-form',
      where,
      found: shown(log),
      expected: 'an inspect log with samples',
      remedy: 'write it with `inspect log dump` (not --header-only)',
    })
  }
  requireRows(samples, where)
  const predictions = samples.map((sample: Row, k): Prediction => {
    const asked = typeof sample.target === 'string' ? { asked: { answer: sample.target } } : {}
    const error = sample.error as { message?: unknown } | null | undefined
    return {
      place: k + 1,
      question: { id: cellText(sample.id) },
      ...textOf(messageText(sample)),
      ...asked,
      ...(error ? { error: cellText(error.message ?? 'error') } : {}),
    }
  })
  return { predictions, model: typeof run?.model === 'string' ? run.model : null }
}

function messageText(sample: Row): string | null {
  const output = sample.output as { choices?: { message?: { content?: unknown } }[] } | undefined
  const content = output?.choices?.[0]?.message?.content
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return null
  // Parts of other types (`reasoning`) are not the answer.
  return content.flatMap((part: Row) => (part.type === 'text' ? [cellText(part.text)] : [])).join('')
}

/** An empty cell, null or NaN (pandas writes it so) is no answer. */
function textOf(value: unknown): Pick<Prediction, 'text'> {
  const missing =
    value === null || value === undefined || value === '' || (typeof value === 'number' && Number.isNaN(value))
  return { text: missing ? null : cellText(value) }
}

function firstLeaf(value: unknown): unknown {
  let leaf = value
  while (Array.isArray(leaf)) leaf = leaf[0]
  return leaf
}

function placeOf(value: unknown, where: string): { index: number } {
  const index = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof index === 'number' && Number.isSafeInteger(index) && index >= 0) return { index }
  throw new SpatialTunnelError({
    code: 'import-form',
    where,
    found: shown(value),
    expected: 'the place of a question, a whole number',
    remedy: 'import the predictions for a dataset that `spatialtunnel export` wrote',
  })
}

function requireRows(rows: readonly unknown[], where: string): void {
  const wrong = rows.findIndex(row => !isRecord(row))
  if (wrong < 0) return
  throw new SpatialTunnelError({
    code: 'import-form',
    where: `${where}: row ${wrong + 1}`,
    found: shown(rows[wrong]),
    expected: 'an object with a value for each column',
  })
}

function requireColumns(rows: readonly Row[], names: readonly string[], where: string): void {
  requireRows(rows, where)
  const missing = names.filter(name => rows.length === 0 || !Object.hasOwn(rows[0]!, name))
  if (missing.length === 0) return
  throw new SpatialTunnelError({
    code: 'import-form',
    where,
    found: rows.length === 0 ? 'no rows' : `columns ${Object.keys(rows[0]!).slice(0, 12).join(', ')}`,
    expected: names.join(' and '),
    remedy: 'check --from',
  })
}

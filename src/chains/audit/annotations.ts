import { cellText, isRecord } from '../../core/cell.ts'
import { SpatialTunnelError, shown } from '../../core/errors.ts'
import { scoresIn } from '../judge/judge-reply.ts'
import type { Rating } from './agreement.ts'
import { type AuditRow, questionKey } from './audit-row.ts'

/** Columns of the annotations' CSV, in the order in which the studio writes them. */
export const ANNOTATION_COLUMNS = ['rater', 'model', 'imageId', 'question', 'AC', 'RF', 'RC'] as const

/** The chain that a rating is about. */
export const ratingKey = (model: string, imageId: string, question: string): string =>
  `${model}\u0000${questionKey(imageId, question)}`

/**
 * People's ratings from a table; an empty cell is a dimension not rated.
 *
 * @throws SpatialTunnelError `annotation-row` for a missing column, or a score outside [0, 1]
 */
export function readAnnotations(rows: readonly Readonly<Record<string, unknown>>[]): Rating[] {
  return rows.map((row, i) => {
    const text = (column: string): string => cellText(row?.[column])
    const wrong = (found: string, expected: string): SpatialTunnelError =>
      new SpatialTunnelError({ code: 'annotation-row', where: `row ${i + 1}`, found, expected })
    if (!isRecord(row) || text('rater') === '' || text('question') === '')
      throw wrong(shown(row), `the columns ${ANNOTATION_COLUMNS.join(', ')}`)
    const score = (column: string): number | null => {
      if (text(column).trim() === '') return null
      const value = Number(text(column))
      if (!(value >= 0 && value <= 1))
        throw wrong(`${column} = ${shown(row[column])}`, 'a number from 0 to 1, or nothing')
      return value
    }
    return {
      rater: text('rater'),
      key: ratingKey(text('model'), text('imageId'), text('question')),
      scores: { correctness: score('AC'), faithfulness: score('RF'), completeness: score('RC') },
    }
  })
}

/** The ratings of verifier and judge on the same chains. */
export function machineRatings(model: string, rows: readonly AuditRow[], judge: string | null): Rating[] {
  return rows.flatMap(row => {
    const key = ratingKey(model, row.imageId, row.question)
    const verifier: Rating[] = row.verifier
      ? [
          {
            rater: 'verifier',
            key,
            scores: {
              correctness: Number(row.correct),
              faithfulness: row.verifier.faithfulness,
              completeness: row.verifier.completeness,
            },
          },
        ]
      : []
    return judge && judge !== 'verifier' && row.judge
      ? [...verifier, { rater: judge, key, scores: row.judge }]
      : verifier
  })
}

/** The ratings in a judge's journal: a second judge beside the first. */
export function journalRatings(rows: readonly Readonly<Record<string, unknown>>[]): Rating[] {
  return rows.flatMap(row => {
    const read = isRecord(row) ? scoresIn(row) : null
    if (read === null || !('scores' in read)) return []
    const key = ratingKey(cellText(row.model), cellText(row.imageId), cellText(row.question))
    return [{ rater: cellText(row.judge ?? 'second judge'), key, scores: read.scores }]
  })
}

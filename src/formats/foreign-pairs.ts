import { CATEGORIES, type Category } from '../core/relations.ts'
import { type ProbingPair, probingLine, probingObjects } from './probing-tsv.ts'

/** Why a row of another benchmark gives no pair. */
export type NoPairReason = 'other-category' | 'wording' | 'names' | 'no-image'

export type ForeignPair =
  | { readonly kind: 'pair'; readonly pair: ProbingPair }
  | { readonly kind: 'none'; readonly reason: NoPairReason }

const ALIASES: Readonly<Record<string, Category>> = {
  under: 'below',
  beneath: 'below',
  farther: 'far',
  farthest: 'far',
  closer: 'close',
  closest: 'close',
}

/**
 * A contrastive pair from a row of another benchmark's TSV (EmbSpatial-Bench as VLMEvalKit has it, or any table with the columns
 * that the released probing tool reads): the category, and the two objects that the tool would find.
 *
 * @param row cells by column; of `image` only whether it is empty matters
 * @param index the row's number, kept as the pair's
 */
export function foreignPair(row: Readonly<Record<string, string>>, index: number): ForeignPair {
  const label = (row.category ?? '').trim().toLowerCase()
  const category = ALIASES[label] ?? CATEGORIES.find(name => name === label)
  if (!category) return { kind: 'none', reason: 'other-category' }
  if ((row.image ?? '') === '') return { kind: 'none', reason: 'no-image' }
  const { question = '', answer = '', A = '', B = '', C = '', D = '' } = row
  const found = probingObjects({ category, question, answer: answer.trim(), A, B, C, D })
  if (!found) return { kind: 'none', reason: 'wording' }
  const id = row.question_id || row.index || String(index)
  const pair: ProbingPair = { index, id, category, target: found[0], reference: found[1] }
  return isWritable(pair) ? { kind: 'pair', pair } : { kind: 'none', reason: 'names' }
}

/** Whether the names come back whole from a row of ours; two equal names make no pair. */
function isWritable(pair: ProbingPair): boolean {
  if (pair.target.trim().toLowerCase() === pair.reference.trim().toLowerCase()) return false
  try {
    return probingLine(pair, '').length > 0
  } catch {
    return false
  }
}

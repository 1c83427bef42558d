import type { QuestionRow } from '../core/questions.ts'
import type { DatasetEntry } from './dataset-entry.ts'
import type { PairRow } from './pair-labels.ts'
import { type ProbingPair, probingHeader, probingLine } from './probing-tsv.ts'

/** The originals of an entry's contrastive pairs (`…-o`); other question sets have none. */
const originals = <Question extends Pick<QuestionRow, 'id'>>(questions: readonly Question[]): Question[] =>
  questions.filter(question => /-[hvz]-o$/.test(question.id))

/** An entry's pairs with the names of their two objects. `firstIndex` numbers them on. */
function pairsOf({ scene, questions }: DatasetEntry, firstIndex: number): ProbingPair[] {
  return originals(questions).map((question, k) => {
    const named = scene.truth.objects
      .filter(object => question.text.includes(object.name))
      .sort((a, b) => question.text.indexOf(a.name) - question.text.indexOf(b.name))
      .map(object => object.name)
    // "Compared to {reference}, is {target} far or close …" names the reference first.
    const [target, reference] = question.axis === 'distance' ? [named[1]!, named[0]!] : [named[0]!, named[1]!]
    return { index: firstIndex + k, id: question.pairId, category: question.category, target, reference }
  })
}

/**
 * A dataset's contrastive pairs as the released probing tool reads them, line by line: the header, then one line a pair.
 *
 * @param imageBase64 reads an entry's image; asked only for scenes that have a pair
 * @example for await (const line of probingLines(entries, readBase64)) sink.write(line)
 */
export async function* probingLines(
  entries: AsyncIterable<DatasetEntry> | Iterable<DatasetEntry>,
  imageBase64: (entry: DatasetEntry) => Promise<string>,
): AsyncGenerator<string> {
  yield probingHeader()
  let index = 0
  for await (const entry of entries) {
    const pairs = pairsOf(entry, index)
    if (pairs.length === 0) continue
    const image = await imageBase64(entry)
    for (const pair of pairs) yield probingLine(pair, image)
    index += pairs.length
  }
}

/** A dataset's pairs as a pairs file holds them, numbered as `probingLines` numbers them. */
export function pairRows(
  questions: readonly Pick<QuestionRow, 'id' | 'pairId' | 'category' | 'sceneId' | 'split'>[],
): PairRow[] {
  return originals(questions).map((question, index) => ({
    id: question.pairId,
    category: question.category,
    index,
    sceneId: question.sceneId,
    split: question.split,
  }))
}

import type { PairTruth, SceneTruth, Split } from '../../core/truth.ts'

/** What each split means, where a legend needs a line. */
export const SPLIT_MEANS: Readonly<Record<Split, string>> = {
  consistent: 'consistent with “far is up”',
  counter: 'counter to “far is up”',
  ambiguous: 'ambiguous, “far is up” says nothing',
}

/**
 * A pair's split with its reason, in words: "The farther red sphere is 92 px higher: consistent with ‘far is up’."
 *
 * @param marginPx the margin of the split, in pixels of the image's height
 */
export function splitSentence(truth: SceneTruth, pair: PairTruth, marginPx: number): string {
  const name = (index: number): string => truth.objects[index - 1]!.name
  if (pair.farther === null) {
    return `The ${name(pair.a)} and the ${name(pair.b)} are about equally far: ${SPLIT_MEANS.ambiguous}.`
  }
  const subject = `The farther ${name(pair.farther)}`
  const higher = pair.fartherHigherByPx ?? 0
  const amount = Math.round(Math.abs(higher))
  const where = amount === 0 ? 'is at the same height' : `is ${amount} px ${higher > 0 ? 'higher' : 'lower'}`
  if (pair.split === 'ambiguous') {
    return `${subject} ${where}, inside the margin of ${Number(marginPx.toFixed(1))} px: ${SPLIT_MEANS.ambiguous}.`
  }
  return `${subject} ${where}: ${SPLIT_MEANS[pair.split]}.`
}

/** What someone who only looks at height in the image would say is farther: 1-based, null on a tie (< 1 px). */
export const higherOf = (pair: PairTruth): number | null =>
  Math.abs(pair.deltaYPx) < 1 ? null : pair.deltaYPx < 0 ? pair.a : pair.b

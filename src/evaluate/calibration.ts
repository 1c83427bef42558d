import type { Item } from './items.ts'

export interface CalibrationBin {
  readonly lo: number
  readonly hi: number
  readonly n: number
  /** Mean P(Yes) of the bin's answers, and the share of them whose truth is Yes; null when empty. */
  readonly meanPYes: number | null
  readonly yesShare: number | null
}

export interface Calibration {
  readonly bins: readonly CalibrationBin[]
  /** Expected calibration error: Σ n · |yesShare − meanPYes| / N. */
  readonly ece: number
  /** Mean (P(Yes) − truth)²; .25 for a model that always says one half. */
  readonly brier: number
}

/**
 * Reliability of P(Yes) in equal bins; the last bin includes 1.
 *
 * @returns null without a logit answer: text answers have no probabilities
 */
export function calibrate(items: readonly Item[], binCount = 10): Calibration | null {
  const answers = items
    .filter(item => item.pYes !== null && item.response.protocol === 'logits')
    .map(item => ({ p: item.pYes!, yes: Number(item.question.answer === 'Yes') }))
  if (answers.length === 0) return null
  const bins = Array.from({ length: binCount }, (_, k): CalibrationBin => {
    const inside = answers.filter(({ p }) => Math.min(binCount - 1, Math.floor(p * binCount)) === k)
    const n = inside.length
    return {
      lo: k / binCount,
      hi: (k + 1) / binCount,
      n,
      meanPYes: n ? inside.reduce((sum, { p }) => sum + p, 0) / n : null,
      yesShare: n ? inside.reduce((sum, { yes }) => sum + yes, 0) / n : null,
    }
  })
  const gaps = bins.map(bin => bin.n * Math.abs((bin.yesShare ?? 0) - (bin.meanPYes ?? 0)))
  return {
    bins,
    ece: gaps.reduce((sum, gap) => sum + gap, 0) / answers.length,
    brier: answers.reduce((sum, { p, yes }) => sum + (p - yes) ** 2, 0) / answers.length,
  }
}

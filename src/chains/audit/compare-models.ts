import { type Correlation, kendall, pearson, spearman } from '../../core/statistics/correlation.ts'
import { holm } from '../../core/statistics/two-samples.ts'
import type { PairAgreement } from './agreement.ts'
import type { AuditSummary } from './summarise.ts'

/** A model with its figures. */
export interface AuditedModel {
  readonly name: string
  readonly summary: AuditSummary
}

/** Accuracy against a measure of the chains, over models. */
export interface ModelCorrelation {
  readonly measure: string
  readonly pearson: Correlation
  readonly spearman: Correlation
  readonly kendall: Correlation
}

/** Everything that an audit of one or several models says. */
export interface AuditResult {
  readonly models: readonly AuditedModel[]
  /** Holm-adjusted p of "R-1 differs between right and wrong answers", in the order of the models. */
  readonly rouge1P: readonly (number | null)[]
  readonly correlations: readonly ModelCorrelation[]
  /** Judges that scored, the first the main one. */
  readonly judges: readonly string[]
  readonly agreement: readonly PairAgreement[]
}

type Measure = readonly [name: string, of: (summary: AuditSummary) => number | null]
const JUDGE_MEASURES: readonly Measure[] = [
  ['RF (judge)', summary => summary.judge?.faithfulness.value ?? null],
  ['RC (judge)', summary => summary.judge?.completeness.value ?? null],
]

/** Brings models side by side; correlations need three. */
export function compareModels(
  models: readonly AuditedModel[],
  judges: readonly string[] = [],
  agreement: readonly PairAgreement[] = [],
): AuditResult {
  const adjusted = holm(models.map(({ summary }) => summary.rouge1Given.welchP ?? Number.NaN))
  const measures: readonly Measure[] = [
    ['R-1', summary => summary.rouge1.value],
    ['RFv (verifier)', summary => summary.faithfulness.value],
    ['RCv (verifier)', summary => summary.completeness.value],
    // The verifier in the judge's place would be listed twice.
    ...(judges[0] === 'verifier' ? [] : JUDGE_MEASURES),
  ]
  return {
    models,
    rouge1P: adjusted.map(p => (Number.isNaN(p) ? null : p)),
    correlations: measures.flatMap(([measure, of]) => {
      const pairs = models.flatMap(({ summary }) => {
        const [x, y] = [summary.accuracy.value, of(summary)]
        return x === null || y === null ? [] : [[x, y] as const]
      })
      if (pairs.length < 3) return []
      const [x, y] = [pairs.map(pair => pair[0]), pairs.map(pair => pair[1])]
      return [{ measure, pearson: pearson(x, y), spearman: spearman(x, y), kendall: kendall(x, y) }]
    }),
    judges,
    agreement,
  }
}

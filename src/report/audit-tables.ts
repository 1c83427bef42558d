import type { AuditedModel, AuditResult } from '../chains/audit/compare-models.ts'
import { SHORTCUT_TAUS, type ShortcutCurve } from '../chains/audit/shortcut-rate.ts'
import type { Conditioned, Mean, Share } from '../chains/audit/summarise.ts'
import { CHAIN_CLASSES } from '../chains/verify/verify-chain.ts'
import type { NumberCell, Table, TableCell } from './table.ts'

const share = ({ value, ci }: Share): NumberCell => ({ value, ci })
const mean = ({ value }: Mean): NumberCell => ({ value })
const count = (value: number): NumberCell => ({ value, places: 0 })

const table = (
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly TableCell[])[],
  ...notes: string[]
): Table => ({
  caption,
  columns,
  rows: rows.map(cells => ({ cells })),
  notes,
})

/** The paper's table of answers and overlap. */
export const answersTable = ({ models }: AuditResult): Table =>
  table(
    'Answers and overlap with the reference chains',
    [
      'model',
      'acc',
      'acc of parsed',
      'F1 yes',
      'F1 no',
      'macro',
      'yes',
      'no',
      'R-1',
      'R-2',
      'R-L',
      'F1 tok',
      'BLEU-1',
      'length ratio',
      'unparsed',
      'skipped',
    ],
    models.map(({ name, summary: s }) => [
      name,
      share(s.accuracy),
      share(s.accuracyParsed),
      { value: s.f1Yes },
      { value: s.f1No },
      { value: s.f1Macro },
      share(s.recallYes),
      share(s.recallNo),
      mean(s.rouge1),
      mean(s.rouge2),
      mean(s.rougeL),
      mean(s.tokenF1),
      mean(s.bleu1),
      { value: s.length.meanOfRatios, places: 2 },
      count(s.rows.unparsed),
      count(s.rows.skipped),
    ]),
    'acc: unparsed answers are wrong. F1: unparsed rows removed, as the paper prints it for Yes. Length ratio: mean of ratios. Intervals: Wilson, 95 %.',
  )

/** What the verifier finds. */
export const verifierTable = ({ models }: AuditResult): Table =>
  table(
    'Claims checked against the scene graphs',
    [
      'model',
      'RFv',
      'chains with claims',
      'RCv',
      'claims imply the answer',
      'depth from image height',
      ...CHAIN_CLASSES,
    ],
    models.map(({ name, summary: s }) => [
      name,
      mean(s.faithfulness),
      count(s.faithfulness.n),
      mean(s.completeness),
      share(s.entailsOwn),
      share(s.imageHeight),
      ...CHAIN_CLASSES.map(name => count(s.classes[name])),
    ]),
    'RFv = supported ÷ (supported + contradicted + hallucinated) claims of a chain, then the mean; chains without a checkable claim are left out, never 1. The last five columns count correct answers by how they were come by.',
  )

export function conditionedTable({ models, rouge1P }: AuditResult): Table {
  const cells = (given: Conditioned): TableCell[] => [
    mean(given.correct),
    mean(given.wrong),
    { value: given.delta, ci: given.ci, signed: true },
  ]
  return table(
    'Overlap given a right and a wrong answer',
    [
      'model',
      'R-1 right',
      'R-1 wrong',
      'Δ R-1',
      'p (Welch, Holm)',
      'p (Mann-Whitney)',
      'F1 tok right',
      'F1 tok wrong',
      'Δ F1',
    ],
    models.map(({ name, summary: s }, i) => [
      name,
      ...cells(s.rouge1Given),
      { value: rouge1P[i] ?? null },
      { value: s.rouge1Given.mannWhitneyP },
      ...cells(s.tokenF1Given),
    ]),
    'Δ with bootstrap intervals (95 %). Welch’s p is adjusted over the models by Holm’s method.',
  )
}

export function relationTable({ models }: AuditResult): Table {
  const relations = [...new Set(models.flatMap(({ summary }) => summary.byRelation.map(({ relation }) => relation)))]
  const of = ({ summary }: AuditedModel, relation: string) => summary.byRelation.find(row => row.relation === relation)
  return table(
    'Accuracy by relation and hops',
    ['relation', 'n', ...models.map(({ name }) => name)],
    [
      ...relations.map((relation): TableCell[] => [
        relation.replaceAll('_', ' '),
        count(of(models[0]!, relation)?.n ?? 0),
        ...models.map(model => share(of(model, relation) ?? { count: 0, n: 0, value: null, ci: null })),
      ]),
      [
        'single-hop',
        count(models[0]?.summary.singleHop.n ?? 0),
        ...models.map(({ summary }) => share(summary.singleHop)),
      ],
      ['multi-hop', count(models[0]?.summary.multiHop.n ?? 0), ...models.map(({ summary }) => share(summary.multiHop))],
      ['Δ single − multi', '', ...models.map(({ summary }): TableCell => ({ value: summary.hopDelta, signed: true }))],
    ],
    'n: of the first model.',
  )
}

/** The paper's table of the judge; null when nobody judged. */
export function judgeTable({ models, judges }: AuditResult): Table | null {
  const judged = models.filter(({ summary }) => summary.judge)
  if (judged.length === 0) return null
  return table(
    `Judge: ${judges[0] ?? 'scores of the file'}`,
    ['model', 'AC', 'RF', 'RC', 'pass', 'shortcut at .5 (≤)', 'shortcut at .5 (<)', 'scored', 'unscored'],
    judged.map(({ name, summary: { judge } }) => {
      const half = judge!.shortcuts.rates.find(rate => rate.tau === 0.5)
      return [
        name,
        mean(judge!.correctness),
        mean(judge!.faithfulness),
        mean(judge!.completeness),
        share(judge!.pass),
        { value: half?.atMost ?? null },
        { value: half?.below ?? null },
        count(judge!.scored),
        count(judge!.unscored),
      ]
    }),
    'pass = AC ≥ .5 and (RF + RC) / 2 ≥ .5, recomputed here. Unscored: replies that could not be read after two re-asks, or cut off by the budget; out of the means.',
  )
}

/** Where RF comes from, and the curve. */
export interface CurveOf {
  readonly name: string
  readonly source: string
  readonly curve: ShortcutCurve
}

/** The verifier in the judge's place would say everything twice. */
export const shortcutCurves = ({ models, judges }: AuditResult): CurveOf[] =>
  models.flatMap(({ name, summary }): CurveOf[] => [
    ...(summary.judge && judges[0] !== 'verifier'
      ? [
          { name, source: 'judge, exact match', curve: summary.judge.shortcuts },
          { name, source: 'judge, AC ≥ .5', curve: summary.judge.shortcutsByJudge },
        ]
      : []),
    { name, source: 'verifier, exact match', curve: summary.verifierShortcuts },
  ])

export const shortcutTable = (result: AuditResult): Table =>
  table(
    'Shortcut rate: share of correct answers with an unfaithful chain',
    [
      'model',
      'RF and “correct” by',
      'n',
      ...SHORTCUT_TAUS.map(tau => `≤ ${tau}`),
      ...SHORTCUT_TAUS.map(tau => `< ${tau}`),
    ],
    shortcutCurves(result).map(({ name, source, curve }) => [
      name,
      source,
      count(curve.n),
      ...curve.rates.map((rate): TableCell => ({ value: rate.atMost })),
      ...curve.rates.map((rate): TableCell => ({ value: rate.below })),
    ]),
    'The paper’s text takes RF ≤ τ, its README RF < τ: where scores come in steps the two differ.',
  )

export function agreementTable({ agreement }: AuditResult): Table | null {
  if (agreement.length === 0) return null
  return table(
    'Agreement of raters',
    ['raters', 'dimension', 'n', 'Spearman', 'MAE', 'weighted κ'],
    agreement.map(({ a, b, dimension, n, spearman, spearmanCi, mae, kappa }) => [
      `${a} – ${b}`,
      dimension,
      count(n),
      { value: spearman, ci: spearmanCi },
      { value: mae },
      { value: kappa },
    ]),
    'Spearman with average ranks, bootstrap intervals; κ with quadratic weights over steps of a quarter. “consensus” is the mean of the people.',
  )
}

export function correlationTable({ correlations }: AuditResult): Table | null {
  if (correlations.length === 0) return null
  return table(
    'Accuracy against the chains, over models',
    ['measure', 'n', 'Pearson', 'p', 'Spearman', 'p', 'Kendall τ-b', 'p'],
    correlations.map(({ measure, pearson, spearman, kendall }) => [
      measure,
      count(pearson.n),
      ...[pearson, spearman, kendall].flatMap((c): TableCell[] => [
        { value: Number.isNaN(c.r) ? null : c.r },
        { value: Number.isNaN(c.p) ? null : c.p },
      ]),
    ]),
    'p of Pearson and Spearman by t with n − 2 degrees of freedom, of Kendall by the normal approximation with ties.',
  )
}

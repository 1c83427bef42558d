import type { Stream } from '../../core/rng.ts'
import { mean } from '../../core/statistics/correlation.ts'
import { bootstrapInterval, type Interval, quantile, wilson } from '../../core/statistics/interval.ts'
import { mannWhitney, welch } from '../../core/statistics/two-samples.ts'
import { passes } from '../judge/judge-reply.ts'
import { RELATIONS, type Relation } from '../text/relation.ts'
import { CHAIN_CLASSES, type ChainClass } from '../verify/verify-chain.ts'
import type { AuditRow, RowVerdict } from './audit-row.ts'
import { type ShortcutCurve, shortcutCurve } from './shortcut-rate.ts'

/** A share with its counts and Wilson interval; null share when n = 0. */
export interface Share {
  readonly count: number
  readonly n: number
  readonly value: number | null
  readonly ci: Interval | null
}

export const shareOf = (count: number, n: number): Share => ({
  count,
  n,
  value: n ? count / n : null,
  ci: wilson(count, n),
})

/** A mean and over how many rows. */
export interface Mean {
  readonly value: number | null
  readonly n: number
}

/** An overlap measure where the answer is right, and where it is wrong. */
export interface Conditioned {
  readonly correct: Mean
  readonly wrong: Mean
  readonly delta: number | null
  readonly ci: Interval | null
  readonly welchP: number | null
  readonly mannWhitneyP: number | null
}

/** A model's figures; every one says over which rows. */
export interface AuditSummary {
  readonly rows: { readonly all: number; readonly ok: number; readonly unparsed: number; readonly skipped: number }
  /** Why rows are unparsed or skipped. */
  readonly reasons: Readonly<Record<string, number>>
  /** Over all rows that are not skipped, unparsed ones wrong; and over those with an answer. */
  readonly accuracy: Share
  readonly accuracyParsed: Share
  readonly recallYes: Share
  readonly recallNo: Share
  /** Unparsed rows removed, as the paper prints F1 of Yes. */
  readonly f1Yes: number | null
  readonly f1No: number | null
  readonly f1Macro: number | null
  readonly byRelation: readonly (Share & { readonly relation: Relation })[]
  readonly singleHop: Share
  readonly multiHop: Share
  /** Single-hop minus multi-hop accuracy. */
  readonly hopDelta: number | null
  readonly rouge1: Mean
  readonly rouge2: Mean
  readonly rougeL: Mean
  readonly tokenF1: Mean
  readonly bleu1: Mean
  readonly entityJaccard: Mean
  readonly stepMarkers: Mean
  readonly length: {
    readonly meanOfRatios: number | null
    readonly median: number | null
    readonly ratioOfMeans: number | null
  }
  readonly rouge1Given: Conditioned
  readonly tokenF1Given: Conditioned
  /** RFv, RCv: over rows with a claim that can be checked, with a program. */
  readonly faithfulness: Mean
  readonly completeness: Mean
  /** The claims imply the model's own answer: of the rows whose claims imply one. */
  readonly entailsOwn: Share
  readonly imageHeight: Share
  readonly classes: Readonly<Record<ChainClass, number>>
  readonly verifierShortcuts: ShortcutCurve
  /** Right by exact match and (RFv + RCv) / 2 ≥ .5; of the rows with both. */
  readonly verifierPass: Share
  /** null without judge's scores. */
  readonly judge: JudgeSummary | null
}

export interface JudgeSummary {
  readonly scored: number
  readonly unscored: number
  readonly correctness: Mean
  readonly faithfulness: Mean
  readonly completeness: Mean
  readonly pass: Share
  /** "Correct" by exact match, as the paper; and by AC ≥ .5. */
  readonly shortcuts: ShortcutCurve
  readonly shortcutsByJudge: ShortcutCurve
}

/** @param uniform a named stream, for the bootstrap */
export function summarise(rows: readonly AuditRow[], uniform: Stream): AuditSummary {
  const asked = rows.filter(row => row.status !== 'skipped')
  const parsed = asked.filter(row => row.status === 'ok')
  const share = (of: readonly AuditRow[]): Share => shareOf(of.filter(row => row.correct).length, of.length)
  const polarity = (answer: string) => asked.filter(row => row.refAnswer === answer)
  const hops = { single: share(asked.filter(row => row.hops === 1)), multi: share(asked.filter(row => row.hops > 1)) }
  const [f1Yes, f1No] = [f1Of(parsed, 'yes'), f1Of(parsed, 'no')]
  const overlap = (of: (row: NonNullable<AuditRow['overlap']>) => number | null): Mean =>
    meanOf(asked.map(row => (row.overlap ? of(row.overlap) : null)))
  return {
    rows: {
      all: rows.length,
      ok: parsed.length,
      unparsed: asked.length - parsed.length,
      skipped: rows.length - asked.length,
    },
    reasons: counted(rows.flatMap(row => (row.reason ? [row.reason] : []))),
    accuracy: share(asked),
    accuracyParsed: share(parsed),
    recallYes: share(polarity('yes')),
    recallNo: share(polarity('no')),
    f1Yes,
    f1No,
    f1Macro: f1Yes === null || f1No === null ? null : (f1Yes + f1No) / 2,
    byRelation: RELATIONS.map(relation => ({
      relation,
      ...share(asked.filter(row => row.relation === relation)),
    })).filter(({ n }) => n > 0),
    singleHop: hops.single,
    multiHop: hops.multi,
    hopDelta: hops.single.value === null || hops.multi.value === null ? null : hops.single.value - hops.multi.value,
    rouge1: overlap(row => row.rouge1),
    rouge2: overlap(row => row.rouge2),
    rougeL: overlap(row => row.rougeL),
    tokenF1: overlap(row => row.tokenF1),
    bleu1: overlap(row => row.bleu1),
    entityJaccard: overlap(row => row.entityJaccard),
    stepMarkers: overlap(row => row.stepMarkers),
    length: lengths(asked),
    rouge1Given: conditioned(asked, row => row.overlap?.rouge1 ?? null, uniform),
    tokenF1Given: conditioned(asked, row => row.overlap?.tokenF1 ?? null, uniform),
    ...verified(asked),
    judge: judged(asked),
  }
}

function verified(rows: readonly AuditRow[]) {
  const verdicts = rows.flatMap(row =>
    row.verifier ? [{ ...row.verifier, answer: row.answer, correct: row.correct }] : [],
  )
  const implied = verdicts.filter(verdict => verdict.entails !== null && verdict.answer !== null)
  const sameWords = (a: string, b: string): boolean =>
    a.replace(/^to the | of$/g, '') === b.replace(/^to the | of$/g, '')
  const classes = Object.fromEntries(
    CHAIN_CLASSES.map(name => [name, verdicts.filter(verdict => verdict.class === name).length]),
  )
  return {
    faithfulness: meanOf(verdicts.map(verdict => verdict.faithfulness)),
    completeness: meanOf(verdicts.map(verdict => verdict.completeness)),
    entailsOwn: shareOf(implied.filter(verdict => sameWords(verdict.entails!, verdict.answer!)).length, implied.length),
    imageHeight: shareOf(verdicts.filter(verdict => verdict.imageHeight).length, verdicts.length),
    classes: classes as Record<ChainClass, number>,
    verifierPass: passedBy(verdicts),
    verifierShortcuts: shortcutCurve(
      verdicts.map(verdict => ({ correct: verdict.correct, faithfulness: verdict.faithfulness })),
    ),
  }
}

function passedBy(verdicts: readonly (RowVerdict & { readonly correct: boolean })[]): Share {
  const scored = verdicts.flatMap(({ faithfulness, completeness, correct }) =>
    faithfulness === null
      ? []
      : [{ correctness: Number(correct), faithfulness, completeness: completeness ?? faithfulness }],
  )
  return shareOf(scored.filter(passes).length, scored.length)
}

function judged(rows: readonly AuditRow[]): JudgeSummary | null {
  const scored = rows.flatMap(row => (row.judge ? [{ ...row.judge, exact: row.correct }] : []))
  if (scored.length === 0) return null
  return {
    scored: scored.length,
    unscored: rows.length - scored.length,
    correctness: meanOf(scored.map(row => row.correctness)),
    faithfulness: meanOf(scored.map(row => row.faithfulness)),
    completeness: meanOf(scored.map(row => row.completeness)),
    pass: shareOf(scored.filter(passes).length, scored.length),
    shortcuts: shortcutCurve(scored.map(row => ({ correct: row.exact, faithfulness: row.faithfulness }))),
    shortcutsByJudge: shortcutCurve(
      scored.map(row => ({ correct: row.correctness >= 0.5, faithfulness: row.faithfulness })),
    ),
  }
}

function meanOf(values: readonly (number | null)[]): Mean {
  const known = values.filter(value => value !== null)
  return { value: known.length ? mean(known) : null, n: known.length }
}

function counted(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

/** F1 of one answer over rows that have one; null where neither side ever says it. */
function f1Of(parsed: readonly AuditRow[], answer: string): number | null {
  const yesNo = parsed.filter(row => row.refAnswer === 'yes' || row.refAnswer === 'no')
  const hits = yesNo.filter(row => row.refAnswer === answer && row.answer === answer).length
  const sizes = yesNo.filter(row => row.refAnswer === answer).length + yesNo.filter(row => row.answer === answer).length
  return sizes ? (2 * hits) / sizes : null
}

function lengths(rows: readonly AuditRow[]): AuditSummary['length'] {
  const pairs = rows.flatMap(({ overlap }) => (overlap?.lengthRatio == null ? [] : [overlap]))
  if (pairs.length === 0) return { meanOfRatios: null, median: null, ratioOfMeans: null }
  const ratios = pairs.map(pair => pair.lengthRatio!).sort((a, b) => a - b)
  const total = (of: (pair: (typeof pairs)[number]) => number): number => pairs.reduce((sum, pair) => sum + of(pair), 0)
  return {
    meanOfRatios: mean(ratios),
    median: quantile(ratios, 0.5),
    ratioOfMeans: total(pair => pair.tokens) / total(pair => pair.referenceTokens),
  }
}

function conditioned(rows: readonly AuditRow[], of: (row: AuditRow) => number | null, uniform: Stream): Conditioned {
  const values = rows.flatMap(row => {
    const value = of(row)
    return value === null ? [] : [{ value, correct: row.correct }]
  })
  const [right, wrong] = [true, false].map(correct =>
    values.filter(row => row.correct === correct).map(row => row.value),
  )
  if (!right?.length || !wrong?.length) {
    return {
      correct: meanOf(right ?? []),
      wrong: meanOf(wrong ?? []),
      delta: null,
      ci: null,
      welchP: null,
      mannWhitneyP: null,
    }
  }
  const delta = (units: Int32Array): number => {
    let [sumRight, sumWrong, nRight] = [0, 0, 0]
    for (const unit of units) {
      const { value, correct } = values[unit]!
      if (correct) sumRight += value
      else sumWrong += value
      nRight += Number(correct)
    }
    return sumRight / nRight - sumWrong / (units.length - nRight)
  }
  const finite = (p: number): number | null => (Number.isFinite(p) ? p : null)
  return {
    correct: meanOf(right),
    wrong: meanOf(wrong),
    delta: mean(right) - mean(wrong),
    ci: bootstrapInterval(values.length, delta, uniform, { draws: 1000 }),
    welchP: finite(welch(right, wrong).p),
    mannWhitneyP: finite(mannWhitney(right, wrong).p),
  }
}

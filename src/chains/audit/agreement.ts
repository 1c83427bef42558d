import type { Stream } from '../../core/rng.ts'
import { mean, spearman } from '../../core/statistics/correlation.ts'
import { bootstrapInterval, type Interval } from '../../core/statistics/interval.ts'
import { weightedKappa } from '../../core/statistics/kappa.ts'
import type { JudgeScores } from '../judge/judge-reply.ts'

/** One rater's scores of one chain. */
export interface Rating {
  readonly rater: string
  /** Of the chain: model, image and question. */
  readonly key: string
  readonly scores: Readonly<Record<keyof JudgeScores, number | null>>
}

export const DIMENSIONS = [
  'correctness',
  'faithfulness',
  'completeness',
] as const satisfies readonly (keyof JudgeScores)[]

/** How well two raters agree on a dimension. */
export interface PairAgreement {
  readonly a: string
  readonly b: string
  readonly dimension: keyof JudgeScores
  readonly n: number
  /** With average ranks. */
  readonly spearman: number | null
  readonly spearmanCi: Interval | null
  readonly mae: number | null
  /** Quadratic weights over five steps. */
  readonly kappa: number | null
}

/** Scores as steps 0 … 4 of a quarter. */
const STEPS = 5
const step = (score: number): number => Math.round(score * (STEPS - 1))

/**
 * Agreement of every two raters, people and machines alike, on the chains that both have scored. With several people their mean
 * is a rater too (`consensus`).
 *
 * @param people names of the raters that are people
 */
export function agreementOf(ratings: readonly Rating[], people: readonly string[], uniform: Stream): PairAgreement[] {
  const all = people.length > 1 ? [...ratings, ...consensus(ratings, people)] : ratings
  const raters = [...new Set(all.map(rating => rating.rater))]
  return DIMENSIONS.flatMap(dimension =>
    raters.flatMap((a, i) =>
      raters.slice(i + 1).flatMap(b => {
        // A person is part of the consensus: the two are not compared.
        if (b === CONSENSUS && people.includes(a)) return []
        const pairs = pairsOf(all, a, b, dimension)
        return pairs.length === 0 ? [] : [{ a, b, dimension, ...measured(pairs, uniform) }]
      }),
    ),
  )
}

export const CONSENSUS = 'consensus'

function consensus(ratings: readonly Rating[], people: readonly string[]): Rating[] {
  const byKey = new Map<string, Rating[]>()
  for (const rating of ratings)
    if (people.includes(rating.rater)) byKey.set(rating.key, [...(byKey.get(rating.key) ?? []), rating])
  return [...byKey].map(([key, own]) => {
    const average = (dimension: keyof JudgeScores): number | null => {
      const known = own.flatMap(rating => rating.scores[dimension] ?? [])
      return known.length ? mean(known) : null
    }
    const scores = {
      correctness: average('correctness'),
      faithfulness: average('faithfulness'),
      completeness: average('completeness'),
    }
    return { rater: CONSENSUS, key, scores }
  })
}

type Pair = readonly [a: number, b: number]

function pairsOf(ratings: readonly Rating[], a: string, b: string, dimension: keyof JudgeScores): Pair[] {
  const other = new Map(
    ratings.flatMap(rating => (rating.rater === b ? [[rating.key, rating.scores[dimension]] as const] : [])),
  )
  return ratings.flatMap(rating => {
    const [x, y] = [rating.scores[dimension], other.get(rating.key) ?? null]
    return rating.rater === a && x !== null && y !== null ? [[x, y] as const] : []
  })
}

function measured(
  pairs: readonly Pair[],
  uniform: Stream,
): Pick<PairAgreement, 'n' | 'spearman' | 'spearmanCi' | 'mae' | 'kappa'> {
  const rho = (some: readonly Pair[]): number =>
    spearman(
      some.map(pair => pair[0]),
      some.map(pair => pair[1]),
    ).r
  const known = (value: number): number | null => (Number.isFinite(value) ? value : null)
  return {
    n: pairs.length,
    spearman: known(rho(pairs)),
    spearmanCi: bootstrapInterval(pairs.length, units => rho([...units].map(unit => pairs[unit]!)), uniform, {
      draws: 500,
    }),
    mae: known(mean(pairs.map(([x, y]) => Math.abs(x - y)))),
    kappa: known(
      weightedKappa(
        pairs.map(pair => step(pair[0])),
        pairs.map(pair => step(pair[1])),
        STEPS,
      ),
    ),
  }
}

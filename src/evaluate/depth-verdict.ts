import { BASELINE_NOTES } from './baselines.ts'
import { chanceKind, digits } from './opening-sentence.ts'
import type { ModelSummary } from './score.ts'

/**
 * What a model's answers say about whether it sees depth:
 *
 * - `unanswered`: there is no answer, or none on one of the splits;
 * - `chance`: v's interval holds one half and Δ's holds 0;
 * - `height`: better where the farther object is higher, and worse than chance where it is lower;
 * - `leans`: better where the farther object is higher, yet right more often than not where it is lower;
 * - `upside-down`: better where the farther object is lower;
 * - `wrong`: alike on both splits, and wrong more often than not;
 * - `even`: alike on both splits, above chance.
 *
 * "Better" means that Δ's 95 % interval leaves 0 out.
 */
export const DEPTH_VERDICTS = ['even', 'leans', 'height', 'upside-down', 'wrong', 'chance', 'unanswered'] as const
export type DepthVerdict = (typeof DEPTH_VERDICTS)[number]

export function depthVerdict(model: Pick<ModelSummary, 'scalars'>): DepthVerdict {
  const { estimate, ci } = model.scalars
  if (estimate.v === null || estimate.delta === null || estimate.vCtr === null) return 'unanswered'
  if (chanceKind(model) === 'at-chance') return 'chance'
  const [lo, hi] = ci.delta ?? [estimate.delta, estimate.delta]
  if (lo > 0) return estimate.vCtr < 0.5 ? 'height' : 'leans'
  if (hi < 0) return 'upside-down'
  return estimate.v < 0.5 ? 'wrong' : 'even'
}

/** The sentence gives figures for so many models; more of them stand in the table alone. */
const FEW = 2

/** A model whose answers lie nearer to a rule's than this answers as that rule does. */
const AS_THE_RULE = 0.02

/** The answer to "does the model see depth?" in one sentence, models of one verdict together, and a warning where it is due. */
export function depthSentence(models: readonly ModelSummary[]): string {
  const groups = DEPTH_VERDICTS.flatMap(verdict => {
    const own = models.filter(model => depthVerdict(model) === verdict)
    return own.length === 0 ? [] : [SAID[verdict](own, namesOf(own, models.length <= FEW))]
  })
  return `${groups.join('; ')}.${asTheRule(models)}`
}

const SAID: Readonly<Record<DepthVerdict, (models: readonly ModelSummary[], names: string) => string>> = {
  even: (_, names) => `No lean on height shows in ${names}`,
  leans: (models, names) => `${names} ${verb(models, 'leans', 'lean')} on height`,
  height: (models, names) => `${names} ${verb(models, 'takes', 'take')} “higher” for “farther”`,
  'upside-down': (models, names) => `${names} ${verb(models, 'takes', 'take')} “lower” for “farther”`,
  wrong: (models, names) => `${names} ${verb(models, 'is', 'are')} wrong more often than right, on both splits alike`,
  chance: (models, names) => `${names} ${verb(models, 'is', 'are')} at chance: no depth, and no height either`,
  unanswered: (_, names) => `${names} did not answer on both splits`,
}

function namesOf(models: readonly ModelSummary[], withFigures: boolean): string {
  return listed(
    models.map(model => {
      const { vCons, vCtr } = model.scalars.estimate
      if (!withFigures || vCons === null || vCtr === null) return model.name
      return `${model.name} (v = ${digits(vCons)} where the farther object is higher, ${digits(vCtr)} where it is lower)`
    }),
  )
}

const verb = (models: readonly unknown[], one: string, many: string): string => (models.length === 1 ? one : many)

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** Being even is not seeing: a rule that knows no depth may be even too. */
function asTheRule(models: readonly ModelSummary[]): string {
  const like = models.filter(
    model => depthVerdict(model) === 'even' && (model.closestShortcut?.distance ?? 1) <= AS_THE_RULE,
  )
  const rules = [...new Set(like.map(model => model.closestShortcut!.name))]
  const said = rules.map(rule => {
    const own = like.filter(model => model.closestShortcut!.name === rule).map(model => model.name)
    return `${listed(own)} ${own.length === 1 ? 'answers' : 'answer'} as the rule “${BASELINE_NOTES[rule].split(';')[0]}” would`
  })
  return said.length === 0
    ? ''
    : ` Even is not yet sight: ${said.join('; ')}, and the suite radial-control tells them apart.`
}

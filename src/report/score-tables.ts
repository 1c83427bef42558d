import { BASELINE_NOTES, type Shortcut } from '../evaluate/baselines.ts'
import { mean } from '../evaluate/behaviour.ts'
import { nearestPrinted, PRINTED_SOURCE, type PrintedRow, printedSizeRows } from '../evaluate/printed-rows.ts'
import type { ScalarName } from '../evaluate/scalars.ts'
import type { ModelSummary, ScoreSummary } from '../evaluate/score.ts'
import type { NumberCell, Table, TableRow } from './table.ts'

/** Models, shortcuts beside them, and the nearest printed rows: the paper's main table with intervals. */
export function modelTable(score: Pick<ScoreSummary, 'models' | 'beside'>): Table {
  const names = ['v', 'vCons', 'vCtr', 'delta', 'accAll', 'accCon', 'accCtr'] as const
  const row = (model: ModelSummary, minor: boolean, rule: boolean): TableRow => ({
    cells: [model.name, { value: model.counts.scored, places: 0 }, ...names.map(name => scalarCell(model, name))],
    minor,
    rule,
  })
  const printed = score.models.flatMap(model => nearestOf(model) ?? [])
  const distinct = [...new Map(printed.map(item => [item.row.model, item])).values()]
  return {
    caption: 'Scores with 95 % intervals over scenes.',
    columns: ['Model', 'n', ...names.map(name => COLUMN_LABELS[name])],
    rows: [
      ...score.models.map(model => row(model, false, false)),
      ...score.beside.map((shortcut, i) => row(shortcut, true, i === 0)),
      ...distinct.map(({ row: printedRow, logits }, i) => printedTableRow(printedRow, logits, names, i === 0)),
    ],
    notes: [
      'Δ = consistent − counter. Fractions; v = mean probability of the true answer, chance ½. Unparsed and refused answers are wrong in the accuracies and left out of v.',
      ...(score.beside.length > 0
        ? [score.beside.map(({ name }) => `${name}: ${BASELINE_NOTES[name as Shortcut]}.`).join(' ')]
        : []),
      ...(distinct.length
        ? [`‡ ${PRINTED_SOURCE}: the printed rows nearest to the models above; not measured here.`]
        : []),
    ],
  }
}

/** The first screen's table: what each model scores where the farther object is higher, and where it is lower. */
export function answerTable({ models, beside }: Pick<ScoreSummary, 'models' | 'beside'>): Table {
  const row = (model: ModelSummary, minor: boolean, rule: boolean): TableRow => ({
    cells: [model.name, ...(['vCons', 'vCtr', 'delta'] as const).map(name => scalarCell(model, name))],
    minor,
    rule,
  })
  return {
    caption: 'Where the farther object is higher, and where it is lower',
    columns: ['Model', 'farther is higher', 'farther is lower', 'Δ'],
    rows: [
      ...models.map(model => row(model, false, false)),
      ...beside.map((shortcut, i) => row(shortcut, true, i === 0)),
    ],
    notes: [
      `v: mean probability of the true answer, chance ½; 95 % intervals. Δ near 0 at a high v is what a model that sees depth shows.${beside.length > 0 ? ' Below the line: rules that know no depth.' : ''}`,
    ],
  }
}

const COLUMN_LABELS: Readonly<Record<ScalarName, string>> = {
  v: 'v',
  vCons: 'v cons',
  vCtr: 'v ctr',
  delta: 'Δ',
  accAll: 'Acc all',
  accCon: 'Acc con',
  accCtr: 'Acc ctr',
  accDelta: 'Δ acc',
  vS1Small: 'v small s₁',
  vS1Large: 'v large s₁',
  deltaS: 'Δs',
}

const isDifference = (name: ScalarName): boolean => name === 'delta' || name === 'deltaS' || name === 'accDelta'

function scalarCell({ scalars }: ModelSummary, name: ScalarName): NumberCell {
  return { value: scalars.estimate[name], ci: scalars.ci[name], signed: isDifference(name) }
}

function nearestOf({ protocol, scalars: { estimate } }: ModelSummary): { row: PrintedRow; logits: boolean } | null {
  const logits = protocol === 'logits'
  const [consistent, counter] = logits ? [estimate.vCons, estimate.vCtr] : [estimate.accCon, estimate.accCtr]
  return consistent === null || counter === null
    ? null
    : { row: nearestPrinted(protocol, consistent, counter).row, logits }
}

function printedTableRow(row: PrintedRow, logits: boolean, names: readonly ScalarName[], rule: boolean): TableRow {
  const values: Partial<Record<ScalarName, number>> = logits
    ? { v: row.all, vCons: row.consistent, vCtr: row.counter, delta: row.delta }
    : { accAll: row.all, accCon: row.consistent, accCtr: row.counter, delta: row.delta }
  const cells = names.map((name): NumberCell => ({ value: values[name] ?? null, ci: null, signed: isDifference(name) }))
  return { cells: [`${row.model} ‡`, '', ...cells], minor: true, rule }
}

/** The size series (paper C.3) beside the printed rows; null for other suites. */
export function sizeTable({ models, beside }: Pick<ScoreSummary, 'models' | 'beside'>): Table | null {
  if (models.every(model => model.scalars.estimate.deltaS === null)) return null
  const names = ['v', 'vS1Small', 'vS1Large', 'deltaS'] as const
  const row = (model: ModelSummary, minor: boolean, rule = false): TableRow => ({
    cells: [model.name, ...names.map(name => scalarCell(model, name))],
    minor,
    rule,
  })
  const printed = printedSizeRows().map(
    (size, i): TableRow => ({
      cells: [`${size.model} ‡`, ...names.map(name => ({ value: size[name], ci: null, signed: name === 'deltaS' }))],
      minor: true,
      rule: i === 0,
    }),
  )
  return {
    caption: 'Size series: Δs = v at the smallest s₁ − v at the largest.',
    columns: ['Model', ...names.map(name => COLUMN_LABELS[name])],
    rows: [
      ...models.map(model => row(model, false)),
      ...beside.map((model, i) => row(model, true, i === 0)),
      ...printed,
    ],
    notes: [`‡ ${PRINTED_SOURCE}.`],
  }
}

/** How the models answer, apart from whether they are right. */
export function behaviourTable(models: readonly ModelSummary[]): Table {
  const cell = (value: number | null): NumberCell => ({ value })
  return {
    caption: 'Answer behaviour.',
    columns: [
      'Model',
      'said Yes',
      'mean P(Yes)',
      'swap consistency',
      'swap gap',
      'Yes + No mass',
      'mass < ½',
      'censored',
      'unparsed',
      'refused',
      'error',
      'missing',
    ],
    rows: models.map(({ name, behaviour, counts }) => ({
      cells: [
        name,
        cell(behaviour.yesRate),
        cell(behaviour.meanPYes),
        cell(behaviour.swapConsistency),
        cell(behaviour.swapGap),
        cell(behaviour.meanMass),
        cell(behaviour.lowMassShare),
        cell(behaviour.censoredShare),
        ...[counts.unparsed, counts.refused, counts.error, counts.missing + counts.skipped].map(n => ({
          value: n,
          places: 0,
        })),
      ],
    })),
    notes: [
      `Yes is true for ${((mean(models.flatMap(model => model.behaviour.trueYesRate ?? [])) ?? 0.5) * 100).toFixed(0)} % of the Yes/No questions. Swap consistency: the two orders of the same pair describe one world. Swap gap: mean |P(Yes) + P(Yes of the swapped question) − 1|.`,
    ],
  }
}

/** Every two models on the questions that both answered. */
export function pairedTable({ paired }: Pick<ScoreSummary, 'paired'>): Table {
  const label = { v: 'v', vCons: 'v cons', vCtr: 'v ctr', delta: 'Δ' } as const
  return {
    caption: 'Paired differences.',
    columns: ['Pair', 'of', 'scenes', 'difference', 'p', 'p (Holm)'],
    rows: paired.map(test => ({
      cells: [
        `${test.a} − ${test.b}`,
        label[test.metric],
        { value: test.scenes, places: 0 },
        { value: test.difference, signed: true },
        { value: test.p, places: 4 },
        { value: test.pHolm, places: 4 },
      ],
    })),
    notes: [
      'Two-sided permutation tests: answers of the two models swapped within scenes, 10,000 times; Holm over the pairs of each quantity.',
    ],
  }
}

/** Models by v, counter first where v ties: with the probability that the order survives a new draw of scenes. */
export function rankTable({ models }: Pick<ScoreSummary, 'models'>): Table {
  const ranked = models.filter(model => model.scalars.estimate.v !== null)
  ranked.sort((a, b) => b.scalars.estimate.v! - a.scalars.estimate.v!)
  return {
    caption: 'Ranks by v.',
    columns: ['Rank', 'Model', 'v', 'v ctr', 'better than the next in … of the draws'],
    rows: ranked.map((model, i) => {
      const next = ranked[i + 1]
      return {
        cells: [
          String(i + 1),
          model.name,
          scalarCell(model, 'v'),
          scalarCell(model, 'vCtr'),
          next ? { value: shareAbove(model.scalars.draws.v, next.scalars.draws.v), places: 3 } : '',
        ],
      }
    }),
    notes: ['Draws resample the same scenes for all models.'],
  }
}

const shareAbove = (a: Float64Array, b: Float64Array): number => a.filter((value, i) => value > b[i]!).length / a.length

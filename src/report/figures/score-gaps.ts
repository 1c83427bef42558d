import { printedRows } from '../../evaluate/printed-rows.ts'
import type { Protocol } from '../../evaluate/responses.ts'
import type { ModelSummary, ScoreSummary } from '../../evaluate/score.ts'
import type { Figure, FigureFrame } from './figure.ts'
import { type GapRow, gapChart } from './gap-chart.ts'

/** Models of one protocol, the shortcuts, and the paper's rows of that protocol if wanted; null without such a model. */
export function scoreGaps(
  score: Pick<ScoreSummary, 'models' | 'beside'>,
  protocol: Protocol,
  frame: FigureFrame,
  withPrinted = true,
): Figure | null {
  const models = score.models.filter(model => model.protocol === protocol)
  const own = models.flatMap(model => gapRow(model, protocol, 'own') ?? [])
  if (own.length === 0) return null
  const shortcuts = score.beside.flatMap(model => gapRow(model, protocol, 'baseline') ?? [])
  const printed = (withPrinted ? printedRows(protocol) : []).map(({ model, consistent, counter, delta }): GapRow => {
    return {
      label: model,
      kind: 'printed',
      consistent,
      counter,
      delta,
      consistentCi: null,
      counterCi: null,
      deltaCi: null,
    }
  })
  const title = protocol === 'logits' ? 'v, probability of the true answer' : 'accuracy (exact match)'
  return gapChart([...own, ...shortcuts, ...printed], title, frame)
}

function gapRow(
  { name, scalars: { estimate, ci } }: ModelSummary,
  protocol: Protocol,
  kind: GapRow['kind'],
): GapRow | null {
  const [consistent, counter, delta] =
    protocol === 'logits' ? (['vCons', 'vCtr', 'delta'] as const) : (['accCon', 'accCtr', 'accDelta'] as const)
  const values = [estimate[consistent], estimate[counter], estimate[delta]]
  if (values.some(value => value === null)) return null
  return {
    label: name,
    kind,
    consistent: values[0]!,
    counter: values[1]!,
    delta: values[2]!,
    consistentCi: ci[consistent],
    counterCi: ci[counter],
    deltaCi: ci[delta],
  }
}

import { stream } from '../core/rng.ts'
import type { PairRow } from '../formats/pair-labels.ts'
import type { PairLabel, VectorFile, VectorLayer } from '../formats/vector-file.ts'
import { balancedRows } from './balance.ts'
import { type LayerDirections, layerDirections } from './directions.ts'
import { chooseLayer, type LayerCoherence } from './layer-choice.ts'
import { keptScratch } from './layer-scratch.ts'
import {
  type LayerMeasures,
  MEASURE_DEFAULTS,
  type MeasureOptions,
  measurePrepared,
  type PairFacts,
} from './measure-layer.ts'
import { prepareLayer } from './prepared-layer.ts'
import { PROBE_REPORT_VERSION, type ProbeReport, type ReportLayer, type ReportPair } from './probe-report.ts'
import { procrustes, rotated } from './procrustes.ts'

export interface ProbeOptions extends Omit<MeasureOptions, 'facts'> {
  /** Layers of the model; null = those of the file. */
  readonly totalLayers: number | null
  /** A balanced set of so many pairs of each category; null = all pairs. */
  readonly perCategory: number | null
  /** What is known of the pairs: their ids, scenes and splits. */
  readonly pairs: readonly PairRow[]
  /** Pairs of which both questions were answered right, or not. */
  readonly right: ReadonlyMap<string, boolean>
  readonly onLayer: (done: number, total: number, layer: number) => void
  /** Asked for each layer's directions; null = not wanted. */
  readonly onDirections: ((directions: LayerDirections) => void) | null
}
export const PROBE_DEFAULTS: ProbeOptions = {
  ...MEASURE_DEFAULTS,
  totalLayers: null,
  perCategory: null,
  pairs: [],
  right: new Map(),
  onLayer: () => undefined,
  onDirections: null,
}

/**
 * Measures every layer of a file, one layer in memory and the next one on its way.
 *
 * @example const report = await runProbe(await openVectors(source), { model: 'Molmo-7B' })
 */
export async function runProbe(file: VectorFile, options: Partial<ProbeOptions> = {}): Promise<ProbeReport> {
  const full = { ...PROBE_DEFAULTS, ...options }
  const join = pairJoin(full.pairs)
  const facts = factsOf(full)
  const scratch = keptScratch()
  const measured: LayerMeasures[] = []
  let pairs: ReportPair[] = []
  let upcoming = await readAhead(file, file.layers[0]!)
  for (const [k, layer] of file.layers.entries()) {
    const whole = await upcoming()
    const next = file.layers[k + 1]
    if (next !== undefined) upcoming = await readAhead(file, next)
    const vectors = selected({ ...whole, labels: join(whole.labels) }, full)
    if (k === 0) pairs = vectors.labels.map(label => ({ ...label, ...facts.get(label.id) }))
    const prepared = prepareLayer(vectors, scratch)
    measured.push(measurePrepared(prepared, { ...full, facts }))
    const directions = full.onDirections && layerDirections(prepared, full.seed, `${full.model}/${layer}`)
    if (directions) full.onDirections?.(directions)
    file.release?.(whole)
    full.onLayer(k + 1, file.layers.length, layer)
  }
  return assemble(file, full, pairs, measured)
}

/** Begins to read a layer and comes back when its numbers are on their way (or there already); the result waits for them. */
function readAhead(file: VectorFile, layer: number): Promise<() => Promise<VectorLayer>> {
  return new Promise(resolve => {
    const arriving = file.read(layer, () => resolve(() => arriving))
    // A failure is told to whoever waits for the layer.
    const settled = (): void => resolve(() => arriving)
    arriving.then(settled, settled)
  })
}

/** Labels of the released tool carry its index; a pairs file says which pair that is. */
function pairJoin(pairs: readonly PairRow[]): (labels: readonly PairLabel[]) => readonly PairLabel[] {
  const byIndex = new Map(pairs.flatMap(pair => (pair.index === undefined ? [] : [[String(pair.index), pair.id]])))
  const known = new Set(pairs.map(pair => pair.id))
  const joined = (label: PairLabel): PairLabel =>
    known.has(label.id) ? label : { ...label, id: byIndex.get(label.id) ?? label.id }
  // Layers usually share one list of labels.
  const done = new WeakMap<readonly PairLabel[], readonly PairLabel[]>()
  return labels => {
    const result = done.get(labels) ?? labels.map(joined)
    done.set(labels, result)
    return result
  }
}

function factsOf({ pairs, right }: ProbeOptions): Map<string, PairFacts> {
  const facts = new Map<string, PairFacts>()
  for (const { id, sceneId, split } of pairs) {
    facts.set(id, { ...(sceneId === undefined ? {} : { sceneId }), ...(split === undefined ? {} : { split }) })
  }
  for (const [id, value] of right) facts.set(id, { ...facts.get(id), right: value })
  return facts
}

/** The balanced set, if one was asked for: the same pairs in every layer. */
function selected(layer: VectorLayer, { perCategory, seed }: ProbeOptions): VectorLayer {
  if (perCategory === null) return layer
  const categories = layer.labels.map(label => label.category)
  const rows = balancedRows(categories, perCategory, stream(seed, 'pairs', 'balanced'))
  const { columns: d } = layer
  const deltas =
    layer.deltas instanceof Float64Array ? new Float64Array(rows.length * d) : new Float32Array(rows.length * d)
  for (const [i, row] of rows.entries()) deltas.set(layer.deltas.subarray(row * d, (row + 1) * d), i * d)
  return { ...layer, rows: rows.length, deltas, labels: rows.map(row => layer.labels[row]!) }
}

function assemble(
  file: VectorFile,
  options: ProbeOptions,
  pairs: readonly ReportPair[],
  measured: readonly LayerMeasures[],
): ProbeReport {
  const totalLayers = options.totalLayers ?? file.layers.length
  const choice = chooseLayer(measured.map(coherencesOf), totalLayers)
  const { seed, draws, nullDraws, splits, pairwise } = options
  return {
    version: PROBE_REPORT_VERSION,
    model: options.model,
    source: file.name,
    totalLayers,
    options: { seed, draws, nullDraws, splits, pairwise },
    pairs,
    layers: reportLayers(pairs, measured),
    choice,
    warnings: [...choice.warnings, ...warningsOf(measured, totalLayers)],
  }
}

/** A layer as the choice of a layer sees it. */
export function coherencesOf({ layer, subsets }: Pick<ReportLayer, 'layer' | 'subsets'>): LayerCoherence {
  const of = (axis: 'horizontal' | 'vertical' | 'distance'): number => subsets.all.axes[axis].coherence ?? Number.NaN
  return {
    layer,
    coherence: { horizontal: of('horizontal'), vertical: of('vertical'), distance: of('distance') },
    vdEi: subsets.all.entanglement['vertical-distance'].means ?? Number.NaN,
  }
}

/** Points in the order of `pairs`, each layer aligned to the one before. */
function reportLayers(pairs: readonly ReportPair[], measured: readonly LayerMeasures[]): ReportLayer[] {
  let before: Map<string, readonly number[]> | null = null
  return measured.map(({ pca, ...layer }) => {
    const signed = layer.subsets.all.entanglement['vertical-distance'].signed
    const angleVdDeg = signed === null ? null : (Math.acos(Math.max(-1, Math.min(1, signed))) * 180) / Math.PI
    if (!pca) return { ...layer, angleVdDeg, pca: null }
    const points = new Map(pca.ids.map((id, i) => [id, [...pca.scores.subarray(3 * i, 3 * i + 3)]]))
    const alignment: Float64Array = before ? alignmentTo(before, points) : Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)
    before = new Map([...points].map(([id, point]) => [id, [...rotated(Float64Array.from(point), alignment, 3)]]))
    return {
      ...layer,
      angleVdDeg,
      pca: {
        points: pairs.map(pair => (points.get(pair.id) as [number, number, number] | undefined) ?? null),
        explained: pca.explained,
        alignment: [...alignment],
      },
    }
  })
}

function alignmentTo(
  before: ReadonlyMap<string, readonly number[]>,
  points: ReadonlyMap<string, readonly number[]>,
): Float64Array {
  const shared = [...points.keys()].filter(id => before.has(id))
  return procrustes(
    Float64Array.from(shared.flatMap(id => [...points.get(id)!])),
    Float64Array.from(shared.flatMap(id => [...before.get(id)!])),
    3,
  )
}

function warningsOf(measured: readonly LayerMeasures[], totalLayers: number): string[] {
  const warnings: string[] = []
  const zero = measured.filter(layer => layer.zeroIds.length > 0)
  for (const { layer, zeroIds } of zero) {
    const names = zeroIds.slice(0, 3).join(', ')
    warnings.push(`layer ${layer}: ${zeroIds.length} zero vectors left out (${names}${zeroIds.length > 3 ? ' …' : ''})`)
  }
  const deepest = Math.max(...measured.map(layer => layer.layer))
  if (deepest >= totalLayers) {
    warnings.push(`layer ${deepest} in a model of ${totalLayers} layers: say how many it has with --total-layers`)
  }
  return warnings
}

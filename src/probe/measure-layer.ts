import { SpatialTunnelError } from '../core/errors.ts'
import type { Category } from '../core/relations.ts'
import { stream } from '../core/rng.ts'
import type { VectorLayer } from '../formats/vector-file.ts'
import { imbalance } from './balance.ts'
import { blockSums } from './block-sums.ts'
import { categorySums } from './category-sums.ts'
import { type FarCloseProbe, farCloseProbe, type Projection, projections } from './causal-hint.ts'
import { gramMatrix, subGram } from './gram.ts'
import { pca } from './pca.ts'
import { type PreparedLayer, prepareLayer } from './prepared-layer.ts'
import { similarity } from './scalars.ts'
import { DRAW_DEFAULTS, type DrawOptions, type Maybe, measureSubset, type SubsetMeasures } from './subset.ts'

/** What is known about a pair besides its vectors. */
export interface PairFacts {
  readonly sceneId?: string
  /** consistent, counter or ambiguous. */
  readonly split?: string
  /** Both questions of the pair answered right. */
  readonly right?: boolean
}

export const SUBSETS = ['all', 'consistent', 'counter', 'right', 'wrong'] as const
export type SubsetName = (typeof SUBSETS)[number]

export interface MeasureOptions extends DrawOptions {
  /** Names the random streams. */
  readonly model: string
  /** false = only what O(n · d) gives: no deviation, PCA, projections, probe, draws. */
  readonly pairwise: boolean
  readonly facts: ReadonlyMap<string, PairFacts>
}
export const MEASURE_DEFAULTS: MeasureOptions = { ...DRAW_DEFAULTS, model: 'model', pairwise: true, facts: new Map() }

export interface LayerMeasures {
  readonly layer: number
  /** Length of a vector. */
  readonly columns: number
  readonly zeroIds: readonly string[]
  /** `all` always; the others as far as splits and answers are known and both axes have pairs. */
  readonly subsets: Partial<Record<SubsetName, SubsetMeasures>> & { readonly all: SubsetMeasures }
  /** 6 × 6, order left right above below far close. */
  readonly similarity: readonly (readonly Maybe[])[]
  readonly pca: LayerPca | null
  readonly projections: readonly Projection[]
  readonly farClose: FarCloseProbe | null
}

export interface LayerPca {
  readonly ids: readonly string[]
  /** 3 numbers a pair, in the order of `ids`. */
  readonly scores: Float64Array
  readonly explained: readonly number[]
}

/** Above this the n × n matrix no longer fits comfortably. */
const PAIRS_MAX = 6000

/** Every measure of one layer. */
export const measureLayer = (source: VectorLayer, options: Partial<MeasureOptions> = {}): LayerMeasures =>
  measurePrepared(prepareLayer(source), { ...MEASURE_DEFAULTS, ...options })

/** The same of a layer that is prepared already. */
export function measurePrepared(prepared: PreparedLayer, full: MeasureOptions): LayerMeasures {
  const id = `${full.model}/${prepared.layer}`
  if (full.pairwise && prepared.count > PAIRS_MAX) throw tooMany(prepared)
  const gram = full.pairwise ? gramMatrix(prepared) : null
  const layer = gram && { gram, norms: prepared.norms, starts: prepared.starts }
  const sums = blockSums(prepared)
  const component = gram && pca(prepared, gram, stream(full.seed, id, 'pca'))
  return {
    layer: prepared.layer,
    columns: prepared.columns,
    zeroIds: prepared.zeroIds,
    subsets: {
      all: measureSubset(sums, layer, `${id}/all`, imbalanceOf(prepared, full.facts), full),
      ...otherSubsets(prepared, gram, id, full),
    },
    similarity: similarity(sums),
    pca: component && { ids: prepared.ids, scores: component.scores, explained: component.explained },
    projections: layer ? projections(layer) : [],
    farClose: layer ? farCloseProbe(layer, field => stream(full.seed, id, field)) : null,
  }
}

function otherSubsets(
  prepared: PreparedLayer,
  gram: Float64Array | null,
  id: string,
  options: MeasureOptions,
): Partial<Record<SubsetName, SubsetMeasures>> {
  if (options.facts.size === 0) return {}
  const belongs: Readonly<Record<Exclude<SubsetName, 'all'>, (facts: PairFacts) => boolean>> = {
    consistent: facts => facts.split === 'consistent',
    counter: facts => facts.split === 'counter',
    right: facts => facts.right === true,
    wrong: facts => facts.right === false,
  }
  const found: Partial<Record<SubsetName, SubsetMeasures>> = {}
  for (const [name, test] of Object.entries(belongs) as [Exclude<SubsetName, 'all'>, (facts: PairFacts) => boolean][]) {
    const members = prepared.ids.flatMap((pair, i) => (test(options.facts.get(pair) ?? {}) ? [i] : []))
    if (members.length < 2) continue
    const part = restricted(prepared, members)
    const layer = gram && { gram: subGram(gram, prepared.count, members), norms: part.norms, starts: part.starts }
    found[name] = measureSubset(blockSums(part), layer, `${id}/${name}`, imbalanceOf(part, options.facts), options)
  }
  return found
}

/** Some vectors of a layer only. */
function restricted(layer: PreparedLayer, members: readonly number[]): PreparedLayer {
  const starts = layer.starts.map(start => members.filter(i => i < start).length)
  const offsets = Float64Array.from(members, i => layer.offsets[i]!)
  return {
    ...layer,
    count: members.length,
    offsets,
    sums: categorySums({ ...layer, offsets, starts }),
    norms: Float64Array.from(members, i => layer.norms[i]!),
    rows: Int32Array.from(members, i => layer.rows[i]!),
    ids: members.map(i => layer.ids[i]!),
    starts,
    zeroIds: [],
  }
}

function imbalanceOf(layer: PreparedLayer, facts: ReadonlyMap<string, PairFacts>): string | null {
  const categories: Category[] = ['left', 'right', 'above', 'below', 'far', 'close']
  const pairs = layer.ids.map((id, i) => {
    const split = facts.get(id)?.split
    const c = layer.starts.findIndex(start => start > i) - 1
    return { category: categories[c]!, ...(split === undefined ? {} : { split }) }
  })
  return imbalance(pairs)
}

function tooMany(layer: PreparedLayer): SpatialTunnelError {
  return new SpatialTunnelError({
    code: 'pairs-too-many',
    where: `layer ${layer.layer}`,
    found: `${layer.count} pairs`,
    expected: `at most ${PAIRS_MAX}: intervals and PCA compare every pair with every other`,
    remedy: 'measure a balanced set (--per-category 200), or coherence and VD-EI alone (--fast)',
  })
}

import { SpatialTunnelError, shown } from '../core/errors.ts'
import { AXES, type Axis, CATEGORIES } from '../core/relations.ts'
import { delimitedLine } from './delimited.ts'

/** Coherences and VD-EI of a model, layer by layer, as the released probing tool exchanges them. */
export interface ReleasedLayer {
  readonly layer: number
  readonly axes: Readonly<Record<Axis, { readonly mean: number; readonly std: number; readonly n: number }>>
  /** Cosine of the mean signed vertical and distance Δ (that tool's definition); null when not known. */
  readonly vdEiSigned: number | null
}

const LETTERS = /^(horizontal|vertical|distance)_L(\d+)$/

/** `axis_coherence_<name>.json`: `{"horizontal_L12": {"mean", "std", "n"}, …}`. */
export function axisCoherenceJson(layers: readonly ReleasedLayer[]): string {
  const entries = layers.flatMap(({ layer, axes }) => AXES.map(axis => [`${axis}_L${layer}`, axes[axis]] as const))
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`
}

/** `vd_ei_<name>.json`: `{"12": …}`. */
export function vdEiJson(layers: readonly ReleasedLayer[]): string {
  const known = layers.filter(layer => layer.vdEiSigned !== null)
  return `${JSON.stringify(Object.fromEntries(known.map(({ layer, vdEiSigned }) => [layer, vdEiSigned])), null, 2)}\n`
}

/** `delta_similarity_<name>_L12.csv`: 6 × 6 with headers, as pandas writes and reads it. */
export function similarityCsv(similarity: readonly (readonly (number | null)[])[]): string {
  const rows = similarity.map((row, a) => delimitedLine([CATEGORIES[a]!, ...row.map(value => value ?? '')], ','))
  return [delimitedLine(['', ...CATEGORIES], ','), ...rows].join('')
}

/**
 * Reads what that tool wrote: its two JSON files, parsed.
 *
 * @param vdEi null when only the coherences are at hand
 * @throws released-invalid
 */
export function parseReleased(coherence: unknown, vdEi: unknown, where: string): ReleasedLayer[] {
  const byLayer = new Map<number, Partial<Record<Axis, ReleasedLayer['axes'][Axis]>>>()
  for (const [key, value] of Object.entries(objectOf(coherence, where))) {
    const match = LETTERS.exec(key)
    const { mean, std, n } = (value ?? {}) as Record<string, unknown>
    if (!match || typeof mean !== 'number') throw invalid(where, `${key}: ${shown(value)}`)
    const layer = Number(match[2])
    const numbers = { mean, std: typeof std === 'number' ? std : Number.NaN, n: typeof n === 'number' ? n : 0 }
    byLayer.set(layer, { ...byLayer.get(layer), [match[1] as Axis]: numbers })
  }
  const indices = vdEi === null ? {} : objectOf(vdEi, where)
  return [...byLayer]
    .sort(([a], [b]) => a - b)
    .map(([layer, axes]) => {
      const missing = AXES.find(axis => axes[axis] === undefined)
      if (missing) throw invalid(where, `no ${missing}_L${layer}`)
      const index = indices[String(layer)]
      return { layer, axes: axes as ReleasedLayer['axes'], vdEiSigned: typeof index === 'number' ? index : null }
    })
}

function objectOf(value: unknown, where: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw invalid(where, shown(value))
}

function invalid(where: string, found: string): SpatialTunnelError {
  return new SpatialTunnelError({
    code: 'released-invalid',
    where,
    found,
    expected: '{"horizontal_L12": {"mean", "std", "n"}, …} and {"12": number, …}',
  })
}

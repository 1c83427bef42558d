import { SpatialTunnelError } from '../../core/errors.ts'
import { stream } from '../../core/rng.ts'
import { type InputKind, mutant } from './mutate.ts'

/** A reader of untrusted input, and valid inputs of it. */
export interface FuzzReader {
  readonly name: string
  readonly kind: InputKind
  readonly seeds: readonly Uint8Array[]
  /** Reads all that there is to read; whatever is wrong with the input is a `SpatialTunnelError`. */
  read(bytes: Uint8Array): unknown
}

export type FuzzOutcome = 'accepted' | 'refused'

/** Input `index` of a reader: the same for the same seed, whatever else is run. */
export const fuzzInput = (reader: FuzzReader, seed: number, index: number): Uint8Array =>
  mutant(reader.seeds, reader.kind, stream(seed, reader.name, `input ${index}`))

/**
 * Feeds one input.
 *
 * @throws whatever else than a `SpatialTunnelError` the reader throws; `Error` if it left something on `Object.prototype`
 */
export async function feed(reader: FuzzReader, bytes: Uint8Array): Promise<FuzzOutcome> {
  let outcome: FuzzOutcome = 'accepted'
  try {
    await reader.read(bytes)
  } catch (error) {
    if (!(error instanceof SpatialTunnelError)) throw error
    outcome = 'refused'
  }
  const left = prototypeKeys().filter(key => !BORN_WITH.has(key))
  if (left.length > 0) throw new Error(`left on a prototype: ${left.join(', ')}`)
  return outcome
}

const prototypeKeys = (): PropertyKey[] =>
  [Object.prototype, Array.prototype, Function.prototype, String.prototype].flatMap(Reflect.ownKeys)

const BORN_WITH: ReadonlySet<PropertyKey> = new Set(prototypeKeys())

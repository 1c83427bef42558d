import seedrandom from 'seedrandom'

/** A stream of numbers uniform in [0, 1). */
export type Stream = () => number

/** A seed of 0 or "" is a seed, not "unset". */
export type Seed = number | string

/**
 * The named random stream of one field of one scene. Every random field draws from its own, so that adding a field
 * never shifts another, and scene i depends on the suite and i alone.
 *
 * @param seed the suite's seed
 * @param sceneId `<suite>-<index, 6 digits>`, or any other name of the thing that draws
 * @param field the field's path, `objects[0].sizeM`
 * @param retry 0 for the first draw; k > 0 appends `#k` to the path
 */
export function stream(seed: Seed, sceneId: string, field: string, retry = 0): Stream {
  return seedrandom(JSON.stringify([seed, sceneId, retry > 0 ? `${field}#${retry}` : field]))
}

/** lo + u (hi − lo). */
export const uniform = (next: Stream, lo: number, hi: number): number => lo + next() * (hi - lo)

/** list[⌊u · n⌋]. */
export const choice = <T>(next: Stream, list: readonly T[]): T => list[Math.floor(next() * list.length)]!

/** A shuffled copy. */
export function shuffled<T>(next: Stream, list: readonly T[]): T[] {
  const copy = [...list]
  shuffle(next, copy)
  return copy
}

/** Shuffles a list, or the numbers of a typed array, in place (Fisher-Yates); the order depends on the length only. */
export function shuffle<T>(next: Stream, list: { [index: number]: T; readonly length: number }): void {
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1))
    const kept = list[i]!
    list[i] = list[j]!
    list[j] = kept
  }
}

/** A standard normal (Box-Muller, two draws). */
export function gaussian(next: Stream): number {
  const radius = Math.sqrt(-2 * Math.log(1 - next()))
  return radius * Math.cos(2 * Math.PI * next())
}

/** Words of a digest that are kept: 128 bits, which no two of a billion digests share. */
const WORDS = 4
const HEX_OF_WORD = 8
/** Share of the places that may be taken. */
const FULL = 0.7

/** A set of SHA-256 digests in 23 to 46 bytes each, where a set of their texts takes over a hundred. */
export class DigestSet {
  private table = new Uint32Array(WORDS * 1024)
  private taken = 0

  get size(): number {
    return this.taken
  }

  /** @param hex a digest as hexadecimal text; any other text is no member and becomes none */
  add(hex: string): void {
    const words = wordsOf(hex)
    if (!words) return
    if (this.taken >= FULL * (this.table.length / WORDS)) this.grow()
    if (put(this.table, words)) this.taken++
  }

  has(hex: string): boolean {
    const words = wordsOf(hex)
    return words !== null && holds(this.table, placeOf(this.table, words), words)
  }

  private grow(): void {
    const larger = new Uint32Array(2 * this.table.length)
    for (let at = 0; at < this.table.length; at += WORDS) {
      const words = this.table.subarray(at, at + WORDS)
      if (words.some(word => word !== 0)) put(larger, words)
    }
    this.table = larger
  }
}

function wordsOf(hex: string): Uint32Array | null {
  if (!/^[0-9a-f]{64}$/.test(hex)) return null
  return Uint32Array.from({ length: WORDS }, (_, k) =>
    Number.parseInt(hex.slice(k * HEX_OF_WORD, (k + 1) * HEX_OF_WORD), 16),
  )
}

/** @returns whether it was not there before */
function put(table: Uint32Array, words: Uint32Array): boolean {
  const at = placeOf(table, words)
  if (holds(table, at, words)) return false
  table.set(words, at)
  return true
}

/** Where a digest lies or, if it is none of the table's, where it would: the first free place from its own on. */
function placeOf(table: Uint32Array, words: Uint32Array): number {
  const places = table.length / WORDS
  let place = words[0]! % places
  while (!isFree(table, place * WORDS) && !holds(table, place * WORDS, words)) place = (place + 1) % places
  return place * WORDS
}

const holds = (table: Uint32Array, at: number, words: Uint32Array): boolean =>
  words.every((word, k) => table[at + k] === word)

/** A digest of zeros alone does not occur. */
const isFree = (table: Uint32Array, at: number): boolean =>
  (table[at]! | table[at + 1]! | table[at + 2]! | table[at + 3]!) === 0

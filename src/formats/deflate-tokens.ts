/**
 * What the compressor looks for. `literals`: only how often each byte occurs (photographs after filtering, where
 * matches are rare and looking for them costs most of the time). `runs`: repeated bytes as well (masks, depth).
 */
export type DeflateStrategy = 'literals' | 'runs'

/** A block has its own code; 256 KiB are some 170 rows of a picture, over which statistics hardly change. */
export const BLOCK_BYTES = 262_144
/** Tokens: a byte as itself, a run of n as RUN + n. */
export const RUN = 256
export const LONGEST_RUN = 258
export const TOKEN_COUNT = RUN + LONGEST_RUN + 1

/** Length symbols 257-285 with their extra bits (RFC 1951, 3.2.5), by length. */
export const LENGTH_SYMBOL = new Uint16Array(LONGEST_RUN + 1)
export const LENGTH_EXTRA_BITS = new Uint8Array(LONGEST_RUN + 1)
export const LENGTH_EXTRA = new Uint8Array(LONGEST_RUN + 1)
for (let symbol = 257, length = 3; symbol < 285; symbol++) {
  const bits = symbol < 265 ? 0 : (symbol - 261) >>> 2
  for (let extra = 0; extra < 1 << bits && length < LONGEST_RUN; extra++, length++) {
    LENGTH_SYMBOL[length] = symbol
    LENGTH_EXTRA_BITS[length] = bits
    LENGTH_EXTRA[length] = extra
  }
}
LENGTH_SYMBOL[LONGEST_RUN] = 285

/**
 * The inner loops of a stream over one array of bytes. The framing (`writeZlib`) is the same whoever runs them: here
 * plain JavaScript, in the render page's worker WebAssembly.
 */
export interface DeflateLoops {
  /** Finds the tokens of bytes [start, end) and holds them; returns how often each token occurs, TOKEN_COUNT long. */
  tokenize(start: number, end: number): Uint32Array
  /** Writes the tokens held; codes and lengths by symbol. */
  writeTokens(codes: Uint16Array, lengths: Uint8Array): void
  /** @param bits at most 16 */
  put(value: number, bits: number): void
  /** Fills the last byte up with zeros. */
  align(): void
  /** Of all bytes. */
  adler32(): number
}

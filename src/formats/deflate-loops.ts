import { adler32 } from './crc32.ts'
import {
  BLOCK_BYTES,
  type DeflateLoops,
  type DeflateStrategy,
  LENGTH_EXTRA,
  LENGTH_EXTRA_BITS,
  LENGTH_SYMBOL,
  LONGEST_RUN,
  RUN,
  TOKEN_COUNT,
} from './deflate-tokens.ts'

/** The loops in plain JavaScript. Bits go, lowest first, into a buffer that is known to be large enough. */
export class PlainLoops implements DeflateLoops {
  private readonly out: Uint8Array<ArrayBuffer>
  private readonly runs: Uint16Array | null
  /** Literals alone are held as bytes, tokens with runs among them as 16-bit numbers. */
  private tokens: Uint8Array | Uint16Array = new Uint8Array(0)
  private at = 0
  /** Bits not yet written, and how many: always fewer than 8 between calls. */
  private held = 0
  private heldBits = 0

  constructor(
    private readonly bytes: Uint8Array,
    strategy: DeflateStrategy,
  ) {
    this.out = new Uint8Array(bytes.length + (bytes.length >>> 3) + 1024)
    this.runs = strategy === 'runs' ? new Uint16Array(Math.min(bytes.length, BLOCK_BYTES)) : null
  }

  tokenize(start: number, end: number): Uint32Array {
    this.tokens = this.runs
      ? this.runs.subarray(0, tokenizeRuns(this.bytes, start, end, this.runs))
      : this.bytes.subarray(start, end)
    return tokenCounts(this.tokens)
  }

  writeTokens(codes: Uint16Array, lengths: Uint8Array): void {
    if (this.tokens instanceof Uint8Array) this.writeLiterals(this.tokens, codes, lengths)
    else this.writeRuns(this.tokens, codes, lengths)
  }

  put(value: number, bits: number): void {
    this.held |= value << this.heldBits
    this.heldBits += bits
    while (this.heldBits >= 8) {
      this.out[this.at++] = this.held
      this.held >>>= 8
      this.heldBits -= 8
    }
  }

  align(): void {
    if (this.heldBits > 0) this.put(0, 8 - this.heldBits)
  }

  adler32(): number {
    return adler32(this.bytes)
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.out.slice(0, this.at)
  }

  /** The inner loop of pictures: code and length in one table, two bytes written at a time. */
  private writeLiterals(literals: Uint8Array, codes: Uint16Array, lengths: Uint8Array): void {
    const { out } = this
    let { at, held, heldBits } = this
    const table = Uint32Array.from({ length: 256 }, (_, byte) => (lengths[byte]! << 16) | codes[byte]!)
    for (let i = 0; i < literals.length; i++) {
      const entry = table[literals[i]!]!
      held |= (entry & 0xffff) << heldBits
      heldBits += entry >>> 16
      if (heldBits >= 16) {
        out[at] = held
        out[at + 1] = held >>> 8
        at += 2
        held >>>= 16
        heldBits -= 16
      }
    }
    this.at = at
    this.held = held
    this.heldBits = heldBits
    this.put(0, 0)
  }

  /** The inner loop of masks and depth. */
  private writeRuns(tokens: Uint16Array, codes: Uint16Array, lengths: Uint8Array): void {
    const { out } = this
    let { at, held, heldBits } = this
    for (let i = 0; i < tokens.length; i++) {
      const token = tokens[i]!
      const symbol = token < RUN ? token : LENGTH_SYMBOL[token - RUN]!
      held |= codes[symbol]! << heldBits
      heldBits += lengths[symbol]!
      if (heldBits >= 16) {
        out[at] = held
        out[at + 1] = held >>> 8
        at += 2
        held >>>= 16
        heldBits -= 16
      }
      if (token < RUN) continue
      // Extra bits of the length, then one 0 bit: the only distance code, distance 1.
      held |= LENGTH_EXTRA[token - RUN]! << heldBits
      heldBits += LENGTH_EXTRA_BITS[token - RUN]! + 1
      if (heldBits >= 16) {
        out[at] = held
        out[at + 1] = held >>> 8
        at += 2
        held >>>= 16
        heldBits -= 16
      }
    }
    this.at = at
    this.held = held
    this.heldBits = heldBits
    this.put(0, 0)
  }
}

function tokenizeRuns(bytes: Uint8Array, start: number, end: number, tokens: Uint16Array): number {
  let count = 0
  for (let i = start; i < end; ) {
    const byte = bytes[i]!
    let length = 0
    if (i > 0 && bytes[i - 1] === byte) {
      const most = Math.min(LONGEST_RUN, end - i)
      while (length < most && bytes[i + length] === byte) length++
    }
    tokens[count++] = length >= 3 ? RUN + length : byte
    i += length >= 3 ? length : 1
  }
  return count
}

/** Two tables, even and odd tokens: one alone waits for its own last increment. */
function tokenCounts(tokens: Uint8Array | Uint16Array): Uint32Array {
  const even = new Uint32Array(TOKEN_COUNT)
  const odd = new Uint32Array(TOKEN_COUNT)
  const pairs = tokens.length & ~1
  for (let i = 0; i < pairs; i += 2) {
    even[tokens[i]!]!++
    odd[tokens[i + 1]!]!++
  }
  if (pairs < tokens.length) even[tokens[pairs]!]!++
  return even.map((count, token) => count + odd[token]!)
}

import { adler32 } from './crc32.ts'
import { canonicalCodes, codeLengths } from './huffman.ts'

/**
 * What the compressor looks for. `literals`: only how often each byte occurs (photographs after filtering, where
 * matches are rare and looking for them costs most of the time). `runs`: repeated bytes as well (masks, depth).
 */
export type DeflateStrategy = 'literals' | 'runs'

/** A block has its own code; 128 KiB are some 80 rows of a picture, over which statistics hardly change. */
const BLOCK_BYTES = 131_072
const END_OF_BLOCK = 256
/** Tokens: a byte as itself, a run of n as RUN + n. */
const RUN = 256
const LONGEST_RUN = 258

/**
 * Bytes as a zlib stream (RFC 1950, 1951), in the page, its workers and Node alike: the same bytes everywhere, on
 * which the promise of byte-identical datasets rests. On a rendered corridor it takes a third of the time of the
 * usual level 1 for a fourth more bytes; it holds no window and no hash, so it looks for nothing but runs.
 */
export function zlibCompress(bytes: Uint8Array, strategy: DeflateStrategy): Uint8Array<ArrayBuffer> {
  const writer = new BitWriter(bytes.length + (bytes.length >>> 3) + 1024)
  writer.put(0x78, 8)
  writer.put(0x01, 8)
  const runs = strategy === 'runs' ? new Uint16Array(Math.min(bytes.length, BLOCK_BYTES)) : null
  let start = 0
  do {
    const end = Math.min(bytes.length, start + BLOCK_BYTES)
    const tokens = runs ? runs.subarray(0, tokenizeRuns(bytes, start, end, runs)) : bytes.subarray(start, end)
    writeBlock(writer, tokens, end === bytes.length)
    start = end
  } while (start < bytes.length)
  writer.align()
  const check = adler32(bytes)
  for (const shift of [24, 16, 8, 0]) writer.put((check >>> shift) & 0xff, 8)
  return writer.finish()
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

/** Length symbols 257-285 with their extra bits (RFC 1951, 3.2.5), by length. */
const LENGTH_SYMBOL = new Uint16Array(LONGEST_RUN + 1)
const LENGTH_EXTRA_BITS = new Uint8Array(LONGEST_RUN + 1)
const LENGTH_EXTRA = new Uint8Array(LONGEST_RUN + 1)
for (let symbol = 257, length = 3; symbol < 285; symbol++) {
  const bits = symbol < 265 ? 0 : (symbol - 261) >>> 2
  for (let extra = 0; extra < 1 << bits && length < LONGEST_RUN; extra++, length++) {
    LENGTH_SYMBOL[length] = symbol
    LENGTH_EXTRA_BITS[length] = bits
    LENGTH_EXTRA[length] = extra
  }
}
LENGTH_SYMBOL[LONGEST_RUN] = 285

/** Literals alone come as bytes, tokens with runs among them as 16-bit numbers. */
type Tokens = Uint8Array | Uint16Array

function writeBlock(writer: BitWriter, tokens: Tokens, last: boolean): void {
  const lengths = codeLengths(frequencies(tokens), 15)
  const codes = canonicalCodes(lengths)
  writer.put(last ? 1 : 0, 1)
  writer.put(2, 2)
  writeCodeTable(writer, lengths)
  if (tokens instanceof Uint8Array) writer.putLiterals(tokens, codes, lengths)
  else writer.putTokens(tokens, codes, lengths)
  writer.put(codes[END_OF_BLOCK]!, lengths[END_OF_BLOCK]!)
}

/** Two tables, even and odd tokens: one alone waits for its own last increment. */
function frequencies(tokens: Tokens): Uint32Array {
  const even = new Uint32Array(RUN + LONGEST_RUN + 1)
  const odd = new Uint32Array(RUN + LONGEST_RUN + 1)
  const pairs = tokens.length & ~1
  for (let i = 0; i < pairs; i += 2) {
    even[tokens[i]!]!++
    odd[tokens[i + 1]!]!++
  }
  if (pairs < tokens.length) even[tokens[pairs]!]!++
  const symbols = new Uint32Array(286)
  for (let token = 0; token < even.length; token++) {
    symbols[token < RUN ? token : LENGTH_SYMBOL[token - RUN]!]! += even[token]! + odd[token]!
  }
  symbols[END_OF_BLOCK] = 1
  return symbols
}

/** The order in which code-length codes are sent (RFC 1951, 3.2.7). */
const CODE_LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

/** Header of a dynamic block: the literal code's lengths, and one distance code, of distance 1. */
function writeCodeTable(writer: BitWriter, lengths: Uint8Array): void {
  let literals = lengths.length
  while (literals > 257 && lengths[literals - 1] === 0) literals--
  const steps = runLengthSteps([...lengths.subarray(0, literals), 1])
  const counts = new Uint32Array(19)
  for (const step of steps) counts[step.symbol]!++
  const stepLengths = codeLengths(counts, 7)
  const stepCodes = canonicalCodes(stepLengths)
  let sent = CODE_LENGTH_ORDER.length
  while (sent > 4 && stepLengths[CODE_LENGTH_ORDER[sent - 1]!] === 0) sent--
  writer.put(literals - 257, 5)
  writer.put(0, 5)
  writer.put(sent - 4, 4)
  for (const symbol of CODE_LENGTH_ORDER.slice(0, sent)) writer.put(stepLengths[symbol]!, 3)
  for (const step of steps) {
    writer.put(stepCodes[step.symbol]!, stepLengths[step.symbol]!)
    writer.put(step.extra, step.extraBits)
  }
}

interface Step {
  readonly symbol: number
  readonly extra: number
  readonly extraBits: number
}

/** Code lengths as themselves, or 16 (repeat the last 3-6 times), 17 (3-10 zeros), 18 (11-138 zeros). */
function runLengthSteps(lengths: readonly number[]): Step[] {
  const steps: Step[] = []
  for (let i = 0; i < lengths.length; ) {
    const length = lengths[i]!
    let run = 1
    while (lengths[i + run] === length) run++
    if (length === 0 && run >= 3) {
      run = Math.min(run, 138)
      steps.push(
        run <= 10 ? { symbol: 17, extra: run - 3, extraBits: 3 } : { symbol: 18, extra: run - 11, extraBits: 7 },
      )
    } else if (length !== 0 && run >= 4) {
      run = Math.min(run, 7)
      steps.push({ symbol: length, extra: 0, extraBits: 0 }, { symbol: 16, extra: run - 4, extraBits: 2 })
    } else {
      run = 1
      steps.push({ symbol: length, extra: 0, extraBits: 0 })
    }
    i += run
  }
  return steps
}

/** Bits, lowest first, into a buffer that is known to be large enough. */
class BitWriter {
  private readonly bytes: Uint8Array<ArrayBuffer>
  private at = 0
  /** Bits not yet written, and how many: always fewer than 16 between calls. */
  private held = 0
  private heldBits = 0

  constructor(capacity: number) {
    this.bytes = new Uint8Array(capacity)
  }

  /** @param bits at most 16 */
  put(value: number, bits: number): void {
    this.held |= value << this.heldBits
    this.heldBits += bits
    while (this.heldBits >= 8) {
      this.bytes[this.at++] = this.held
      this.held >>>= 8
      this.heldBits -= 8
    }
  }

  /** The inner loop of pictures: code and length in one table, two bytes written at a time. */
  putLiterals(literals: Uint8Array, codes: Uint16Array, lengths: Uint8Array): void {
    const { bytes } = this
    let { at, held, heldBits } = this
    const table = Uint32Array.from({ length: 256 }, (_, byte) => (lengths[byte]! << 16) | codes[byte]!)
    for (let i = 0; i < literals.length; i++) {
      const entry = table[literals[i]!]!
      held |= (entry & 0xffff) << heldBits
      heldBits += entry >>> 16
      if (heldBits >= 16) {
        bytes[at] = held
        bytes[at + 1] = held >>> 8
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
  putTokens(tokens: Uint16Array, codes: Uint16Array, lengths: Uint8Array): void {
    const { bytes } = this
    let { at, held, heldBits } = this
    for (let i = 0; i < tokens.length; i++) {
      const token = tokens[i]!
      const symbol = token < RUN ? token : LENGTH_SYMBOL[token - RUN]!
      held |= codes[symbol]! << heldBits
      heldBits += lengths[symbol]!
      if (heldBits >= 16) {
        bytes[at] = held
        bytes[at + 1] = held >>> 8
        at += 2
        held >>>= 16
        heldBits -= 16
      }
      if (token < RUN) continue
      // Extra bits of the length, then one 0 bit: the only distance code, distance 1.
      held |= LENGTH_EXTRA[token - RUN]! << heldBits
      heldBits += LENGTH_EXTRA_BITS[token - RUN]! + 1
      if (heldBits >= 16) {
        bytes[at] = held
        bytes[at + 1] = held >>> 8
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

  align(): void {
    if (this.heldBits > 0) this.put(0, 8 - this.heldBits)
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(0, this.at)
  }
}

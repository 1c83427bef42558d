import { PlainLoops } from './deflate-loops.ts'
import {
  BLOCK_BYTES,
  type DeflateLoops,
  type DeflateStrategy,
  LENGTH_SYMBOL,
  LONGEST_RUN,
  RUN,
} from './deflate-tokens.ts'
import { canonicalCodes, codeLengths } from './huffman.ts'

const END_OF_BLOCK = 256

/**
 * Bytes as a zlib stream (RFC 1950, 1951), in the page, its workers and Node alike: the same bytes everywhere, on
 * which the promise of byte-identical datasets rests. On a rendered corridor it takes a third of the time of the
 * usual level 1 for a fourth more bytes; it holds no window and no hash, so it looks for nothing but runs.
 */
export function zlibCompress(bytes: Uint8Array, strategy: DeflateStrategy): Uint8Array<ArrayBuffer> {
  const loops = new PlainLoops(bytes, strategy)
  writeZlib(loops, bytes.length)
  return loops.finish()
}

/** Writes the stream of `length` bytes through their loops. */
export function writeZlib(loops: DeflateLoops, length: number): void {
  loops.put(0x78, 8)
  loops.put(0x01, 8)
  let start = 0
  do {
    const end = Math.min(length, start + BLOCK_BYTES)
    const lengths = codeLengths(symbolCounts(loops.tokenize(start, end)), 15)
    const codes = canonicalCodes(lengths)
    loops.put(end === length ? 1 : 0, 1)
    loops.put(2, 2)
    writeCodeTable(loops, lengths)
    loops.writeTokens(codes, lengths)
    loops.put(codes[END_OF_BLOCK]!, lengths[END_OF_BLOCK]!)
    start = end
  } while (start < length)
  loops.align()
  const check = loops.adler32()
  for (const shift of [24, 16, 8, 0]) loops.put((check >>> shift) & 0xff, 8)
}

function symbolCounts(tokenCounts: Uint32Array): Uint32Array {
  const symbols = new Uint32Array(286)
  symbols.set(tokenCounts.subarray(0, RUN))
  for (let length = 3; length <= LONGEST_RUN; length++) symbols[LENGTH_SYMBOL[length]!]! += tokenCounts[RUN + length]!
  symbols[END_OF_BLOCK] = 1
  return symbols
}

/** The order in which code-length codes are sent (RFC 1951, 3.2.7). */
const CODE_LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

/** Header of a dynamic block: the literal code's lengths, and one distance code, of distance 1. */
function writeCodeTable(writer: DeflateLoops, lengths: Uint8Array): void {
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

import type { PassName } from '../../../core/dataset.ts'
import { MASK_PALETTE } from '../../../core/palette.ts'
import { fromBase64url } from '../../../formats/base64url.ts'
import { writeZlib } from '../../../formats/deflate.ts'
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
} from '../../../formats/deflate-tokens.ts'
import { type PngHeader, pngHead } from '../../../formats/png.ts'
import type { CapturedFrame } from '../../../protocol/render-job.ts'
import type { RawFrame } from '../../unpack-frame.ts'
import source from './picture.as.ts?wasm'

/** What picture.as.ts exports; addresses and sizes in bytes. */
interface Exports {
  readonly memory: WebAssembly.Memory
  reserve(bytes: number): number
  dropAlpha(words: number, count: number, rgb: number): void
  splitData(words: number, count: number, ids: number, depthMm: number): void
  countBit(words: number, width: number, left: number, top: number, right: number, bottom: number, bit: number): number
  upRows(pixels: number, rowBytes: number, rows: number, filtered: number): void
  paethRows16(values: number, width: number, rows: number, filtered: number): void
  adler32(bytes: number, length: number): number
  makeCrcTables(tables: number): void
  crc32(bytes: number, length: number, tables: number): number
  startBits(to: number): void
  writtenTo(): number
  put(value: number, bits: number): void
  align(): void
  countBytes(bytes: number, length: number, counts: number): void
  putLiterals(bytes: number, length: number, table: number): void
  tokenizeRuns(bytes: number, start: number, end: number, tokens: number): number
  countTokens(tokens: number, length: number, counts: number): void
  putTokens(tokens: number, length: number, table: number): void
}

/** Where things lie, for one size of picture. */
interface Layout {
  readonly widthPx: number
  readonly heightPx: number
  readonly color: number
  readonly data: number
  readonly rgb: number
  readonly ids: number
  readonly depthMm: number
  readonly filtered: number
  readonly tokens: number
  readonly counts: number
  readonly table: number
  readonly crcTables: number
  /** A file: its head, and its one chunk of pixels, whose stream starts at an address that fits words. */
  readonly file: number
}

/** Room in front of a stream: the head of a file with a palette of 256 colours, and the chunk's length and name. */
const HEAD_BYTES = 1024
const IDAT = [...'IDAT'].map(letter => letter.charCodeAt(0))
/** The last chunk: no bytes, its name, its CRC. */
const IEND = [0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]

/** Room behind each area for stores that are wider than what they store. */
const SLACK_BYTES = 64

/**
 * Takes frames apart and encodes their passes as `unpackFrame` and `encodePng` do, to the same bytes in a fraction of
 * the time. Holds one frame at a time; it lives as long as its worker.
 */
export class PictureKernel {
  private layout: Layout | null = null

  private constructor(private readonly wasm: Exports) {}

  /** Compiles the module: some milliseconds, once a worker. */
  static async create(): Promise<PictureKernel> {
    const { instance } = await WebAssembly.instantiate(fromBase64url(source)!)
    return new PictureKernel(instance.exports as unknown as Exports)
  }

  /** Where a frame of this size is to be read back to: views of the kernel's memory. */
  target(widthPx: number, heightPx: number): Pick<RawFrame, 'color' | 'data'> {
    const at = this.layoutFor(widthPx, heightPx)
    const { buffer } = this.wasm.memory
    const pixels = widthPx * heightPx
    return { color: new Uint32Array(buffer, at.color, pixels), data: new Uint32Array(buffer, at.data, pixels) }
  }

  /** Takes the frame in `target` apart; the arrays are views again, good until the next frame is read back. */
  unpack({ widthPx, heightPx, objects }: Omit<RawFrame, 'color' | 'data'>): CapturedFrame {
    const pixels = widthPx * heightPx
    const at = this.layoutFor(widthPx, heightPx)
    const { buffer } = this.wasm.memory
    this.wasm.dropAlpha(at.color, pixels, at.rgb)
    this.wasm.splitData(at.data, pixels, at.ids, at.depthMm)
    const aloneAreaPx = new Array<number>(objects.length).fill(0)
    for (const { id, box } of objects) {
      if (box) aloneAreaPx[id - 1] = this.wasm.countBit(at.data, widthPx, ...box, 23 + id)
    }
    return {
      widthPx,
      heightPx,
      rgb: new Uint8Array(buffer, at.rgb, 3 * pixels),
      ids: new Uint8Array(buffer, at.ids, pixels),
      depthMm: new Uint16Array(buffer, at.depthMm, pixels),
      aloneAreaPx,
    }
  }

  /** A pass of the frame that was unpacked last, as a PNG file; a view, good until the next call. */
  encode(pass: PassName): Uint8Array {
    const at = this.unpacked()
    const { widthPx, heightPx } = at
    switch (pass) {
      case 'rgb':
        this.wasm.upRows(at.rgb, 3 * widthPx, heightPx, at.filtered)
        return this.file({ kind: 'rgb8', widthPx, heightPx }, 3 * widthPx, 'literals')
      case 'mask':
        this.wasm.upRows(at.ids, widthPx, heightPx, at.filtered)
        return this.file({ kind: 'indexed8', widthPx, heightPx, palette: MASK_PALETTE }, widthPx, 'runs')
      case 'depth':
        this.wasm.paethRows16(at.depthMm, widthPx, heightPx, at.filtered)
        return this.file({ kind: 'gray16', widthPx, heightPx }, 2 * widthPx, 'runs')
    }
  }

  private unpacked(): Layout {
    if (!this.layout) throw new Error('no frame was unpacked')
    return this.layout
  }

  /** The file of what lies in `filtered`: written around the stream, where that lies. */
  private file(header: PngHeader, rowBytes: number, strategy: DeflateStrategy): Uint8Array {
    const { wasm } = this
    const at = this.unpacked()
    const length = (rowBytes + 1) * header.heightPx
    const stream = at.file + HEAD_BYTES
    writeZlib(new KernelLoops(wasm, at, stream, length, strategy), length)
    const end = wasm.writtenTo()
    const crc = (bytes: number): number => wasm.crc32(bytes, end - bytes, at.crcTables)
    const head = pngHead(header)
    const start = stream - 8 - head.length
    const file = new Uint8Array(wasm.memory.buffer, start, end + 4 + IEND.length - start)
    const view = new DataView(file.buffer, file.byteOffset)
    file.set(head)
    view.setUint32(head.length, end - stream)
    file.set(IDAT, head.length + 4)
    view.setUint32(end - start, crc(stream - 4))
    file.set(IEND, end + 4 - start)
    return file
  }

  private layoutFor(widthPx: number, heightPx: number): Layout {
    if (this.layout?.widthPx === widthPx && this.layout.heightPx === heightPx) return this.layout
    const pixels = widthPx * heightPx
    const filtered = 3 * pixels + heightPx
    const sizes = {
      color: 4 * pixels,
      data: 4 * pixels,
      rgb: 3 * pixels,
      ids: pixels,
      depthMm: 2 * pixels,
      filtered,
      tokens: 2 * BLOCK_BYTES,
      counts: 4096,
      table: 4 * TOKEN_COUNT,
      crcTables: 8192,
      file: HEAD_BYTES + filtered + (filtered >>> 3) + 1024,
    }
    const rounded = Object.entries(sizes).map(([name, bytes]) => [name, (bytes + SLACK_BYTES + 15) & ~15] as const)
    let next = this.wasm.reserve(rounded.reduce((sum, [, bytes]) => sum + bytes, 0))
    const at: Partial<Record<keyof typeof sizes, number>> = {}
    for (const [name, bytes] of rounded) {
      at[name as keyof typeof sizes] = next
      next += bytes
    }
    this.layout = { widthPx, heightPx, ...(at as Record<keyof typeof sizes, number>) }
    this.wasm.makeCrcTables(this.layout.crcTables)
    return this.layout
  }
}

/** The loops of a zlib stream over the kernel's filtered rows. */
class KernelLoops implements DeflateLoops {
  private start = 0
  private end = 0
  private tokens = 0

  constructor(
    private readonly wasm: Exports,
    private readonly at: Layout,
    stream: number,
    private readonly length: number,
    private readonly strategy: DeflateStrategy,
  ) {
    wasm.startBits(stream)
  }

  tokenize(start: number, end: number): Uint32Array {
    const { wasm, at } = this
    this.start = start
    this.end = end
    const counts = new Uint32Array(TOKEN_COUNT)
    if (this.strategy === 'literals') {
      wasm.countBytes(at.filtered + start, end - start, at.counts)
      counts.set(new Uint32Array(wasm.memory.buffer, at.counts, RUN))
    } else {
      this.tokens = wasm.tokenizeRuns(at.filtered, start, end, at.tokens)
      wasm.countTokens(at.tokens, this.tokens, at.counts)
      counts.set(new Uint32Array(wasm.memory.buffer, at.counts, TOKEN_COUNT))
    }
    return counts
  }

  writeTokens(codes: Uint16Array, lengths: Uint8Array): void {
    const { wasm, at } = this
    const table = new Uint32Array(wasm.memory.buffer, at.table, TOKEN_COUNT)
    if (this.strategy === 'literals') {
      for (let byte = 0; byte < RUN; byte++) table[byte] = (lengths[byte]! << 16) | codes[byte]!
      wasm.putLiterals(at.filtered + this.start, this.end - this.start, at.table)
      return
    }
    for (let byte = 0; byte < RUN; byte++) table[byte] = (lengths[byte]! << 24) | codes[byte]!
    for (let run = 3; run <= LONGEST_RUN; run++) {
      // The length's code and extra bits, then one 0 bit: the only distance code, distance 1.
      const symbol = LENGTH_SYMBOL[run]!
      const bits = lengths[symbol]! + LENGTH_EXTRA_BITS[run]! + 1
      table[RUN + run] = (bits << 24) | (LENGTH_EXTRA[run]! << lengths[symbol]!) | codes[symbol]!
    }
    wasm.putTokens(at.tokens, this.tokens, at.table)
  }

  put(value: number, bits: number): void {
    this.wasm.put(value, bits)
  }

  align(): void {
    this.wasm.align()
  }

  adler32(): number {
    return this.wasm.adler32(this.at.filtered, this.length) >>> 0
  }
}

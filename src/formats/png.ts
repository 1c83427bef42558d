import { unzlibSync } from 'fflate'
import { SpatialTunnelError } from '../core/errors.ts'
import { adler32 } from './crc32.ts'
import { zlibCompress } from './deflate.ts'
import type { DeflateStrategy } from './deflate-tokens.ts'
import { type PngChunk, readPngChunks, writePngChunks } from './png-chunks.ts'
import { filterPaeth, filterUp, unfilter } from './png-filter.ts'

/** The three kinds of picture in a dataset, rows from the top. */
export type PngImage =
  /** Three bytes a pixel. */
  | { readonly kind: 'rgb8'; readonly widthPx: number; readonly heightPx: number; readonly data: Uint8Array }
  /** One byte a pixel, an index into the palette of `#RRGGBB`. */
  | {
      readonly kind: 'indexed8'
      readonly widthPx: number
      readonly heightPx: number
      readonly data: Uint8Array
      readonly palette: readonly string[]
    }
  /** One 16-bit number a pixel. */
  | { readonly kind: 'gray16'; readonly widthPx: number; readonly heightPx: number; readonly data: Uint16Array }

export type PngKind = PngImage['kind']

interface KindFormat {
  readonly bitDepth: number
  readonly colorType: number
  readonly pixelBytes: number
  readonly strategy: DeflateStrategy
}

const FORMATS: Readonly<Record<PngKind, KindFormat>> = {
  rgb8: { bitDepth: 8, colorType: 2, pixelBytes: 3, strategy: 'literals' },
  indexed8: { bitDepth: 8, colorType: 3, pixelBytes: 1, strategy: 'runs' },
  gray16: { bitDepth: 16, colorType: 0, pixelBytes: 2, strategy: 'runs' },
}

/** No picture of ours has more pixels (scene schema: 4,096 × 4,096). */
export const PNG_MAX_PIXELS = 4096 * 4096

/**
 * The one PNG encoder of page and driver: fixed filter and compression a kind, hence the same bytes everywhere.
 * Filters: `up` for colour and masks, Paeth's for depth.
 *
 * @param extra further chunks, such as `textChunk(…)`, in front of the pixels
 */
export function encodePng(image: PngImage, extra: readonly PngChunk[] = []): Uint8Array<ArrayBuffer> {
  const { pixelBytes, strategy } = FORMATS[image.kind]
  const { widthPx, heightPx } = image
  const samples = image.kind === 'gray16' ? bigEndian(image.data) : image.data
  if (samples.length !== widthPx * heightPx * pixelBytes) {
    throw new SpatialTunnelError({
      code: 'png-size',
      kind: 'run',
      where: `${image.kind} image of ${widthPx} × ${heightPx}`,
      found: `${samples.length} bytes`,
      expected: `${widthPx * heightPx * pixelBytes}`,
    })
  }
  const rowBytes = widthPx * pixelBytes
  const filtered = image.kind === 'gray16' ? filterPaeth(samples, rowBytes, pixelBytes) : filterUp(samples, rowBytes)
  return writePngChunks([
    ...headChunks(image),
    ...extra,
    { type: 'IDAT', data: zlibCompress(filtered, strategy) },
    { type: 'IEND', data: new Uint8Array(0) },
  ])
}

/** A picture's header: all of it but the pixels. */
export type PngHeader =
  | { readonly kind: 'rgb8' | 'gray16'; readonly widthPx: number; readonly heightPx: number }
  | {
      readonly kind: 'indexed8'
      readonly widthPx: number
      readonly heightPx: number
      readonly palette: readonly string[]
    }

/** What stands in a file in front of its pixels' chunks. */
export function pngHead(image: PngHeader): Uint8Array<ArrayBuffer> {
  return writePngChunks(headChunks(image))
}

function headChunks(image: PngHeader): PngChunk[] {
  const { bitDepth, colorType } = FORMATS[image.kind]
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, image.widthPx)
  view.setUint32(4, image.heightPx)
  header.set([bitDepth, colorType, 0, 0, 0], 8)
  return [
    { type: 'IHDR', data: header },
    ...(image.kind === 'indexed8' ? [{ type: 'PLTE', data: paletteBytes(image.palette) }] : []),
  ]
}

/**
 * Reads a PNG of one of the three kinds, written by anyone: any filter, any number of IDAT chunks.
 *
 * @param inflate left out: in plain JavaScript; Node has a faster one (`node/decode-png-file.ts`)
 * @throws SpatialTunnelError `png-invalid` for damaged bytes, `png-unsupported` for another kind of PNG or a picture
 *   above `PNG_MAX_PIXELS`; memory stays bounded by the size in the header, whatever the data says
 */
export function decodePng(bytes: Uint8Array, inflate: Inflate = plainInflate): PngImage {
  const chunks = readPngChunks(bytes)
  const { widthPx, heightPx, kind } = readHeader(chunks)
  const { pixelBytes } = FORMATS[kind]
  const rowBytes = widthPx * pixelBytes
  const filtered = inflated(inflate, joined(chunks.filter(chunk => chunk.type === 'IDAT')), (rowBytes + 1) * heightPx)
  const data = unfilter(filtered, rowBytes, pixelBytes)
  if (typeof data === 'number') throw invalid(`row ${data}`, 'a filter above 4', 'one of the five filters')
  switch (kind) {
    case 'rgb8':
      return { kind, widthPx, heightPx, data }
    case 'gray16':
      return { kind, widthPx, heightPx, data: fromBigEndian(data) }
    case 'indexed8': {
      const palette = readPalette(chunks)
      const beyond = data.findIndex(index => index >= palette.length)
      if (beyond >= 0) throw invalid(`pixel ${beyond}`, `index ${data[beyond]}`, `one below ${palette.length}`)
      return { kind, widthPx, heightPx, data, palette }
    }
  }
}

function readHeader(chunks: readonly PngChunk[]): { widthPx: number; heightPx: number; kind: PngKind } {
  const header = chunks[0]
  if (header?.type !== 'IHDR' || header.data.length !== 13) throw invalid('IHDR', 'no header', 'the first chunk')
  const view = new DataView(header.data.buffer, header.data.byteOffset, 13)
  const widthPx = view.getUint32(0)
  const heightPx = view.getUint32(4)
  const [bitDepth, colorType, compression, filter, interlace] = header.data.subarray(8)
  const kind = (Object.keys(FORMATS) as PngKind[]).find(
    name => FORMATS[name].bitDepth === bitDepth && FORMATS[name].colorType === colorType,
  )
  if (kind === undefined || compression !== 0 || filter !== 0 || interlace !== 0) {
    throw unsupported(
      `colour type ${colorType}, ${bitDepth} bit, interlace ${interlace}`,
      '8-bit RGB, 8-bit palette or 16-bit grey, not interlaced',
    )
  }
  if (widthPx === 0 || heightPx === 0 || widthPx * heightPx > PNG_MAX_PIXELS) {
    throw unsupported(`${widthPx} × ${heightPx} pixels`, `1 to ${PNG_MAX_PIXELS} pixels`)
  }
  return { widthPx, heightPx, kind }
}

/**
 * Unpacks a zlib stream and checks its Adler-32. It throws, or gives more than `size` bytes, when the stream holds more;
 * it never fills more memory than `size` + 1.
 */
export type Inflate = (stream: Uint8Array, size: number) => Uint8Array

const plainInflate: Inflate = (stream, size) => {
  // One byte more than expected: a stream that holds more fills it, or fails, and never grows the memory.
  const bytes = unzlibSync(stream, { out: new Uint8Array(size + 1) })
  const check = new DataView(stream.buffer, stream.byteOffset + stream.length - 4, 4).getUint32(0)
  if (bytes.length === size && adler32(bytes) !== check) throw new Error('a wrong Adler-32')
  return bytes
}

/** Exactly `size` bytes. */
function inflated(inflate: Inflate, stream: Uint8Array, size: number): Uint8Array {
  let bytes: Uint8Array
  try {
    bytes = inflate(stream, size)
  } catch (cause) {
    throw invalid('IDAT', 'a damaged or overlong zlib stream', `${size} bytes compressed`, cause)
  }
  if (bytes.length !== size) throw invalid('IDAT', `${bytes.length} bytes of pixels`, `${size}`)
  return bytes
}

function joined(chunks: readonly PngChunk[]): Uint8Array {
  if (chunks.length === 1) return chunks[0]!.data
  const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.data.length, 0))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk.data, at)
    at += chunk.data.length
  }
  return bytes
}

const paletteBytes = (palette: readonly string[]): Uint8Array =>
  Uint8Array.from(palette.flatMap(color => [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16))))

function readPalette(chunks: readonly PngChunk[]): string[] {
  const data = chunks.find(chunk => chunk.type === 'PLTE')?.data ?? new Uint8Array(0)
  const hex = (byte: number): string => byte.toString(16).padStart(2, '0').toUpperCase()
  return Array.from(
    { length: Math.floor(data.length / 3) },
    (_, i) => `#${hex(data[3 * i]!)}${hex(data[3 * i + 1]!)}${hex(data[3 * i + 2]!)}`,
  )
}

function bigEndian(values: Uint16Array): Uint8Array {
  const bytes = new Uint8Array(values.length * 2)
  for (let i = 0; i < values.length; i++) {
    bytes[2 * i] = values[i]! >>> 8
    bytes[2 * i + 1] = values[i]!
  }
  return bytes
}

function fromBigEndian(bytes: Uint8Array): Uint16Array {
  const values = new Uint16Array(bytes.length / 2)
  for (let i = 0; i < values.length; i++) values[i] = (bytes[2 * i]! << 8) | bytes[2 * i + 1]!
  return values
}

const invalid = (where: string, found: string, expected: string, cause?: unknown): SpatialTunnelError =>
  new SpatialTunnelError({ code: 'png-invalid', kind: 'data', where, found, expected, cause })

const unsupported = (found: string, expected: string): SpatialTunnelError =>
  new SpatialTunnelError({ code: 'png-unsupported', kind: 'data', where: 'IHDR', found, expected })

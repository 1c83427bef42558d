import { deflateSync, inflateSync } from 'node:zlib'
import { zlibSync } from 'fflate'
import seedrandom from 'seedrandom'
import { describe, expect, test } from 'vitest'
import { SpatialTunnelError } from '../core/errors.ts'
import { MASK_PALETTE } from '../core/palette.ts'
import { crc32 } from './crc32.ts'
import { zlibCompress } from './deflate.ts'
import { decodePng, encodePng, type PngImage } from './png.ts'
import { readPngChunks, readPngText, textChunk, withPngText, writePngChunks } from './png-chunks.ts'

const codeOf = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    return error instanceof SpatialTunnelError ? error.code : String(error)
  }
  return 'nothing thrown'
}

/** A smooth picture with noise, so that filters and codes have something to do. */
function picture(kind: PngImage['kind'], widthPx: number, heightPx: number, seed: string): PngImage {
  const random = seedrandom(seed)
  const noise = (): number => Math.floor(random() * 3)
  const count = widthPx * heightPx
  if (kind === 'rgb8') {
    const data = Uint8Array.from({ length: 3 * count }, (_, i) => ((i / 3 / widthPx) | 0) + (i % 3) * 40 + noise())
    return { kind, widthPx, heightPx, data }
  }
  if (kind === 'gray16') {
    return {
      kind,
      widthPx,
      heightPx,
      data: Uint16Array.from({ length: count }, (_, i) => (i % widthPx) * 77 + noise()),
    }
  }
  const data = Uint8Array.from({ length: count }, () => (random() < 0.01 ? Math.floor(random() * 9) : 0))
  return { kind, widthPx, heightPx, data, palette: MASK_PALETTE }
}

const SIZES = [
  [1, 1],
  [16, 16],
  [37, 5],
  [301, 211],
] as const

test('CRC-32 of the standard check string', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926)
  const bytes = new TextEncoder().encode('123456789')
  expect(crc32(bytes.subarray(4), crc32(bytes.subarray(0, 4)))).toBe(0xcbf43926)
})

describe('zlib stream', () => {
  test('zlib reads back what was written, for every distribution', () => {
    const random = seedrandom('deflate')
    const cases: Record<string, Uint8Array> = {
      empty: new Uint8Array(0),
      one: Uint8Array.of(7),
      zeros: new Uint8Array(300_000),
      uniform: Uint8Array.from({ length: 140_000 }, () => Math.floor(random() * 256)),
      // Fibonacci frequencies ask for codes longer than 15 bits.
      fibonacci: Uint8Array.from(fibonacciBytes(24)),
      runs: Uint8Array.from({ length: 50_000 }, (_, i) => (i % 700 < 258 ? 1 : i % 5)),
    }
    for (const [name, bytes] of Object.entries(cases)) {
      for (const strategy of ['literals', 'runs'] as const) {
        expect([name, strategy, Buffer.compare(inflateSync(zlibCompress(bytes, strategy)), bytes)]).toEqual([
          name,
          strategy,
          0,
        ])
      }
    }
    expect(zlibCompress(cases.zeros!, 'runs').length).toBeLessThan(1000)
    expect(zlibCompress(cases.uniform!, 'literals').length).toBeLessThan(140_000 * 1.01)
  })
})

function* fibonacciBytes(symbols: number): Generator<number> {
  for (let symbol = 0, a = 1, b = 1; symbol < symbols; symbol++, [a, b] = [b, a + b]) {
    for (let i = 0; i < a; i++) yield symbol
  }
}

describe.each(['rgb8', 'indexed8', 'gray16'] as const)('%s', kind => {
  test.each(SIZES)('decode ∘ encode = identity at %i × %i', (widthPx, heightPx) => {
    const image = picture(kind, widthPx, heightPx, `${kind} ${widthPx}`)
    expect(decodePng(encodePng(image))).toEqual(image)
  })

  test('reads every filter, and pixels in several IDAT chunks', () => {
    const image = picture(kind, 23, 10, 'filters')
    const [header, ...rest] = readPngChunks(encodePng(image))
    const filtered = withEveryFilter(image)
    const stream = deflateSync(filtered)
    const file = writePngChunks([
      header!,
      ...rest.filter(chunk => chunk.type === 'PLTE'),
      { type: 'IDAT', data: stream.subarray(0, 11) },
      { type: 'IDAT', data: stream.subarray(11) },
      { type: 'IEND', data: new Uint8Array(0) },
    ])
    expect(decodePng(file)).toEqual(image)
  })
})

/** Row r under filter r mod 5, by the definition in the specification, byte by byte. */
function withEveryFilter(image: PngImage): Uint8Array {
  const pixelBytes = { rgb8: 3, indexed8: 1, gray16: 2 }[image.kind]
  const samples =
    image.kind === 'gray16' ? Uint8Array.from([...image.data].flatMap(v => [v >>> 8, v & 255])) : image.data
  const rowBytes = image.widthPx * pixelBytes
  const at = (x: number, y: number): number => (x < 0 || y < 0 ? 0 : samples[y * rowBytes + x]!)
  const rows = Array.from({ length: image.heightPx }, (_, y) => [
    y % 5,
    ...Array.from({ length: rowBytes }, (_, x) => {
      const [a, b, c] = [at(x - pixelBytes, y), at(x, y - 1), at(x - pixelBytes, y - 1)]
      const p = a + b - c
      const nearest = [a, b, c].reduce((best, v) => (Math.abs(p - v) < Math.abs(p - best) ? v : best))
      return (at(x, y) - [0, a, b, Math.floor((a + b) / 2), nearest][y % 5]!) & 255
    }),
  ])
  return Uint8Array.from(rows.flat())
}

describe('damage is found', () => {
  const image = picture('rgb8', 40, 30, 'damage')
  const file = encodePng(image)

  test('any flipped byte', () => {
    const random = seedrandom('flip')
    for (let i = 0; i < 200; i++) {
      const at = Math.floor(random() * file.length)
      const copy = file.slice()
      copy[at]! ^= 1 << Math.floor(random() * 8)
      expect([at, codeOf(() => decodePng(copy))]).toEqual([at, 'png-invalid'])
    }
  })

  test('any shortened file', () => {
    for (const length of [0, 7, 8, 20, 33, file.length - 13, file.length - 1]) {
      expect(codeOf(() => decodePng(file.subarray(0, length)))).toBe('png-invalid')
    }
  })

  test('pixels that do not match the header: too few, too many, a bomb', () => {
    const [header] = readPngChunks(file)
    const withPixels = (bytes: Uint8Array): Uint8Array =>
      writePngChunks([header!, { type: 'IDAT', data: zlibSync(bytes) }, { type: 'IEND', data: new Uint8Array(0) }])
    const size = (3 * 40 + 1) * 30
    expect(codeOf(() => decodePng(withPixels(new Uint8Array(size))))).toBe('nothing thrown')
    for (const bytes of [size - 1, size + 1, size + 2, 20_000_000]) {
      expect([bytes, codeOf(() => decodePng(withPixels(new Uint8Array(bytes))))]).toEqual([bytes, 'png-invalid'])
    }
  })

  test('a size that no memory holds, a kind that we do not read, no pixels at all', () => {
    const [header, idat, end] = readPngChunks(file)
    const headerWith = (at: number, bytes: number[]): Uint8Array => {
      const data = header!.data.slice()
      data.set(bytes, at)
      return writePngChunks([{ type: 'IHDR', data }, idat!, end!])
    }
    expect(codeOf(() => decodePng(headerWith(0, [0x7f, 0xff, 0xff, 0xff])))).toBe('png-unsupported')
    expect(codeOf(() => decodePng(headerWith(0, [0, 0, 0, 0])))).toBe('png-unsupported')
    expect(codeOf(() => decodePng(headerWith(9, [6])))).toBe('png-unsupported')
    expect(codeOf(() => decodePng(headerWith(12, [1])))).toBe('png-unsupported')
    expect(codeOf(() => decodePng(writePngChunks([header!, end!])))).toBe('png-invalid')
  })

  test('a mask index outside the palette', () => {
    const data = Uint8Array.of(0, 1, 2, 3)
    const mask = encodePng({ kind: 'indexed8', widthPx: 2, heightPx: 2, data, palette: MASK_PALETTE.slice(0, 3) })
    expect(codeOf(() => decodePng(mask))).toBe('png-invalid')
  })
})

describe('text', () => {
  const file = encodePng(picture('rgb8', 4, 4, 'text'))

  test('written, read, replaced; the pixels stay', () => {
    const once = withPngText(file, 'Scene', '{"θ": 90}')
    const twice = withPngText(once, 'Scene', 'second')
    expect(readPngText(once, 'Scene')).toBe('{"θ": 90}')
    expect(readPngText(twice, 'Scene')).toBe('second')
    expect(readPngText(twice, 'Other')).toBeNull()
    expect(decodePng(twice)).toEqual(decodePng(file))
    expect(readPngChunks(twice).filter(chunk => chunk.type === 'iTXt')).toHaveLength(1)
  })

  test('on encoding', () => {
    const image = picture('gray16', 4, 4, 'text')
    expect(readPngText(encodePng(image, [textChunk('Scene', 'x')]), 'Scene')).toBe('x')
  })
})

import { SpatialTunnelError, shown } from '../core/errors.ts'
import { decodeFloats, type FloatArray, type FloatFormat, swapBytes } from './float-decode.ts'

/** What a .npy file says about itself before its data. */
export interface NpyHeader {
  /** numpy's letter and width: `f4`, `U5`, `i8` … */
  readonly dtype: string
  readonly bigEndian: boolean
  readonly fortranOrder: boolean
  readonly shape: readonly number[]
  /** Where the data begins. */
  readonly dataOffset: number
  readonly itemBytes: number
}

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59]
const HEADER_MAX = 1 << 16

function invalid(where: string, found: string, expected: string, remedy?: string): SpatialTunnelError {
  return new SpatialTunnelError({ code: 'npy-invalid', where, found, expected, ...(remedy ? { remedy } : {}) })
}

/**
 * Reads the header of a .npy file (versions 1 to 3).
 *
 * @param start at least the header's bytes
 * @throws npy-invalid; npy-pickle for object arrays, which only running Python code could read
 */
export function parseNpyHeader(start: Uint8Array, where: string): NpyHeader {
  if (start.length < 12 || MAGIC.some((byte, i) => start[i] !== byte)) {
    throw invalid(where, 'no npy header', 'an array that numpy.save wrote')
  }
  const view = new DataView(start.buffer, start.byteOffset, start.length)
  const wide = start[6]! > 1
  const length = wide ? view.getUint32(8, true) : view.getUint16(8, true)
  const dataOffset = (wide ? 12 : 10) + length
  if (length > HEADER_MAX || dataOffset > start.length) {
    throw invalid(where, `a header of ${length} bytes`, `one inside ${start.length} bytes`)
  }
  const text = new TextDecoder().decode(start.subarray(wide ? 12 : 10, dataOffset))
  return { ...parseDictionary(text, where), dataOffset }
}

function parseDictionary(text: string, where: string): Omit<NpyHeader, 'dataOffset'> {
  const descr = /'descr'\s*:\s*'([<>|=]?)([a-zA-Z])(\d*)'/.exec(text)
  const fortran = /'fortran_order'\s*:\s*(True|False)/.exec(text)
  const shapeText = /'shape'\s*:\s*\(([\d,\sL]*)\)/.exec(text)
  if (!descr || !fortran || !shapeText) {
    throw invalid(where, `header ${shown(text.trim())}`, 'a plain array of numbers or texts')
  }
  const [, order, letter, digits] = descr
  if (letter === 'O') {
    throw new SpatialTunnelError({
      code: 'npy-pickle',
      where,
      found: 'an object array (a pickle, which can run any code)',
      expected: 'plain numbers or texts',
      remedy: 're-save it in Python: np.savez_compressed(path, **{k: np.asarray(v.tolist()) for k, v in old.items()})',
    })
  }
  const shape = shapeText[1]!
    .split(',')
    .map(part => part.replace('L', '').trim())
    .filter(part => part !== '')
    .map(Number)
  const itemBytes = Number(digits) * (letter === 'U' ? 4 : 1)
  if (!shape.every(Number.isSafeInteger) || !Number.isSafeInteger(shape.reduce((a, b) => a * b, itemBytes))) {
    throw invalid(where, `shape (${shapeText[1]})`, 'sizes that fit a file')
  }
  return {
    dtype: `${letter}${digits}`,
    bigEndian: order === '>',
    fortranOrder: fortran[1] === 'True',
    shape,
    itemBytes,
  }
}

/** The data bytes, after checking that there are exactly as many as the shape says. */
function dataOf(bytes: Uint8Array<ArrayBuffer>, header: NpyHeader, where: string): Uint8Array<ArrayBuffer> {
  const expected = header.shape.reduce((a, b) => a * b, header.itemBytes)
  if (bytes.length - header.dataOffset !== expected) {
    throw invalid(
      where,
      `${bytes.length - header.dataOffset} bytes of data`,
      `${expected} for shape (${header.shape.join(', ')}) of ${header.dtype}`,
      'the file is damaged: write it again',
    )
  }
  return bytes.subarray(header.dataOffset)
}

const FLOATS: Readonly<Record<string, FloatFormat>> = { f2: 'f16', f4: 'f32', f8: 'f64' }

export interface Matrix {
  readonly rows: number
  readonly columns: number
  /** Row by row. */
  readonly data: FloatArray
}

/** A 2-D array of floats, whatever its width, byte order and memory order. Takes the bytes over. */
export function decodeNpyMatrix(bytes: Uint8Array<ArrayBuffer>, where: string): Matrix {
  const header = parseNpyHeader(bytes, where)
  const format = FLOATS[header.dtype]
  if (!format) {
    throw invalid(
      where,
      `numbers of type ${header.dtype}`,
      'float16, float32 or float64',
      'convert: a.astype("float32")',
    )
  }
  const [rows, columns] = header.shape
  if (header.shape.length !== 2 || rows === undefined || columns === undefined) {
    throw invalid(where, `shape (${header.shape.join(', ')})`, 'a matrix, one vector a row')
  }
  const data = decodeFloats(dataOf(bytes, header, where), format, header.bigEndian)
  return { rows, columns, data: header.fortranOrder ? transposed(data, columns, rows) : data }
}

/** rows × columns, row by row → columns × rows, row by row, in tiles that stay in the cache. */
function transposed(data: FloatArray, rows: number, columns: number): FloatArray {
  const result = data instanceof Float64Array ? new Float64Array(data.length) : new Float32Array(data.length)
  const tile = 32
  for (let i0 = 0; i0 < rows; i0 += tile) {
    const i1 = Math.min(rows, i0 + tile)
    for (let j0 = 0; j0 < columns; j0 += tile) {
      const j1 = Math.min(columns, j0 + tile)
      for (let i = i0; i < i1; i++) for (let j = j0; j < j1; j++) result[j * rows + i] = data[i * columns + j]!
    }
  }
  return result
}

/** A 1-D array of texts (`U`), bytes (`S`) or whole numbers, as texts. Takes the bytes over. */
export function decodeNpyTexts(bytes: Uint8Array<ArrayBuffer>, where: string): string[] {
  const header = parseNpyHeader(bytes, where)
  const count = header.shape[0] ?? 1
  if (header.shape.length > 1) throw invalid(where, `shape (${header.shape.join(', ')})`, 'one label a vector')
  const data = dataOf(bytes, header, where)
  const letter = header.dtype[0]!
  if (header.bigEndian) swapBytes(data, letter === 'U' ? 4 : header.itemBytes)
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  const read = textReader(letter, header, view, where)
  return Array.from({ length: count }, (_, i) => read(i * header.itemBytes))
}

function textReader(letter: string, header: NpyHeader, view: DataView, where: string): (at: number) => string {
  const width = header.itemBytes
  if (letter === 'U') {
    return at => {
      const points: number[] = []
      for (let p = at; p < at + width; p += 4) points.push(view.getUint32(p, true))
      while (points.at(-1) === 0) points.pop()
      if (points.some(point => point > 0x10ffff)) throw invalid(where, 'a label that is no text', 'Unicode labels')
      return String.fromCodePoint(...points)
    }
  }
  if (letter === 'S') {
    return at => new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at, width)).replace(/\0+$/, '')
  }
  if ((letter === 'i' || letter === 'u') && (width === 1 || width === 2 || width === 4 || width === 8)) {
    const signed = letter === 'i'
    return at => {
      if (width === 8) return String(signed ? view.getBigInt64(at, true) : view.getBigUint64(at, true))
      if (width === 4) return String(signed ? view.getInt32(at, true) : view.getUint32(at, true))
      if (width === 2) return String(signed ? view.getInt16(at, true) : view.getUint16(at, true))
      return String(signed ? view.getInt8(at) : view.getUint8(at))
    }
  }
  throw invalid(where, `labels of type ${header.dtype}`, 'texts or whole numbers')
}

import { SpatialTunnelError, shown } from '../core/errors.ts'
import type { ByteSource } from './byte-source.ts'
import { decodeFloats, FLOAT_BYTES, type FloatFormat } from './float-decode.ts'
import type { Matrix } from './npy.ts'
import type { Allocate } from './zip-member.ts'

/** A tensor as the header describes it; `begin`, `end` are places in the file. */
export interface TensorInfo {
  readonly dtype: string
  readonly shape: readonly number[]
  readonly begin: number
  readonly end: number
}

/** An open .safetensors file; tensors are read one by one, when asked for. */
export interface SafetensorsFile {
  readonly name: string
  readonly tensors: ReadonlyMap<string, TensorInfo>
  readonly metadata: Readonly<Record<string, string>>
  /** @param allocate memory for the tensor's bytes; its content may be anything */
  matrix(tensor: string, allocate?: Allocate): Promise<Matrix>
}

/** The format's own limit. */
const HEADER_MAX = 100_000_000
const FORMATS: Readonly<Record<string, FloatFormat>> = { F16: 'f16', BF16: 'bf16', F32: 'f32', F64: 'f64' }

function invalid(where: string, found: string, expected: string, cause?: unknown): SpatialTunnelError {
  return new SpatialTunnelError({
    code: 'safetensors-invalid',
    where,
    found,
    expected,
    remedy: 'the file is damaged or no safetensors file: write it again',
    cause,
  })
}

/**
 * Opens a .safetensors file: 8-byte little-endian header length, JSON header, raw buffer.
 *
 * @throws safetensors-invalid, file-truncated
 */
export async function openSafetensors(source: ByteSource): Promise<SafetensorsFile> {
  const { name } = source
  const lengthBytes = await source.read(0, 8)
  const length = Number(new DataView(lengthBytes.buffer, lengthBytes.byteOffset, 8).getBigUint64(0, true))
  if (length > HEADER_MAX || length + 8 > source.size) {
    throw invalid(name, `a header length of ${length}`, `one inside a file of ${source.size} bytes`)
  }
  const header = parseHeader(await source.read(8, length), name)
  const tensors = new Map<string, TensorInfo>()
  for (const [key, value] of Object.entries(header)) {
    if (key !== '__metadata__') tensors.set(key, tensorInfo(value, `${name}: ${key}`, 8 + length, source.size))
  }
  const metadata = (header.__metadata__ ?? {}) as Record<string, string>
  return { name, tensors, metadata, matrix: (tensor, allocate) => readMatrix(source, tensors, tensor, allocate) }
}

function parseHeader(bytes: Uint8Array, name: string): Record<string, unknown> {
  try {
    const header: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (typeof header === 'object' && header !== null && !Array.isArray(header)) {
      return header as Record<string, unknown>
    }
  } catch (cause) {
    throw invalid(name, 'a header that is no JSON', 'a JSON object', cause)
  }
  throw invalid(name, 'a header that is no JSON object', 'a JSON object')
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

function tensorInfo(value: unknown, where: string, bufferStart: number, fileSize: number): TensorInfo {
  const { dtype, shape, data_offsets: offsets } = (value ?? {}) as Record<string, unknown>
  if (
    typeof dtype !== 'string' ||
    !Array.isArray(shape) ||
    !shape.every(isCount) ||
    !Array.isArray(offsets) ||
    !isCount(offsets[0]) ||
    !isCount(offsets[1])
  ) {
    throw invalid(where, shown(value), '{dtype, shape, data_offsets}')
  }
  const [begin, end] = [bufferStart + offsets[0], bufferStart + offsets[1]]
  if (begin > end || end > fileSize) {
    throw invalid(where, `data at ${begin}…${end}`, `a place inside a file of ${fileSize} bytes`)
  }
  const format = FORMATS[dtype]
  const expected = format ? shape.reduce((a, b) => a * b, FLOAT_BYTES[format]) : end - begin
  if (expected !== end - begin) {
    throw invalid(where, `${end - begin} bytes`, `${expected} for shape [${shape.join(', ')}] of ${dtype}`)
  }
  return { dtype, shape, begin, end }
}

async function readMatrix(
  source: ByteSource,
  tensors: ReadonlyMap<string, TensorInfo>,
  tensor: string,
  allocate?: Allocate,
): Promise<Matrix> {
  const where = `${source.name}: ${tensor}`
  const info = tensors.get(tensor)
  if (!info) throw invalid(where, 'no such tensor', `one of ${[...tensors.keys()].slice(0, 6).join(', ')}`)
  const format = FORMATS[info.dtype]
  if (!format) throw invalid(where, `numbers of type ${info.dtype}`, 'F16, BF16, F32 or F64')
  const [rows, columns] = info.shape
  if (info.shape.length !== 2 || rows === undefined || columns === undefined) {
    throw invalid(where, `shape [${info.shape.join(', ')}]`, 'a matrix, one vector a row')
  }
  const length = info.end - info.begin
  return { rows, columns, data: decodeFloats(await source.read(info.begin, length, allocate?.(length)), format) }
}

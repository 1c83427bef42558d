/** What the studio can open, and the rows that lie beside it. */
export type FileKind =
  | 'archive'
  | 'picture'
  | 'scene'
  | 'vectors'
  | 'pairs'
  | 'probe-report'
  | 'chains'
  | 'responses'
  | 'unknown'

/** Enough for the first row of any table that is read here, its scene graph or its vectors included. */
const START_BYTES = 512 * 1024

/**
 * What a file holds, told from its first bytes and never from its name.
 *
 * - `archive`       a ZIP: a dataset
 * - `picture`       a PNG
 * - `scene`         a scene's JSON, or a link
 * - `vectors`       difference vectors: npz, safetensors, JSON lines with `original` and `swapped`
 * - `pairs`         JSON lines with `pairId` and `category`: what belongs beside vectors
 * - `probe-report`  a `probe.json`
 * - `responses`     JSON lines with `questionId` and `model`: what models answered
 * - `chains`        JSON lines with `scene_graph`, or with a `prediction` for an `imageId`
 */
export async function fileKind(file: Blob): Promise<FileKind> {
  const start = new Uint8Array(await file.slice(0, START_BYTES).arrayBuffer())
  return binaryKind(start, file.size) ?? textKind(new TextDecoder().decode(start))
}

const ZIP = [0x50, 0x4b, 0x03, 0x04]
const PNG = [0x89, 0x50, 0x4e, 0x47]

function binaryKind(start: Uint8Array, size: number): FileKind | null {
  const begins = (signature: readonly number[]): boolean => signature.every((byte, i) => start[i] === byte)
  if (begins(ZIP)) return firstMember(start).endsWith('.npy') ? 'vectors' : 'archive'
  if (begins(PNG)) return 'picture'
  return isSafetensors(start, size) ? 'vectors' : null
}

/** Name of an archive's first member, from its local header. */
function firstMember(start: Uint8Array): string {
  const length = start[26]! + 256 * start[27]!
  return new TextDecoder().decode(start.subarray(30, 30 + length))
}

/** A header's length in 8 bytes, little endian, and then its JSON. Text has no zero bytes. */
function isSafetensors(start: Uint8Array, size: number): boolean {
  if (start.length < 9 || start[8] !== 0x7b || start[6] !== 0 || start[7] !== 0) return false
  const length = new DataView(start.buffer, start.byteOffset).getUint32(0, true)
  return 8 + length <= size
}

function textKind(text: string): FileKind {
  const trimmed = text.trimStart()
  if (!trimmed.startsWith('{')) return /[#&]s=|^\d+\.[\w-]+\s*$/.test(trimmed) ? 'scene' : 'unknown'
  const row = jsonObject(trimmed.split('\n', 1)[0]!) ?? jsonObject(trimmed)
  // A document that is larger than what was read: its first keys say what it is.
  if (!row) return /^\{\s*"version"[^{[]*"model"[^{[]*"source"/.test(trimmed) ? 'probe-report' : 'unknown'
  return kindOfRow(row)
}

const ROW_KEYS: readonly (readonly [kind: FileKind, keys: readonly string[]])[] = [
  ['scene', ['objects']],
  ['probe-report', ['layers', 'pairs', 'choice']],
  ['vectors', ['pairId', 'original', 'swapped']],
  ['responses', ['questionId', 'model', 'status']],
  ['pairs', ['pairId', 'category']],
  ['chains', ['scene_graph']],
  ['chains', ['prediction', 'imageId']],
]

const kindOfRow = (row: object): FileKind =>
  ROW_KEYS.find(([, keys]) => keys.every(key => Object.hasOwn(row, key)))?.[0] ?? 'unknown'

function jsonObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : null
  } catch {
    return null
  }
}

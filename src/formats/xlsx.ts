import { type UnzipFileInfo, unzipSync } from 'fflate'
import { SpatialTunnelError } from '../core/errors.ts'

/**
 * The first sheet of an Excel workbook as rows of texts: what pandas, openpyxl and Excel write for a plain table (shared
 * and inline strings, rich text, numbers, booleans). Formulas count by their kept value; styles and dates are left out.
 */

/** An unpacked member may not be larger than this: a workbook of predictions is far smaller. */
const MAX_MEMBER_BYTES = 512 * 2 ** 20
/** Deflate cannot do better than 1 : 1,032: a member that announces more is not given its memory. */
const MAX_RATIO = 1040
/** Excel's last column is XFD. */
const MAX_COLUMNS = 16_384

/**
 * @throws SpatialTunnelError `xlsx-invalid`
 */
export function readXlsx(bytes: Uint8Array, where: string): string[][] {
  const wrong = (found: string) =>
    new SpatialTunnelError({
      code: 'xlsx-invalid',
      where,
      found,
      expected: 'an Excel workbook (.xlsx) with a table in its first sheet',
      remedy: 'save the table as .tsv or .csv',
    })
  const members = unpack(bytes, wrong)
  const text = (name: string) =>
    new TextDecoder().decode(Object.hasOwn(members, name) ? members[name] : new Uint8Array())
  const sheet = text(firstSheet(text('xl/workbook.xml'), text('xl/_rels/workbook.xml.rels')))
  if (!sheet.includes('<sheetData')) throw wrong('no sheet')
  const shared = elements(text('xl/sharedStrings.xml'), 'si').map(({ inner }) => joinedText(inner))
  return elements(sheet, 'row').map(row => rowCells(row.inner, shared, wrong))
}

function unpack(bytes: Uint8Array, wrong: (found: string) => Error): Record<string, Uint8Array> {
  const filter = ({ name, size, originalSize }: UnzipFileInfo) => {
    if (!name.startsWith('xl/') || !/\.(xml|rels)$/.test(name)) return false
    if (originalSize > Math.min(MAX_MEMBER_BYTES, size * MAX_RATIO + 1024))
      throw wrong(`${name} of ${originalSize} bytes`)
    return true
  }
  try {
    return unzipSync(bytes, { filter })
  } catch (error) {
    throw error instanceof SpatialTunnelError ? error : wrong('no zip archive')
  }
}

/** Path of the workbook's first sheet, through its relations. */
function firstSheet(workbook: string, relations: string): string {
  const id = elements(workbook, 'sheet')[0]?.attributes['r:id']
  const target = elements(relations, 'Relationship').find(({ attributes }) => attributes.Id === id)?.attributes.Target
  if (!target) return 'xl/worksheets/sheet1.xml'
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

function rowCells(row: string, shared: readonly string[], wrong: (found: string) => Error): string[] {
  const cells: string[] = []
  for (const { attributes, inner } of elements(row, 'c')) {
    const column = attributes.r ? columnOf(attributes.r) : cells.length
    if (!(column >= 0 && column < MAX_COLUMNS)) throw wrong(`a cell ${attributes.r}`)
    while (cells.length < column) cells.push('')
    cells[column] = cellText(attributes.t ?? 'n', inner, shared)
  }
  return cells
}

function cellText(type: string, inner: string, shared: readonly string[]): string {
  if (type === 'inlineStr') return joinedText(inner)
  const value = decoded(elements(inner, 'v')[0]?.inner ?? '')
  if (type === 's') return shared[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  return value
}

/** `BC12` → 54: the column's place from 0. */
const columnOf = (reference: string): number =>
  [...reference.replace(/\d+$/, '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

/** All runs of a rich text; the reading aid of Asian scripts (`rPh`) is not part of it. */
function joinedText(inner: string): string {
  return elements(inner.replace(/<rPh\b[\s\S]*?<\/rPh>/g, ''), 't')
    .map(({ inner: text }) => decoded(text))
    .join('')
}

interface Element {
  readonly attributes: Readonly<Record<string, string>>
  readonly inner: string
}

/** All elements of a name that do not contain themselves, in order. */
function elements(xml: string, name: string): Element[] {
  const pattern = new RegExp(`<(?:\\w+:)?${name}(\\s[^>]*?)?(?:/>|>([\\s\\S]*?)</(?:\\w+:)?${name}>)`, 'g')
  return [...xml.matchAll(pattern)].map(([, attributes = '', inner = '']) => ({
    attributes: Object.fromEntries(
      [...attributes.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key, value]) => [key, decoded(value!)]),
    ),
    inner,
  }))
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** XML's entities, and Excel's own `_x000D_` for characters that XML forbids. */
function decoded(text: string): string {
  return text
    .replace(/&(#x[\da-f]+|#\d+|\w+);/gi, (whole, name: string) => {
      if (!name.startsWith('#')) return Object.hasOwn(ENTITIES, name) ? ENTITIES[name]! : whole
      const point = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
      return point <= 0x10ffff ? String.fromCodePoint(point) : whole
    })
    .replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

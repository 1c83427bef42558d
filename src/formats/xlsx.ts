import { SpatialTunnelError } from '../core/errors.ts'
import { bytesSource } from './byte-source.ts'
import { readZipDirectory } from './zip-directory.ts'
import { readZipMember } from './zip-member.ts'

/**
 * The first sheet of an Excel workbook as rows of texts: what pandas, openpyxl and Excel write for a plain table (shared
 * and inline strings, rich text, numbers, booleans). Formulas count by their kept value; styles and dates are left out.
 */

/** An unpacked member may not be larger than this: a workbook of predictions is far smaller. */
const MAX_MEMBER_BYTES = 256 * 2 ** 20
/** Excel's last column is XFD. */
const MAX_COLUMNS = 16_384
/** A table has no more, gaps and the header's width counted: predictions have some ten a row. */
const MAX_CELLS = 10_000_000

/**
 * @throws SpatialTunnelError `xlsx-invalid`
 */
export async function readXlsx(bytes: Uint8Array, where: string): Promise<string[][]> {
  const wrong = (found: string, cause?: unknown) =>
    new SpatialTunnelError({
      code: 'xlsx-invalid',
      where,
      found,
      expected: 'an Excel workbook (.xlsx) with a table in its first sheet',
      remedy: 'save the table as .tsv or .csv',
      cause,
    })
  const text = await openWorkbook(bytes, where, wrong)
  const sheet = await text(firstSheet(await text('xl/workbook.xml'), await text('xl/_rels/workbook.xml.rels')))
  if (!sheet.includes('<sheetData')) throw wrong('no sheet')
  const shared = elements(await text('xl/sharedStrings.xml'), 'si').map(({ inner }) => joinedText(inner))
  let [cells, width] = [0, 0]
  return elements(sheet, 'row').map(({ inner }) => {
    const row = rowCells(inner, shared, wrong)
    width ||= row.length
    cells += Math.max(row.length, width)
    if (cells > MAX_CELLS) throw wrong(`more than ${MAX_CELLS} cells`)
    return row
  })
}

type Wrong = (found: string, cause?: unknown) => SpatialTunnelError

/** Texts of the workbook's members by name; empty where there is none. */
async function openWorkbook(
  bytes: Uint8Array,
  where: string,
  wrong: Wrong,
): Promise<(name: string) => Promise<string>> {
  const source = bytesSource(bytes, where)
  const told = (error: unknown): SpatialTunnelError =>
    error instanceof SpatialTunnelError
      ? wrong(error.code === 'file-truncated' ? 'an archive that is cut short' : error.found, error)
      : wrong('no zip archive', error)
  const entries = await readZipDirectory(source).catch(error => {
    throw told(error)
  })
  const byName = new Map(entries.map(entry => [entry.name, entry]))
  return async name => {
    const entry = byName.get(name)
    if (entry === undefined) return ''
    const member = await readZipMember(source, entry, undefined, { maxBytes: MAX_MEMBER_BYTES }).catch(error => {
      throw told(error)
    })
    return new TextDecoder().decode(member)
  }
}

/** Path of the workbook's first sheet, through its relations. */
function firstSheet(workbook: string, relations: string): string {
  const id = elements(workbook, 'sheet')[0]?.attributes['r:id']
  const target = elements(relations, 'Relationship').find(({ attributes }) => attributes.Id === id)?.attributes.Target
  if (!target) return 'xl/worksheets/sheet1.xml'
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

function rowCells(row: string, shared: readonly string[], wrong: Wrong): string[] {
  const cells: string[] = []
  for (const { attributes, inner } of elements(row, 'c')) {
    const column = attributes.r ? columnOf(attributes.r) : cells.length
    if (!(column >= 0 && column < MAX_COLUMNS)) throw wrong(`a cell ${attributes.r}`)
    const value = cellText(attributes.t ?? 'n', inner, shared)
    if (value === '') continue
    while (cells.length < column) cells.push('')
    cells[column] = value
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
  let kept = ''
  let from = 0
  for (const { start, end } of elements(inner, 'rPh')) {
    kept += inner.slice(from, start)
    from = end
  }
  return elements(kept + inner.slice(from), 't')
    .map(({ inner: text }) => decoded(text))
    .join('')
}

interface Element {
  readonly attributes: Readonly<Record<string, string>>
  readonly inner: string
  /** Where it stands in the text. */
  readonly start: number
  readonly end: number
}

/**
 * All elements of a name that do not contain themselves, in order. Takes time in proportion to the text, whatever it says:
 * each search begins where the last one ended, and none is made again that has found nothing.
 */
function elements(xml: string, name: string): Element[] {
  const opening = new RegExp(`<(?:\\w{1,64}:)?${name}(\\s[^<>]*|/)?>`, 'g')
  const closing = new RegExp(`</(?:\\w{1,64}:)?${name}>`, 'g')
  const found: Element[] = []
  for (let open = opening.exec(xml); open !== null; open = opening.exec(xml)) {
    const [tag, attributes = ''] = open
    const start = open.index
    let [inner, end] = ['', start + tag.length]
    if (!tag.endsWith('/>')) {
      closing.lastIndex = end
      const close = closing.exec(xml)
      if (close === null) break
      inner = xml.slice(end, close.index)
      end = close.index + close[0].length
      opening.lastIndex = end
    }
    found.push({ attributes: attributesOf(attributes), inner, start, end })
  }
  return found
}

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/\s([\w:]+)="([^"]*)"/g)].map(([, key, value]) => [key, decoded(value!)]))

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

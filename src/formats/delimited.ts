/**
 * CSV and TSV as pandas and every spreadsheet read them (RFC 4180): a cell that holds the delimiter, a quote or a line
 * break stands in quotes, and a quote within it is doubled.
 */
export type Delimiter = ',' | '\t'

/** One line with its line feed. */
export function delimitedLine(cells: readonly (string | number)[], delimiter: Delimiter): string {
  return `${cells.map(cell => quoted(String(cell), delimiter)).join(delimiter)}\n`
}

function quoted(cell: string, delimiter: Delimiter): string {
  return cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/**
 * All rows of a text; a last line without line feed counts, an empty one does not. A byte-order mark is dropped.
 *
 * @example parseDelimited('a,"b ""c"""\n', ',') // [['a', 'b "c"']]
 */
export function parseDelimited(text: string, delimiter: Delimiter): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0
  while (at < text.length) {
    const cell = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at, delimiter)
    row.push(cell.value)
    at = cell.end
    if (text[at] === delimiter) {
      at++
      if (at < text.length) continue
      row.push('')
    }
    at += text.startsWith('\r\n', at) ? 2 : 1
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  return rows
}

/** The rows as objects by the header's names; cells that a short row lacks are ''. */
export function parseTable(text: string, delimiter: Delimiter): Record<string, string>[] {
  const [header = [], ...rows] = parseDelimited(text, delimiter)
  return rows.map(row => Object.fromEntries(header.map((name, column) => [name, row[column] ?? ''])))
}

interface Cell {
  readonly value: string
  /** Where the delimiter or the line's end stands. */
  readonly end: number
}

function quotedCell(text: string, start: number): Cell {
  let value = ''
  let from = start + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote < 0) return { value: value + text.slice(from), end: text.length }
    value += text.slice(from, quote)
    if (text[quote + 1] !== '"') return { value, end: quote + 1 }
    value += '"'
    from = quote + 2
  }
}

function plainCell(text: string, start: number, delimiter: Delimiter): Cell {
  let end = start
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end++
  return { value: text.slice(start, end), end }
}

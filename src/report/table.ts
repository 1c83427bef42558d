import type { Interval } from '../core/statistics/interval.ts'
import { digits, range, signed } from '../evaluate/opening-sentence.ts'
import { type Markup, markup } from './markup.ts'

/** A number with its interval; `signed` writes a plus. */
export interface NumberCell {
  readonly value: number | null
  readonly ci?: Interval | null
  readonly places?: number
  readonly signed?: boolean
}
export type TableCell = string | NumberCell

export interface TableRow {
  readonly cells: readonly TableCell[]
  /** Smaller in importance: baselines, printed rows. */
  readonly minor?: boolean
  /** A line above this row. */
  readonly rule?: boolean
}

/** A table as data; the four writers below print it. */
export interface Table {
  readonly caption: string
  readonly columns: readonly string[]
  readonly rows: readonly TableRow[]
  readonly notes: readonly string[]
}

const isNumber = (cell: TableCell | undefined): cell is NumberCell => typeof cell === 'object'

/** A column of numbers stands to the right. */
const numeric = (table: Table, column: number): boolean => table.rows.some(row => isNumber(row.cells[column]))

function valueText({ value, places, signed: plus }: NumberCell): string {
  return plus ? signed(value, places) : digits(value, places).replace('-', '−')
}

/** More columns than this go on beyond the edge of a phone. */
const FITS_A_PHONE = 4

/** Shown in a narrow window only. */
export const SWIPE_HINT = markup`<p class="swipe" aria-hidden="true">goes on to the right →</p>
`

export function tableHtml(table: Table): Markup {
  const side = (column: number): Markup | false => numeric(table, column) && markup` class="number"`
  const cell = (content: TableCell, column: number): Markup => {
    if (!isNumber(content)) return markup`<td${side(column)}>${content}</td>`
    const interval =
      content.ci &&
      content.ci[1] > content.ci[0] &&
      markup`<span class="interval">${range(content.ci, content.places)}</span>`
    return markup`<td class="number">${valueText(content)}${interval}</td>`
  }
  const rows = table.rows.map(({ cells, minor, rule }) => {
    const name = [minor && 'minor', rule && 'rule'].filter(Boolean).join(' ')
    return markup`<tr${name !== '' && markup` class="${name}"`}>${cells.map(cell)}</tr>
`
  })
  const wide = table.columns.length > FITS_A_PHONE && SWIPE_HINT
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="${table.caption}"><table>
<thead><tr>${table.columns.map((label, column) => markup`<th scope="col"${side(column)}>${label}</th>`)}</tr></thead>
<tbody>
${rows}</tbody>
</table></div>
${wide}${table.notes.map(note => markup`<p class="note">${note}</p>\n`)}`
}

/** One value a field: a number with an interval takes three columns. */
export function tableCsv(table: Table): string {
  const withCi = table.columns.map((_, column) =>
    table.rows.some(row => {
      const cell = row.cells[column]
      return isNumber(cell) && cell.ci !== undefined
    }),
  )
  const head = table.columns.flatMap((label, column) =>
    withCi[column] ? [label, `${label} lo`, `${label} hi`] : [label],
  )
  const lines = table.rows.map(({ cells }) =>
    cells.flatMap((cell, column) => {
      if (!isNumber(cell)) return withCi[column] ? [cell, '', ''] : [cell]
      const value = cell.value === null ? '' : String(cell.value)
      return withCi[column] ? [value, String(cell.ci?.[0] ?? ''), String(cell.ci?.[1] ?? '')] : [value]
    }),
  )
  return [head, ...lines].map(line => `${line.map(csvField).join(',')}\n`).join('')
}

/** Quoted where needed; a text that a spreadsheet would run as a formula gets an apostrophe. */
export function csvField(text: string): string {
  const safe = /^[=+@\t\r]|^-(?!\d)/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function tableMarkdown(table: Table): string {
  const text = (cell: TableCell): string =>
    (isNumber(cell) ? `${valueText(cell)}${cell.ci ? ` ${range(cell.ci, cell.places)}` : ''}` : cell).replaceAll(
      '|',
      '\\|',
    )
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`
  const rule = table.columns.map((_, column) => (numeric(table, column) ? '--:' : ':--'))
  const rows = table.rows.map(row => line(row.cells.map(text))).join('')
  const notes = table.notes.map(note => `\n${note}\n`).join('')
  return `${line(table.columns)}${line(rule)}${rows}${notes}`
}

/**
 * A booktabs table, to be `\input`.
 *
 * @param comments lines that say where it comes from
 */
export function tableLatex(table: Table, comments: readonly string[] = []): string {
  const text = (cell: TableCell): string => {
    if (!isNumber(cell)) return escapeLatex(cell)
    if (cell.value === null) return '--'
    const interval = cell.ci ? ` {\\scriptsize $${range(cell.ci, cell.places).replaceAll('−', '-')}$}` : ''
    return `$${valueText(cell).replaceAll('−', '-')}$${interval}`
  }
  const rows = table.rows.map(({ cells, rule }) => `${rule ? '\\midrule\n' : ''}${cells.map(text).join(' & ')} \\\\\n`)
  const align = table.columns.map((_, column) => (numeric(table, column) ? 'r' : 'l')).join('')
  return [
    ...comments.map(comment => `% ${comment.replaceAll('\n', ' ')}\n`),
    '% needs \\usepackage{booktabs}\n',
    `\\begin{tabular}{${align}}\n\\toprule\n${table.columns.map(escapeLatex).join(' & ')} \\\\\n\\midrule\n`,
    ...rows,
    '\\bottomrule\n\\end{tabular}\n',
    ...table.notes.map(note => `% ${note.replaceAll('\n', ' ')}\n`),
  ].join('')
}

const LATEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  Δ: '$\\Delta$',
  '−': '$-$',
  '÷': '$\\div$',
  '≥': '$\\geq$',
  '½': '$\\frac12$',
  '‡': '$^\\ddagger$',
  '₁': '$_1$',
  '₂': '$_2$',
  '–': '--',
}

export const escapeLatex = (text: string): string =>
  text.replace(/[\\~^#$%&_{}Δ−÷≥½‡₁₂–]/g, letter => LATEX[letter] ?? `\\${letter}`)

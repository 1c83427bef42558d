import { factorsOf, parseSuite } from '../core/suite.ts'
import type { Split } from '../core/truth.ts'
import { type Markup, markup } from './markup.ts'
import { splitSign } from './split-sign.ts'
import { SWIPE_HINT } from './table.ts'

/** Pictures of a sheet at most: more of them are sampled evenly. */
export const SHEET_CELLS = 256
const SHEET_COLUMNS = 16

/** Which scenes a contact sheet shows, and how they lie. */
export interface SheetLayout {
  /** Indices of the suite's scenes, row by row. */
  readonly indices: readonly number[]
  readonly columns: number
  /** Null: a sample without order. */
  readonly axes: { readonly row: SheetAxis; readonly column: SheetAxis } | null
}

export interface SheetAxis {
  readonly name: string
  readonly levels: readonly string[]
}

/**
 * A suite of two crossed factors lies as its own grid, the first instance of every cell; anything else as an even
 * sample in suite order.
 *
 * @param from first scene of the dataset
 * @param count scenes of the dataset
 */
export function sheetLayout(suiteJson: unknown, from: number, count: number): SheetLayout {
  const suite = parseSuite(suiteJson)
  const [row, column, ...more] = factorsOf(suite)
  const cells = row && column ? row.levels.length * column.levels.length : 0
  if (row && column && more.length === 0 && cells <= SHEET_CELLS && from === 0 && count === cells * suite.repeats) {
    return {
      indices: Array.from({ length: cells }, (_, cell) => cell * suite.repeats),
      columns: column.levels.length,
      axes: { row: axisOf(row), column: axisOf(column) },
    }
  }
  const shown = Math.min(count, SHEET_CELLS)
  return {
    indices: Array.from({ length: shown }, (_, i) => from + Math.floor((i * count) / shown)),
    columns: SHEET_COLUMNS,
    axes: null,
  }
}

const axisOf = ({
  fields,
  levels,
}: {
  fields: readonly string[]
  levels: ReturnType<typeof factorsOf>[number]['levels']
}): SheetAxis => ({
  name: fields.map(fieldName).join(', '),
  levels: levels.map(values => values.map((value, i) => `${value}${fields[i]!.endsWith('Deg') ? '°' : ''}`).join(', ')),
})

/** `objects[0].thetaDeg` → `θ₁`; other fields as they are. */
const fieldName = (field: string): string =>
  field.replace(/^objects\[(\d+)\]\.thetaDeg$/, (_, index: string) => `θ${'₁₂₃₄₅₆₇₈'[Number(index)]}`)

export interface SheetCell {
  readonly id: string
  /** Null: fewer than two objects. */
  readonly split: Split | null
  /** Small picture as a `data:` URI. */
  readonly thumbnail: string
  /** The picture itself, relative to the report; null: it has no file of its own. */
  readonly href: string | null
}

export const SHEET_CSS = `
.sheet{display:grid;gap:3px;line-height:1.1;min-width:44rem}
.sheet .axis{font-size:.62rem;color:var(--ink-soft);display:flex;align-items:center;justify-content:center;font-variant-numeric:tabular-nums}
.sheet .corner{font-size:.56rem;text-align:center;overflow-wrap:anywhere}
.sheet a{position:relative;display:block;border:2px solid var(--line);border-radius:3px;overflow:hidden;aspect-ratio:1;text-decoration:none}
.sheet a:focus-visible{outline:2px solid var(--focus);outline-offset:1px}
.sheet img{display:block;width:100%;height:100%;object-fit:cover}
.sheet .in-consistent{border-color:var(--consistent)}
.sheet .in-counter{border-color:var(--counter)}
.sheet .in-ambiguous{border-color:var(--ambiguous)}
.sheet .sign{position:absolute;right:0;bottom:0;width:.82rem;height:.82rem;padding:.14rem;border-top-left-radius:3px;color:#fff;background:#000a}
@media print{.sheet{min-width:0;gap:1px}.sheet a{border-width:1.5px}.sheet .sign{width:.5rem;height:.5rem;padding:.08rem}}
`

export function contactSheet(layout: SheetLayout, cells: readonly SheetCell[]): Markup {
  const { axes, columns } = layout
  const label = (text: string, kind = ''): Markup => markup`<span class="axis ${kind}">${text}</span>`
  const rows = Array.from({ length: Math.ceil(cells.length / columns) }, (_, row) => [
    axes ? label(axes.row.levels[row] ?? '') : null,
    cells.slice(row * columns, (row + 1) * columns).map(cellHtml),
  ])
  const head = axes && [
    label(`${axes.row.name}\u00a0↓ ${axes.column.name}\u00a0→`, 'corner'),
    axes.column.levels.map(level => label(level)),
  ]
  const template = `${axes ? '2.6rem ' : ''}repeat(${columns},minmax(0,1fr))`
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="Scenes"><div class="sheet" style="grid-template-columns:${template}">${head}${rows}</div></div>
${SWIPE_HINT}`
}

const cellHtml = ({ id, split, thumbnail, href }: SheetCell): Markup =>
  markup`<a${href === null ? null : markup` href="${href}"`} class="${split ? `in-${split}` : ''}" title="${id}${split ? ` (${split})` : ''}"><img src="${thumbnail}" alt="${id}">${split && splitSign(split)}</a>`

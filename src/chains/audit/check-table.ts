import { SpatialTunnelError, shown } from '../../core/errors.ts'

/** A printed table: numbers as text, so that the rounding is known ("0.30" has two decimals). */
export interface PrintedTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** A column with its weight: a number, or the column that holds it. */
export interface Weighted {
  readonly column: string
  readonly weight: number | string
}

/** What can be recomputed from a printed table. */
export type TableCheck =
  /** The parts add up to the total. */
  | { readonly kind: 'sum'; readonly parts: readonly string[]; readonly total: string }
  /** The total is the mean of the parts, weighted (an accuracy from its recalls). */
  | { readonly kind: 'mean'; readonly parts: readonly Weighted[]; readonly total: string }
  /** GRIM: the share can come from a whole number of n cases; `scale` 100 for per cent. */
  | { readonly kind: 'grim'; readonly column: string; readonly n: number | string; readonly scale: number }
  /** The columns never fall from left to right (a sweep of a threshold). */
  | { readonly kind: 'monotone'; readonly columns: readonly string[] }
  /** F1 of the first class from both recalls and class sizes; `unparsed` cases are taken out of both classes' errors. */
  | {
      readonly kind: 'f1'
      readonly f1: string
      readonly positive: Weighted
      readonly negative: Weighted
      readonly unparsed: string | null
      readonly scale: number
    }

/** `exact`: recomputed, it rounds to what is printed. `rounding`: only within the rounding of its inputs. */
export type CheckStatus = 'exact' | 'rounding' | 'fails' | 'not-given'

export interface CheckResult {
  readonly check: string
  /** First cell of the row. */
  readonly row: string
  readonly printed: number
  /** Recomputed from the other cells; for a monotone sweep the largest fall. */
  readonly recomputed: number
  readonly status: CheckStatus
}

/**
 * Recomputes what a printed table says about itself, row by row. Every printed number is taken as the interval that rounds to it;
 * a check `fails` only if no values in the intervals agree.
 *
 * @throws SpatialTunnelError `table-column` when a check names a column that the table lacks
 */
export function checkTable(table: PrintedTable, checks: readonly TableCheck[]): CheckResult[] {
  for (const check of checks) for (const column of columnsOf(check)) requireColumn(table, column)
  return checks.flatMap(check => table.rows.map(row => checkRow(table, row, check)))
}

/** `[lo, hi]` and the value in the middle, as printed. */
interface Printed {
  readonly value: number
  readonly half: number
}

function checkRow(table: PrintedTable, row: readonly string[], check: TableCheck): CheckResult {
  const cell = (column: string | number): Printed =>
    typeof column === 'number' ? { value: column, half: 0 } : printedNumber(row[table.columns.indexOf(column)] ?? '')
  const result = (printed: Printed, recomputed: number, reach: number): CheckResult => ({
    check: describeCheck(check),
    row: row[0] ?? '',
    printed: printed.value,
    recomputed,
    status: statusOf(printed, recomputed, reach),
  })
  switch (check.kind) {
    case 'sum': {
      const parts = check.parts.map(cell)
      return result(cell(check.total), total(parts.map(part => part.value)), total(parts.map(part => part.half)))
    }
    case 'mean': {
      const parts = check.parts.map(part => ({ ...cell(part.column), weight: cell(part.weight).value }))
      const weights = total(parts.map(part => part.weight))
      const mean = (of: (part: (typeof parts)[number]) => number): number =>
        total(parts.map(part => part.weight * of(part))) / weights
      return result(
        cell(check.total),
        mean(part => part.value),
        mean(part => part.half),
      )
    }
    case 'grim': {
      const [printed, n] = [cell(check.column), cell(check.n).value]
      const nearest = (Math.round((printed.value / check.scale) * n) / n) * check.scale
      return result(printed, nearest, 0)
    }
    case 'monotone': {
      const values = check.columns.map(cell)
      const falls = values.slice(1).map((next, i) => values[i]!.value - next.value)
      const fall = Math.max(...falls)
      return { ...result({ value: 0, half: 1e-9 }, 0, 0), recomputed: fall, status: fall > 1e-9 ? 'fails' : 'exact' }
    }
    case 'f1': {
      const [value, reach] = f1FromRecalls(check, cell)
      return result(cell(check.f1), value, reach)
    }
  }
}

/** F1 = 2 TP / (2 TP + errors): the errors are everything that is neither right nor unparsed. */
function f1FromRecalls(
  check: Extract<TableCheck, { kind: 'f1' }>,
  cell: (column: string | number) => Printed,
): [value: number, reach: number] {
  const [p, n] = [cell(check.positive.column), cell(check.negative.column)]
  const [np, nn] = [cell(check.positive.weight).value, cell(check.negative.weight).value]
  const unparsed = check.unparsed === null ? 0 : cell(check.unparsed).value
  const f1 = (positive: number, negative: number): number => {
    const [tp, tn] = [(positive / check.scale) * np, (negative / check.scale) * nn]
    return (check.scale * 2 * tp) / (2 * tp + np + nn - tp - tn - unparsed)
  }
  const value = f1(p.value, n.value)
  return [
    value,
    Math.max(f1(p.value + p.half, n.value + n.half) - value, value - f1(p.value - p.half, n.value - n.half)),
  ]
}

function statusOf(printed: Printed, recomputed: number, reach: number): CheckStatus {
  if (!Number.isFinite(printed.value) || !Number.isFinite(recomputed)) return 'not-given'
  const gap = Math.abs(printed.value - recomputed)
  const slack = 1e-9 * Math.max(1, Math.abs(recomputed))
  if (gap <= printed.half + slack) return 'exact'
  return gap <= printed.half + reach + slack ? 'rounding' : 'fails'
}

/** "81.34" → 81.34 ± 0.005; a per cent sign is ignored; NaN when the cell holds no number. */
function printedNumber(text: string): Printed {
  const match = /^[+]?(-?\d*\.?(\d*))\s*%?$/.exec(text.trim().replace(/−/g, '-').replaceAll(',', ''))
  if (!match || match[1] === '' || match[1] === '-') return { value: Number.NaN, half: 0 }
  return { value: Number(match[1]), half: text.includes('.') ? 0.5 * 10 ** -match[2]!.length : 0 }
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

function columnsOf(check: TableCheck): string[] {
  const weight = (value: number | string | null): string[] => (typeof value === 'string' ? [value] : [])
  switch (check.kind) {
    case 'sum':
      return [...check.parts, check.total]
    case 'mean':
      return [...check.parts.flatMap(part => [part.column, ...weight(part.weight)]), check.total]
    case 'grim':
      return [check.column, ...weight(check.n)]
    case 'monotone':
      return [...check.columns]
    case 'f1':
      return [
        check.f1,
        ...[check.positive, check.negative].flatMap(part => [part.column, ...weight(part.weight)]),
        ...weight(check.unparsed),
      ]
  }
}

function requireColumn(table: PrintedTable, column: string): void {
  if (table.columns.includes(column)) return
  throw new SpatialTunnelError({
    code: 'table-column',
    where: 'check',
    found: `the column ${shown(column)}`,
    expected: `one of ${table.columns.join(', ')}`,
  })
}

/** A check as `parseTableCheck` reads it. */
export function describeCheck(check: TableCheck): string {
  const product = (part: Weighted): string => `${part.column}*${part.weight}`
  switch (check.kind) {
    case 'sum':
      return `sum: ${check.parts.join(' + ')} = ${check.total}`
    case 'mean':
      return `mean: ${check.parts.map(product).join(' + ')} = ${check.total}`
    case 'grim':
      return `grim: ${check.column} of ${check.n}${check.scale === 100 ? ' percent' : ''}`
    case 'monotone':
      return `monotone: ${check.columns.join(' <= ')}`
    case 'f1':
      return `f1: ${product(check.positive)} + ${product(check.negative)}${check.unparsed ? ` - ${check.unparsed}` : ''} = ${check.f1}${check.scale === 100 ? ' percent' : ''}`
  }
}

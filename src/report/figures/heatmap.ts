import type { Split } from '../../core/truth.ts'
import type { Cell, CellGrid } from '../../evaluate/cells.ts'
import { type Markup, markup } from '../markup.ts'
import { type Figure, type FigureFrame, pt } from './figure.ts'
import { tunnelGlyph } from './tunnel-glyph.ts'

export type HeatmapSubset = 'all' | Extract<Split, 'consistent' | 'counter'>

/** One square of the figure. `cellValue` is in [0, 1]; one half is the middle of the scale. */
export interface HeatmapPanel {
  readonly subset: HeatmapSubset
  readonly title: string
}

export interface HeatmapOptions {
  readonly title: string
  readonly panels: readonly HeatmapPanel[]
  /** Value of a cell in the scale's domain; null leaves it empty. */
  readonly cellValue: (cell: Cell) => number | null
  /** The interval of a cell's value, for the dot where it holds the middle. */
  readonly holdsMiddle: (cell: Cell) => boolean
  readonly domain: readonly [number, number]
  /** Labels under the colour bar: at its low end, middle and high end. */
  readonly ends: readonly [string, string, string]
}

interface Square {
  readonly xPt: number
  readonly yPt: number
  readonly cellPt: number
}

/** Gap between a panel and its strips of marginal means, in cells. */
const STRIP_GAP = 0.4

/**
 * Heatmaps of the θ1 × θ2 plane: the farther object's angle downwards, the nearer one's to the
 * right, as suites, contact sheets and the studio's grid have them. All panels share one
 * scale, diverging about its middle; cells outside a panel's subset are grey; lines part the splits; a dot marks cells
 * whose interval holds the middle; strips show the marginal means; small tunnels on the axes show the angle.
 */
export function heatmapFigure(grid: CellGrid, options: HeatmapOptions, frame: FigureFrame): Figure {
  const { fontPt, widthPt } = frame
  const layout = layOut(grid, options.panels.length, frame)
  const panels = options.panels.map((panel, i) => drawPanel(grid, panel, options, frame, layout.squares[i]!))
  const height = layout.heightPt + FOOT_EM * fontPt
  const dots = grid.cells.some(options.holdsMiddle)
  const bar = colorBar(frame, options, dots, LEFT_EM * fontPt, height - 2.6 * fontPt)
  return {
    widthPt,
    heightPt: height,
    title: options.title,
    description: `Heatmaps over the tunnel angles of the farther object (rows) and the nearer object (columns): ${options.panels.map(panel => panel.title).join('; ')}.`,
    content: markup`${panels}${bar}`,
    frame,
  }
}

/** Room below the panels for the colour bar, in ems. */
const FOOT_EM = 3.2

/** A rectangle in shares of the figure's width and height. */
export interface FigurePlace {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Where the cells of a figure of one panel lie, for what a page lays over them. */
export function cellsPlace(grid: CellGrid, frame: FigureFrame): FigurePlace {
  const { squares, heightPt } = layOut(grid, 1, frame)
  const { xPt, yPt, cellPt } = squares[0]!
  const totalPt = heightPt + FOOT_EM * frame.fontPt
  return {
    left: xPt / frame.widthPt,
    top: yPt / totalPt,
    width: (grid.anglesDeg2.length * cellPt) / frame.widthPt,
    height: (grid.anglesDeg1.length * cellPt) / totalPt,
  }
}

/** Room on the left of a panel for glyphs and title, and between panels, in ems. */
const LEFT_EM = 3.9
const GAP_EM = 1.6

/** On a page all panels in a row; in a column the first one wide and the others in pairs below it. */
function layOut(
  grid: CellGrid,
  panelCount: number,
  { fontPt, widthPt }: FigureFrame,
): { readonly squares: readonly Square[]; readonly heightPt: number } {
  const wide = widthPt >= 46 * fontPt
  const lines = wide ? [panelCount] : [1, ...Array.from({ length: Math.ceil((panelCount - 1) / 2) }, () => 2)]
  const columns = grid.anglesDeg2.length + STRIP_GAP + 1
  const rows = grid.anglesDeg1.length + STRIP_GAP + 1
  let top = 0
  const squares = lines.flatMap(across => {
    const room = widthPt - across * LEFT_EM * fontPt - GAP_EM * fontPt * (across - 1)
    const cellPt = room / (across * columns)
    const yPt = top + 1.8 * fontPt + (1 + STRIP_GAP) * cellPt
    top += 5.2 * fontPt + rows * cellPt
    return Array.from({ length: across }, (_, i): Square => {
      return { xPt: LEFT_EM * fontPt + i * (columns * cellPt + (LEFT_EM + GAP_EM) * fontPt), yPt, cellPt }
    })
  })
  return { squares, heightPt: top }
}

function drawPanel(
  grid: CellGrid,
  panel: HeatmapPanel,
  options: HeatmapOptions,
  frame: FigureFrame,
  square: Square,
): Markup {
  const { fontPt, theme } = frame
  const { xPt, yPt, cellPt } = square
  const shown = (cell: Cell): boolean => panel.subset === 'all' || cell.split === panel.subset
  const heightPt = grid.anglesDeg1.length * cellPt
  const cells = grid.cells.map((cell, i) => drawCell(cell, shown(cell), options, frame, placeOf(grid, square, i)))
  const middleX = pt(xPt + (grid.anglesDeg2.length * cellPt) / 2)
  const titleX = pt(xPt - 2.9 * fontPt)
  const middleY = pt(yPt + heightPt / 2)
  return markup`<text x="${pt(xPt)}" y="${pt(yPt - (1 + STRIP_GAP) * cellPt - 0.5 * fontPt)}" font-weight="bold">${panel.title}</text>
<g stroke="none">
${cells}</g>
${strips(grid, shown, options, frame, square)}<path d="${splitBorders(grid, square)}" fill="none" stroke="${theme.paint('ink')}" stroke-width=".8" stroke-linejoin="round" stroke-linecap="round"/>
<rect x="${pt(xPt)}" y="${pt(yPt)}" width="${pt(grid.anglesDeg2.length * cellPt)}" height="${pt(heightPt)}" fill="none" stroke="${theme.paint('edge')}" stroke-width=".5"/>
${glyphs(grid, frame, square)}<text x="${middleX}" y="${pt(yPt + heightPt + 3.2 * fontPt)}" text-anchor="middle">θ₂ of the nearer object</text>
<text x="${titleX}" y="${middleY}" transform="rotate(-90 ${titleX} ${middleY})" text-anchor="middle">θ₁ of the farther object</text>
`
}

/** Rows run downwards: θ1 = 0 at the top. */
function placeOf(grid: CellGrid, { xPt, yPt, cellPt }: Square, index: number): Square {
  const columns = grid.anglesDeg2.length
  const row = Math.floor(index / columns)
  return { xPt: xPt + (index % columns) * cellPt, yPt: yPt + row * cellPt, cellPt }
}

const scaled = (value: number, [lo, hi]: readonly [number, number]): number => (value - lo) / (hi - lo)

function drawCell(
  cell: Cell,
  shown: boolean,
  options: HeatmapOptions,
  { theme }: FigureFrame,
  { xPt, yPt, cellPt }: Square,
): Markup {
  const value = shown ? options.cellValue(cell) : null
  const fill = value === null ? theme.paint('ambiguousWash') : theme.heat(scaled(value, options.domain))
  // Neighbours overlap by a hair: no seams when a viewer smooths edges.
  const size = pt(cellPt + 0.15)
  const rect = markup`<rect x="${pt(xPt)}" y="${pt(yPt)}" width="${size}" height="${size}" fill="${fill}">`
  const label =
    value !== null &&
    markup`<title>θ₁ ${cell.theta1Deg}°, θ₂ ${cell.theta2Deg}°: ${value.toFixed(3)} (${cell.split}, ${cell.scenes} scenes)</title>`
  const dot =
    value !== null &&
    options.holdsMiddle(cell) &&
    markup`<circle cx="${pt(xPt + cellPt / 2)}" cy="${pt(yPt + cellPt / 2)}" r="${pt(0.14 * cellPt)}" fill="${theme.paint('ink')}"/>`
  return markup`${rect}${label}</rect>${dot}
`
}

/** Marginal means: above, by θ2; on the right, by θ1. */
function strips(
  grid: CellGrid,
  shown: (cell: Cell) => boolean,
  options: HeatmapOptions,
  { theme }: FigureFrame,
  { xPt, yPt, cellPt }: Square,
): Markup {
  const columns = grid.anglesDeg2.length
  const mean = (cells: readonly Cell[]): number | null => {
    const values = cells.filter(shown).flatMap(cell => options.cellValue(cell) ?? [])
    return values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : null
  }
  const strip = (value: number | null, x: number, y: number): Markup => {
    const fill = value === null ? theme.paint('ambiguousWash') : theme.heat(scaled(value, options.domain))
    const size = pt(cellPt + 0.15)
    const label = value !== null && markup`<title>mean ${value.toFixed(3)}</title>`
    return markup`<rect x="${pt(x)}" y="${pt(y)}" width="${size}" height="${size}" fill="${fill}">${label}</rect>
`
  }
  const above = grid.anglesDeg2.map((_, c) => {
    const cells = grid.cells.filter((_, i) => i % columns === c)
    return strip(mean(cells), xPt + c * cellPt, yPt - (1 + STRIP_GAP) * cellPt)
  })
  const right = grid.anglesDeg1.map((_, r) => {
    const cells = grid.cells.slice(r * columns, (r + 1) * columns)
    return strip(mean(cells), xPt + (columns + STRIP_GAP) * cellPt, yPt + r * cellPt)
  })
  return markup`${above}${right}`
}

/** The lines between cells of different splits. */
function splitBorders(grid: CellGrid, square: Square): string {
  const [rows, columns] = [grid.anglesDeg1.length, grid.anglesDeg2.length]
  const splitAt = (row: number, column: number): Split | undefined => grid.cells[row * columns + column]?.split
  const lines: string[] = []
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const { xPt, yPt, cellPt } = placeOf(grid, square, row * columns + column)
      if (column + 1 < columns && splitAt(row, column) !== splitAt(row, column + 1)) {
        lines.push(`M${pt(xPt + cellPt)} ${pt(yPt)}v${pt(cellPt)}`)
      }
      if (row + 1 < rows && splitAt(row, column) !== splitAt(row + 1, column)) {
        lines.push(`M${pt(xPt)} ${pt(yPt + cellPt)}h${pt(cellPt)}`)
      }
    }
  }
  return lines.join('')
}

/** A small tunnel at every fourth angle, or at every second where there is room. */
function glyphs(grid: CellGrid, frame: FigureFrame, square: Square): Markup {
  const { xPt, yPt, cellPt } = square
  const size = Math.min(1.25 * frame.fontPt, 3.4 * cellPt)
  const step = cellPt * 2 > 1.5 * size ? 2 : 4
  const bottom = yPt + grid.anglesDeg1.length * cellPt
  const along = grid.anglesDeg2.map(
    (theta, c) =>
      c % step === 0 && tunnelGlyph(frame, theta, xPt + (c + 0.5) * cellPt, bottom + 0.95 * frame.fontPt, size),
  )
  const down = grid.anglesDeg1.map(
    (theta, r) =>
      r % step === 0 && tunnelGlyph(frame, theta, xPt - 0.95 * frame.fontPt, yPt + (r + 0.5) * cellPt, size),
  )
  return markup`${along}${down}`
}

function colorBar(frame: FigureFrame, options: HeatmapOptions, dots: boolean, xPt: number, yPt: number): Markup {
  const { fontPt, theme, widthPt } = frame
  const steps = 40
  const barWidth = Math.min(16 * fontPt, widthPt - xPt - 2 * fontPt)
  const step = barWidth / steps
  const cells = Array.from(
    { length: steps },
    (_, i) =>
      markup`<rect x="${pt(xPt + i * step)}" y="${pt(yPt)}" width="${pt(step + 0.15)}" height="${pt(0.8 * fontPt)}" fill="${theme.heat((i + 0.5) / steps)}"/>`,
  )
  const anchors = ['start', 'middle', 'end'] as const
  const labels = options.ends.map(
    (label, i) =>
      markup`<text x="${pt(xPt + (i * barWidth) / 2)}" y="${pt(yPt + 1.9 * fontPt)}" text-anchor="${anchors[i]!}" fill="${theme.paint('inkSoft')}">${label}</text>
`,
  )
  const note = markup`<text x="${pt(xPt + barWidth + 1.2 * fontPt)}" y="${pt(yPt + 0.75 * fontPt)}" fill="${theme.paint('inkSoft')}">• interval holds the middle</text>`
  return markup`${cells}
${labels}${dots && barWidth + 16 * fontPt < widthPt && note}
`
}

import type { Interval } from '../../core/statistics/interval.ts'
import { digits, range, signed } from '../../evaluate/opening-sentence.ts'
import { type Markup, markup } from '../markup.ts'
import { bottomAxis, linearScale, type Scale } from './axis.ts'
import { type Figure, type FigureFrame, pt } from './figure.ts'

export interface GapRow {
  readonly label: string
  /** `own`: scored here, `baseline`: a shortcut, `printed`: a figure from the paper. */
  readonly kind: 'own' | 'baseline' | 'printed'
  readonly consistent: number
  readonly counter: number
  readonly delta: number
  readonly consistentCi: Interval | null
  readonly counterCi: Interval | null
  readonly deltaCi: Interval | null
}

/**
 * Consistent (disc) against counter (diamond) with intervals, a row a model; Δ in figures on the right. Rows of the paper
 * are pale and marked as printed: they have no intervals.
 */
export function gapChart(rows: readonly GapRow[], valueTitle: string, frame: FigureFrame): Figure {
  const { fontPt, widthPt, theme } = frame
  const rowPt = 1.75 * fontPt
  const topPt = 2.4 * fontPt
  const labelPt = Math.min(0.34 * widthPt, 0.56 * fontPt * Math.max(...rows.map(row => labelOf(row).length)) + fontPt)
  const wide = widthPt >= 46 * fontPt
  const rightPt = (wide ? 11.5 : 4) * fontPt
  const bottomPt = topPt + rows.length * rowPt
  const scale = linearScale([0, 1], [labelPt, widthPt - rightPt], 5)
  const chance = markup`<path d="M${scale.at(0.5)} ${pt(topPt - 0.3 * fontPt)}V${pt(bottomPt)}" stroke="${theme.paint('inkSoft')}" stroke-width=".75" stroke-dasharray="2 2"/>
`
  const lines = rows.map((row, i) => drawRow(row, topPt + (i + 0.5) * rowPt, scale, frame, wide))
  const note = markup`<text x="0" y="${pt(bottomPt + 2.7 * fontPt)}" fill="${theme.paint('inkSoft')}">‡ as printed</text>
`
  return {
    widthPt,
    heightPt: bottomPt + 3.2 * fontPt,
    title: `${valueTitle}: consistent against counter`,
    description: rows
      .map(
        row =>
          `${labelOf(row)}: consistent ${digits(row.consistent)}, counter ${digits(row.counter)}, Δ ${signed(row.delta)}`,
      )
      .join('; '),
    content: markup`${legend(frame, labelPt)}${bottomAxis(frame, scale, topPt, bottomPt, valueTitle)}${chance}<text x="${pt(widthPt)}" y="${pt(0.95 * fontPt)}" text-anchor="end" font-weight="bold">Δ</text>
${lines}${rows.some(row => row.kind === 'printed') && note}`,
    frame,
  }
}

const labelOf = (row: GapRow): string => (row.kind === 'printed' ? `${row.label} ‡` : row.label)

function drawRow(row: GapRow, y: number, scale: Scale, frame: FigureFrame, wide: boolean): Markup {
  const { fontPt, widthPt, theme } = frame
  const ink = theme.paint(row.kind === 'own' ? 'ink' : 'inkSoft')
  const baseline = pt(y + 0.35 * fontPt)
  const interval = (ci: Interval | null, color: string): Markup | false =>
    ci !== null &&
    ci[1] > ci[0] &&
    markup`<path d="M${scale.at(ci[0])} ${pt(y)}H${scale.at(ci[1])}" stroke="${color}" stroke-width="${pt(0.42 * fontPt)}" stroke-opacity=".35"/>`
  const [blue, red] = [theme.paint('consistent'), theme.paint('counter')]
  const figures = `${signed(row.delta)}${wide && row.deltaCi ? ` ${range(row.deltaCi, 2)}` : ''}`
  const marks = markup`<path d="M${scale.at(row.counter)} ${pt(y)}H${scale.at(row.consistent)}" stroke="${theme.paint('edge')}" stroke-width=".8"/>${interval(row.consistentCi, blue)}${interval(row.counterCi, red)}${disc(scale.at(row.consistent), y, fontPt, blue)}${diamond(scale.at(row.counter), y, fontPt, red)}`
  return markup`<text x="0" y="${baseline}" fill="${ink}"${row.kind === 'own' && markup` font-weight="bold"`}>${labelOf(row)}</text>
<g${row.kind === 'printed' && markup` opacity=".62"`}>${marks}</g>
<text x="${pt(widthPt)}" y="${baseline}" text-anchor="end" fill="${ink}">${figures}</text>
`
}

const disc = (x: number, y: number, fontPt: number, fill: string): Markup =>
  markup`<circle cx="${x}" cy="${pt(y)}" r="${pt(0.36 * fontPt)}" fill="${fill}"/>`

function diamond(x: number, y: number, fontPt: number, fill: string): Markup {
  const r = pt(0.46 * fontPt)
  return markup`<path d="M${x} ${pt(y - r)}l${r} ${r}l${-r} ${r}l${-r} ${-r}z" fill="${fill}"/>`
}

function legend({ fontPt, theme }: FigureFrame, xPt: number): Markup {
  const y = 0.6 * fontPt
  const text = (x: number, label: string): Markup => markup`<text x="${pt(x)}" y="${pt(0.95 * fontPt)}">${label}</text>`
  const second = xPt + 7.2 * fontPt
  return markup`${disc(pt(xPt + 0.4 * fontPt), y, fontPt, theme.paint('consistent'))}${text(xPt + 1.2 * fontPt, 'consistent')}${diamond(pt(second + 0.4 * fontPt), y, fontPt, theme.paint('counter'))}${text(second + 1.2 * fontPt, 'counter')}
`
}

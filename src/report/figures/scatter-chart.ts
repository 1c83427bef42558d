import { markup } from '../markup.ts'
import { bottomAxis, leftAxis, linearScale } from './axis.ts'
import { type Figure, type FigureFrame, pt } from './figure.ts'
import { drawMark } from './marks.ts'
import { placeLabels } from './place-labels.ts'

export interface ScatterPoint {
  readonly label: string
  readonly x: number
  readonly y: number
}

export interface ScatterOptions {
  readonly title: string
  readonly xTitle: string
  readonly yTitle: string
  readonly points: readonly ScatterPoint[]
  /** Written above the points. */
  readonly note: string
  /** Both axes run over [0, 1], a little more, whatever the points. */
  readonly shares?: boolean
}

/** Mean width of a letter, in font sizes: a little wide, so that labels keep apart. */
const LETTER = 0.56

/** Named points, one a model. */
export function scatterChart(
  { title, xTitle, yTitle, points, note, shares = false }: ScatterOptions,
  frame: FigureFrame,
): Figure {
  const { fontPt, widthPt, theme } = frame
  const [left, right, top] = [4.6 * fontPt, widthPt - 0.8 * fontPt, 2.6 * fontPt]
  const bottom = top + Math.min(0.6 * widthPt, 22 * fontPt)
  const padded = (values: readonly number[]): [number, number] => {
    if (shares) return [-0.05, 1.05]
    const [lo, hi] = [Math.min(...values), Math.max(...values)]
    const pad = (hi - lo || 0.1) * 0.12
    return [lo - pad, hi + pad]
  }
  const x = linearScale(padded(points.map(point => point.x)), [left, right], 6)
  const y = linearScale(padded(points.map(point => point.y)), [bottom, top], 5)
  const places = points.map(point => ({
    x: x.at(point.x),
    y: y.at(point.y),
    width: LETTER * fontPt * point.label.length,
  }))
  const labels = placeLabels(places, { left, right, top, bottom, fontPt })
  const marks = points.map((point, i) => {
    const [{ x: cx, y: cy }, { x: tx, y: ty, leader }] = [places[i]!, labels[i]!]
    const line =
      leader &&
      markup`<line x1="${pt(cx)}" y1="${pt(cy)}" x2="${pt(leader[0])}" y2="${pt(leader[1])}" stroke="${theme.paint('edge')}" stroke-width="0.6"/>`
    return markup`${line}${drawMark('disc', cx, cy, 0.32 * fontPt, theme.paint('accent'))}<text x="${pt(tx)}" y="${pt(ty)}" fill="${theme.paint('inkSoft')}">${point.label}</text>
`
  })
  return {
    widthPt,
    heightPt: bottom + 3.2 * fontPt,
    title,
    description: `${note}. ${points.map(point => `${point.label}: ${point.x.toFixed(3)}, ${point.y.toFixed(3)}`).join('; ')}`,
    content: markup`<text x="${pt(left)}" y="${pt(1.2 * fontPt)}">${note}</text>${bottomAxis(frame, x, top, bottom, xTitle)}${leftAxis(frame, y, left, right, yTitle)}${marks}`,
    frame,
  }
}

import { AXIS_OF, CATEGORIES, type Category } from '../../core/relations.ts'
import { type Markup, markup } from '../markup.ts'
import { bottomAxis, leftAxis, linearScale } from './axis.ts'
import { type Figure, type FigureFrame, pt } from './figure.ts'
import { drawMark, type MarkShape } from './marks.ts'

/** How a category is drawn: the axis's colour, the canonical pole filled, its opposite hollow; a shape for each axis. */
export const CATEGORY_MARKS: Readonly<Record<Category, { readonly shape: MarkShape; readonly hollow: boolean }>> = {
  left: { shape: 'disc', hollow: false },
  right: { shape: 'disc', hollow: true },
  above: { shape: 'square', hollow: false },
  below: { shape: 'square', hollow: true },
  far: { shape: 'diamond', hollow: false },
  close: { shape: 'diamond', hollow: true },
}

export interface PcaPoint {
  readonly category: Category
  readonly x: number
  readonly y: number
}

/** The Δ vectors on their first two principal components, both axes at one scale. */
export function pcaChart(
  points: readonly PcaPoint[],
  explained: readonly number[],
  title: string,
  frame: FigureFrame,
): Figure {
  const { fontPt, widthPt } = frame
  const [left, right, top] = [4.6 * fontPt, widthPt - 0.8 * fontPt, 3.2 * fontPt]
  const side = Math.min(right - left, 30 * fontPt)
  const reach = Math.max(1e-9, ...points.flatMap(point => [Math.abs(point.x), Math.abs(point.y)])) * 1.06
  const x = linearScale([-reach, reach], [left, left + side], 5)
  const y = linearScale([-reach, reach], [top + side, top], 5)
  const share = (k: number): string => `${(100 * (explained[k] ?? 0)).toFixed(1)} %`
  const dots = points.map(point => draw(point.category, x.at(point.x), y.at(point.y), 0.24 * fontPt))
  return {
    widthPt,
    heightPt: top + side + 3.2 * fontPt,
    title,
    description: `${points.length} vectors; the first component explains ${share(0)} of the variance, the second ${share(1)}.`,
    content: markup`${bottomAxis(frame, x, top, top + side, `first component (${share(0)})`)}${leftAxis(frame, y, left, left + side, `second component (${share(1)})`)}${dots}${legend()}`,
    frame,
  }

  function draw(category: Category, cx: number, cy: number, r: number): Markup {
    const { shape, hollow } = CATEGORY_MARKS[category]
    return markup`${drawMark(shape, cx, cy, r, frame.theme.paint(AXIS_OF[category]), hollow)}
`
  }

  function legend(): Markup {
    const step = Math.min(side / CATEGORIES.length, 5 * fontPt)
    return markup`${CATEGORIES.map(
      (category, i) =>
        markup`${draw(category, left + i * step + 0.4 * fontPt, 0.65 * fontPt, 0.3 * fontPt)}<text x="${pt(left + i * step + 1.1 * fontPt)}" y="${pt(0.98 * fontPt)}">${category}</text>`,
    )}`
  }
}

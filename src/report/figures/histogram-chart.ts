import { markup } from '../markup.ts'
import { bottomAxis, leftAxis, linearScale } from './axis.ts'
import { type Figure, type FigureFrame, pt } from './figure.ts'

/** Counts in equal bins over [0, 1]. */
export function histogramChart(counts: readonly number[], title: string, xTitle: string, frame: FigureFrame): Figure {
  const { fontPt, widthPt, theme } = frame
  const [left, right, top] = [4.6 * fontPt, widthPt - 0.8 * fontPt, 0.8 * fontPt]
  const bottom = top + 12 * fontPt
  const x = linearScale([0, 1], [left, right], 5)
  const y = linearScale([0, Math.max(1, ...counts)], [bottom, top], 4)
  const bars = counts.map((count, i) => {
    const [from, to] = [x.at(i / counts.length), x.at((i + 1) / counts.length)]
    return markup`<rect x="${pt(from + 0.75)}" y="${y.at(count)}" width="${pt(to - from - 1.5)}" height="${pt(bottom - y.at(count))}" fill="${theme.paint('accent')}"/>
`
  })
  return {
    widthPt,
    heightPt: bottom + 3.2 * fontPt,
    title,
    description: counts.map((count, i) => `${(i / counts.length).toFixed(1)}: ${count}`).join('; '),
    content: markup`${bottomAxis(frame, x, top, bottom, xTitle)}${leftAxis(frame, y, left, right, 'chains')}${bars}`,
    frame,
  }
}

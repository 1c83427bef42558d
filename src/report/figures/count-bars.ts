import { markup } from '../markup.ts'
import { type Figure, type FigureFrame, pt } from './figure.ts'

export interface CountBar {
  readonly label: string
  readonly n: number
}

/** Counts of named groups, one horizontal bar each, with number and share. */
export function countBars(bars: readonly CountBar[], title: string, frame: FigureFrame): Figure {
  const { fontPt, widthPt, theme } = frame
  const total = bars.reduce((sum, { n }) => sum + n, 0)
  const most = Math.max(1, ...bars.map(({ n }) => n))
  const left = 0.58 * fontPt * Math.max(3, ...bars.map(({ label }) => label.length)) + fontPt
  const room = widthPt - left - 8 * fontPt
  const [top, rowPt, barPt] = [2 * fontPt, 1.8 * fontPt, 1.2 * fontPt]
  const drawn = bars.map(({ label, n }, i) => {
    const y = top + i * rowPt
    const baseline = pt(y + barPt / 2 + 0.35 * fontPt)
    const share = total > 0 ? ` (${((100 * n) / total).toFixed(1)} %)` : ''
    return markup`<text x="${pt(left - 0.6 * fontPt)}" y="${baseline}" text-anchor="end">${label}</text><rect x="${pt(left)}" y="${pt(y)}" width="${pt((room * n) / most)}" height="${pt(barPt)}" fill="${theme.paint('accent')}"/><text x="${pt(left + (room * n) / most + 0.5 * fontPt)}" y="${baseline}" fill="${theme.paint('inkSoft')}">${n.toLocaleString('en')}${share}</text>
`
  })
  return {
    widthPt,
    heightPt: top + bars.length * rowPt,
    title,
    description: bars.map(({ label, n }) => `${label}: ${n}`).join('; '),
    content: markup`<text x="0" y="${pt(0.9 * fontPt)}" font-weight="bold">${title}</text>${drawn}`,
    frame,
  }
}

import type { Breakdown } from '../../evaluate/breakdown.ts'
import { markup } from '../markup.ts'
import { bottomAxis, linearScale } from './axis.ts'
import { type Figure, type FigureFrame, pt } from './figure.ts'

/** v with its interval, a row a level of a factor that has no order. */
export function groupChart({ label, groups }: Breakdown, title: string, frame: FigureFrame): Figure {
  const { fontPt, widthPt, theme } = frame
  const longest = Math.max(...groups.map(group => group.label.length))
  const left = Math.min(0.5 * widthPt, 0.54 * fontPt * longest + 1.2 * fontPt)
  const [top, rowPt] = [0.4 * fontPt, 1.6 * fontPt]
  const bottom = top + groups.length * rowPt
  const x = linearScale([0, 1], [left, widthPt - 0.8 * fontPt], 5)
  const rows = groups.map((group, i) => {
    const y = pt(top + (i + 0.5) * rowPt)
    const { v } = group.estimate
    const ci = group.ci.v
    const bar =
      ci &&
      markup`<path d="M${x.at(ci[0])} ${y}H${x.at(ci[1])}" stroke="${theme.paint('accent')}" stroke-width="${pt(0.4 * fontPt)}" stroke-opacity=".3"/>`
    const dot =
      v !== null && markup`<circle cx="${x.at(v)}" cy="${y}" r="${pt(0.33 * fontPt)}" fill="${theme.paint('accent')}"/>`
    return markup`<text x="${pt(left - 0.6 * fontPt)}" y="${pt(y + 0.35 * fontPt)}" text-anchor="end">${group.label}</text>${bar}${dot}
`
  })
  const chance = markup`<path d="M${x.at(0.5)} ${pt(top)}V${pt(bottom)}" stroke="${theme.paint('inkSoft')}" stroke-width=".75" stroke-dasharray="2 2"/>
`
  return {
    widthPt,
    heightPt: bottom + 3.1 * fontPt,
    title,
    description: groups.map(group => `${label} ${group.label}: v ${group.estimate.v?.toFixed(3) ?? 'none'}`).join('; '),
    content: markup`${bottomAxis(frame, x, top, bottom, `v by ${label.toLowerCase()}`)}${chance}${rows}`,
    frame,
  }
}

import type { Calibration } from '../../evaluate/calibration.ts'
import { markup } from '../markup.ts'
import { bottomAxis, leftAxis, linearScale } from './axis.ts'
import { type Figure, type FigureFrame, pt } from './figure.ts'

/** Reliability: how often the truth is Yes, against the P(Yes) that the model gave; discs grow with the number of answers. */
export function calibrationChart({ bins, ece }: Calibration, title: string, frame: FigureFrame): Figure {
  const { fontPt, widthPt, theme } = frame
  const [left, top] = [4.6 * fontPt, 0.6 * fontPt]
  const right = Math.min(widthPt - 0.8 * fontPt, left + 22 * fontPt)
  const bottom = top + (right - left)
  // Room for the largest disc around the square of probabilities: models without doubt answer on its corners.
  const inset = 1.1 * fontPt
  const x = linearScale([0, 1], [left + inset, right - inset], 5)
  const y = linearScale([0, 1], [bottom - inset, top + inset], 5)
  const most = Math.max(...bins.map(bin => bin.n))
  const discs = bins.flatMap(({ n, meanPYes, yesShare }) => {
    if (meanPYes === null || yesShare === null) return []
    const radius = pt(fontPt * (0.25 + 0.75 * Math.sqrt(n / most)))
    return [
      markup`<circle cx="${x.at(meanPYes)}" cy="${y.at(yesShare)}" r="${radius}" fill="${theme.paint('accent')}" fill-opacity=".75"><title>${n} answers: mean P(Yes) ${meanPYes.toFixed(3)}, Yes is true for ${yesShare.toFixed(3)}</title></circle>
`,
    ]
  })
  const diagonal = markup`<path d="M${x.at(0)} ${y.at(0)}L${x.at(1)} ${y.at(1)}" stroke="${theme.paint('inkSoft')}" stroke-width=".75" stroke-dasharray="2 2"/>
`
  return {
    widthPt,
    heightPt: bottom + 3.2 * fontPt,
    title,
    description: `Reliability diagram; expected calibration error ${ece.toFixed(3)}.`,
    content: markup`${bottomAxis(frame, x, top, bottom, 'P(Yes) given by the model')}${leftAxis(frame, y, left, right, 'share where Yes is true')}${diagonal}${discs}`,
    frame,
  }
}

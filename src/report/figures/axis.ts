import { scaleLinear } from 'd3-scale'
import { type Markup, markup } from '../markup.ts'
import { type FigureFrame, pt } from './figure.ts'

/** A linear scale from data to points, with round ticks. */
export interface Scale {
  readonly at: (value: number) => number
  readonly ticks: readonly { readonly value: number; readonly label: string }[]
}

/** @param wholeOnly ticks at whole numbers alone: for what is counted, such as layers */
export function linearScale(
  domain: readonly [number, number],
  rangePt: readonly [number, number],
  tickCount = 5,
  wholeOnly = false,
): Scale {
  const scale = scaleLinear().domain(domain).range(rangePt)
  const format = scale.tickFormat(tickCount)
  const values = scale.ticks(tickCount).filter(value => !wholeOnly || Number.isInteger(value))
  const ticks = values.map(value => ({ value, label: format(value) }))
  return { at: value => pt(scale(value)), ticks }
}

/** A horizontal axis below a plot: grid lines up to `topPt`, tick labels, title. */
export function bottomAxis(frame: FigureFrame, scale: Scale, topPt: number, bottomPt: number, title: string): Markup {
  const { fontPt, theme } = frame
  const [first, last] = [scale.ticks[0], scale.ticks.at(-1)]
  const middle = first && last ? (scale.at(first.value) + scale.at(last.value)) / 2 : 0
  const ticks = scale.ticks.map(
    ({
      value,
      label,
    }) => markup`<path d="M${scale.at(value)} ${pt(topPt)}V${pt(bottomPt)}" stroke="${theme.paint('line')}" stroke-width=".5"/>
<text x="${scale.at(value)}" y="${pt(bottomPt + 1.3 * fontPt)}" text-anchor="middle" fill="${theme.paint('inkSoft')}">${label}</text>
`,
  )
  return markup`${ticks}<text x="${pt(middle)}" y="${pt(bottomPt + 2.7 * fontPt)}" text-anchor="middle">${title}</text>
`
}

/** A vertical axis left of a plot: grid lines up to `rightPt`, tick labels, title turned by 90°. */
export function leftAxis(frame: FigureFrame, scale: Scale, leftPt: number, rightPt: number, title: string): Markup {
  const { fontPt, theme } = frame
  const [first, last] = [scale.ticks[0], scale.ticks.at(-1)]
  const middle = first && last ? pt((scale.at(first.value) + scale.at(last.value)) / 2) : 0
  const ticks = scale.ticks.map(
    ({
      value,
      label,
    }) => markup`<path d="M${pt(leftPt)} ${scale.at(value)}H${pt(rightPt)}" stroke="${theme.paint('line')}" stroke-width=".5"/>
<text x="${pt(leftPt - 0.4 * fontPt)}" y="${pt(scale.at(value) + 0.35 * fontPt)}" text-anchor="end" fill="${theme.paint('inkSoft')}">${label}</text>
`,
  )
  const x = pt(leftPt - 3 * fontPt)
  return markup`${ticks}<text x="${x}" y="${middle}" transform="rotate(-90 ${x} ${middle})" text-anchor="middle">${title}</text>
`
}

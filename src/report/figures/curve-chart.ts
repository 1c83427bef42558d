import type { Breakdown, BreakdownGroup } from '../../evaluate/breakdown.ts'
import { evaluateFit } from '../../evaluate/psychometric.ts'
import { type Markup, markup } from '../markup.ts'
import type { TokenName } from '../tokens.ts'
import { bottomAxis, leftAxis, linearScale, type Scale } from './axis.ts'
import { type Figure, type FigureFrame, pt } from './figure.ts'

const SERIES = [
  { scalar: 'v', label: 'v', token: 'ink', shape: 'square' },
  { scalar: 'vCons', label: 'consistent', token: 'consistent', shape: 'disc' },
  { scalar: 'vCtr', label: 'counter', token: 'counter', shape: 'diamond' },
] as const satisfies readonly { scalar: string; label: string; token: TokenName; shape: string }[]
type Series = (typeof SERIES)[number]

/**
 * v, vCons, vCtr against a numeric factor: points with intervals, and the fitted psychometric curves where they explain
 * the points.
 */
export function curveChart(breakdown: Breakdown, title: string, frame: FigureFrame): Figure {
  const { fontPt, widthPt, theme } = frame
  const [left, right, top] = [4.6 * fontPt, widthPt - 0.8 * fontPt, 2.2 * fontPt]
  const bottom = top + Math.min(0.55 * widthPt, 22 * fontPt)
  const xs = breakdown.groups.map(group => group.x!)
  const pad = (xs.at(-1)! - xs[0]!) * 0.04
  const x = linearScale([xs[0]! - pad, xs.at(-1)! + pad], [left, right], 5)
  const y = linearScale([0, 1], [bottom, top], 5)
  const unit = breakdown.unit ? ` (${breakdown.unit})` : ''
  const chance = markup`<path d="M${pt(left)} ${y.at(0.5)}H${pt(right)}" stroke="${theme.paint('inkSoft')}" stroke-width=".75" stroke-dasharray="2 2"/>
`
  const series = SERIES.filter(({ scalar }) => breakdown.groups.some(group => group.estimate[scalar] !== null))
  const drawn = series.map(item => drawSeries(breakdown, item, x, y, frame))
  return {
    widthPt,
    heightPt: bottom + 3.2 * fontPt,
    title,
    description: breakdown.groups
      .map(group => `${breakdown.label} ${group.label}: v ${group.estimate.v?.toFixed(3) ?? 'none'}`)
      .join('; '),
    content: markup`${bottomAxis(frame, x, top, bottom, `${breakdown.label}${unit}`)}${leftAxis(frame, y, left, right, 'P(true answer)')}${chance}${drawn}${legend(frame, series, left)}`,
    frame,
  }
}

function drawSeries(breakdown: Breakdown, series: Series, x: Scale, y: Scale, frame: FigureFrame): Markup {
  const { scalar, token } = series
  const color = frame.theme.paint(token)
  const points = breakdown.groups.flatMap(group => {
    const value = group.estimate[scalar]
    return value === null ? [] : [drawPoint(group, value, series, x, y, frame)]
  })
  const fit = breakdown.fits?.[scalar]
  const path = fit ? fitPath(breakdown, value => evaluateFit(fit, value), x, y) : joined(breakdown, scalar, x, y)
  return markup`<path d="${path}" fill="none" stroke="${color}" stroke-width="${fit ? '1.1' : '.6'}"/>
${points}`
}

function drawPoint(
  group: BreakdownGroup,
  value: number,
  { scalar, token, shape }: Series,
  x: Scale,
  y: Scale,
  frame: FigureFrame,
): Markup {
  const color = frame.theme.paint(token)
  const [cx, cy] = [x.at(group.x!), y.at(value)]
  const ci = group.ci[scalar]
  const bar =
    ci &&
    markup`<path d="M${cx} ${y.at(ci[0])}V${y.at(ci[1])}" stroke="${color}" stroke-width=".8" stroke-opacity=".6"/>`
  return markup`${bar}${mark(shape, cx, cy, 0.3 * frame.fontPt, color)}
`
}

function mark(shape: Series['shape'], cx: number, cy: number, r: number, fill: string): Markup {
  const size = pt(r)
  if (shape === 'disc') return markup`<circle cx="${cx}" cy="${cy}" r="${size}" fill="${fill}"/>`
  if (shape === 'square') {
    return markup`<rect x="${pt(cx - r)}" y="${pt(cy - r)}" width="${pt(2 * r)}" height="${pt(2 * r)}" fill="${fill}"/>`
  }
  const d = pt(1.3 * r)
  return markup`<path d="M${cx} ${pt(cy - d)}l${d} ${d}l${-d} ${d}l${-d} ${-d}z" fill="${fill}"/>`
}

function fitPath(breakdown: Breakdown, height: (value: number) => number, x: Scale, y: Scale): string {
  const [lo, hi] = [breakdown.groups[0]!.x!, breakdown.groups.at(-1)!.x!]
  const steps = 60
  const points = Array.from({ length: steps + 1 }, (_, i) => {
    const value = lo + ((hi - lo) * i) / steps
    return `${x.at(value)} ${y.at(height(value))}`
  })
  return `M${points.join('L')}`
}

function joined(breakdown: Breakdown, scalar: Series['scalar'], x: Scale, y: Scale): string {
  const points = breakdown.groups.flatMap(group => {
    const value = group.estimate[scalar]
    return value === null ? [] : [`${x.at(group.x!)} ${y.at(value)}`]
  })
  return `M${points.join('L')}`
}

function legend(frame: FigureFrame, series: readonly Series[], leftPt: number): Markup {
  const { fontPt, theme } = frame
  let at = leftPt
  const items = series.map(({ label, token, shape }) => {
    const item = markup`${mark(shape, pt(at + 0.4 * fontPt), pt(0.65 * fontPt), 0.3 * fontPt, theme.paint(token))}<text x="${pt(at + 1.1 * fontPt)}" y="${pt(0.95 * fontPt)}">${label}</text>
`
    at += (0.55 * label.length + 2.6) * fontPt
    return item
  })
  return markup`${items}`
}

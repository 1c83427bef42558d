import { type Markup, markup } from '../markup.ts'
import type { TokenName } from '../tokens.ts'
import { bottomAxis, leftAxis, linearScale, type Scale } from './axis.ts'
import { type Figure, type FigureFrame, pt } from './figure.ts'
import { drawMark, type MarkShape } from './marks.ts'

export interface LinePoint {
  readonly x: number
  readonly y: number
  /** Drawn as a band. */
  readonly ci?: readonly [number, number] | null
}

export interface LineSeries {
  readonly label: string
  readonly token: TokenName
  readonly shape: MarkShape
  readonly points: readonly LinePoint[]
  /** A second way of measuring the same: dashed, hollow. */
  readonly dashed?: boolean
}

export interface LineChartOptions {
  readonly title: string
  readonly xTitle: string
  readonly yTitle: string
  readonly series: readonly LineSeries[]
  /** What chance gives: a grey band. */
  readonly chance?: readonly { readonly x: number; readonly band: readonly [number, number] }[]
  /** A vertical line with a word. */
  readonly marked?: { readonly x: number; readonly label: string } | null
  /** Names of the places on the x axis, instead of numbers. */
  readonly places?: readonly { readonly x: number; readonly label: string }[]
}

/** Lines with bands over a common x axis; the scale of y always holds 0. */
export function lineChart(options: LineChartOptions, frame: FigureFrame): Figure {
  const { fontPt, widthPt } = frame
  const [left, right] = [4.6 * fontPt, widthPt - 0.8 * fontPt]
  const places = legendPlaces(options.series, fontPt, left, right)
  const top = Math.max(...places.map(place => place.y)) + 2.75 * fontPt
  const bottom = top + Math.min(0.5 * widthPt, 20 * fontPt)
  const x = xScale(options, left, right)
  const y = linearScale(yDomain(options), [bottom, top], 5)
  const axes = markup`${bottomAxis(frame, x, top, bottom, options.xTitle)}${leftAxis(frame, y, left, right, options.yTitle)}`
  const zero = markup`<path d="M${pt(left)} ${y.at(0)}H${pt(right)}" stroke="${frame.theme.paint('inkSoft')}" stroke-width=".75"/>
`
  return {
    widthPt,
    heightPt: bottom + 3.2 * fontPt,
    title: options.title,
    description: options.series.map(describe).join('; '),
    content: markup`${axes}${chanceBand(options, x, y, frame)}${zero}${markedLine(options, x, top, bottom, frame)}${options.series.map(series => drawSeries(series, x, y, frame))}${legend(options.series, places, frame)}`,
    frame,
  }
}

function describe({ label, points }: LineSeries): string {
  if (points.length === 0) return `${label}: none`
  const best = points.reduce((a, b) => (b.y > a.y ? b : a))
  return `${label}: highest ${best.y.toFixed(3)} at ${placeText(best.x)}`
}

/** A place on the x axis: a whole number, or a share in three digits. */
const placeText = (x: number): string => String(Number(x.toFixed(3)))

function xScale({ series, places }: LineChartOptions, left: number, right: number): Scale {
  const xs = series.flatMap(item => item.points.map(point => point.x))
  const [lo, hi] = [Math.min(...xs), Math.max(...xs)]
  const pad = hi > lo ? (hi - lo) * 0.04 : 0.5
  const scale = linearScale([lo - pad, hi + pad], [left, right], 8, xs.every(Number.isInteger))
  if (!places) return scale
  return { at: scale.at, ticks: places.map(({ x, label }) => ({ value: x, label })) }
}

function yDomain({ series, chance = [] }: LineChartOptions): [number, number] {
  const values = [
    0,
    ...series.flatMap(item => item.points.flatMap(point => [point.y, ...(point.ci ?? [])])),
    ...chance.flatMap(item => item.band),
  ]
  const [lo, hi] = [Math.min(...values), Math.max(...values)]
  const pad = (hi - lo || 1) * 0.06
  return [lo < 0 ? lo - pad : 0, hi + pad]
}

function area(points: readonly { x: number; band: readonly [number, number] }[], x: Scale, y: Scale): string {
  const upper = points.map(({ x: at, band }) => `${x.at(at)} ${y.at(band[1])}`)
  const lower = [...points].reverse().map(({ x: at, band }) => `${x.at(at)} ${y.at(band[0])}`)
  return `M${[...upper, ...lower].join('L')}Z`
}

function chanceBand({ chance = [] }: LineChartOptions, x: Scale, y: Scale, { theme }: FigureFrame): Markup | null {
  if (chance.length === 0) return null
  return markup`<path d="${area(chance, x, y)}" fill="${theme.paint('ambiguous')}" fill-opacity=".35" stroke="${theme.paint('ambiguous')}" stroke-width=".5"><title>95 % of what chance gives</title></path>
`
}

function markedLine(
  { marked }: LineChartOptions,
  x: Scale,
  topPt: number,
  bottomPt: number,
  { fontPt, theme }: FigureFrame,
): Markup | null {
  if (!marked) return null
  const at = x.at(marked.x)
  return markup`<path d="M${at} ${pt(topPt - 0.3 * fontPt)}V${pt(bottomPt)}" stroke="${theme.paint('ink')}" stroke-width=".9" stroke-dasharray="3 2"/>
<text x="${at}" y="${pt(topPt - 0.6 * fontPt)}" text-anchor="middle" font-weight="bold">${marked.label}</text>
`
}

function drawSeries(
  { label, token, shape, points, dashed }: LineSeries,
  x: Scale,
  y: Scale,
  frame: FigureFrame,
): Markup {
  const color = frame.theme.paint(token)
  const banded = points.flatMap(({ x: at, ci }) => (ci ? [{ x: at, band: ci }] : []))
  const band =
    banded.length > 1 && markup`<path d="${area(banded, x, y)}" fill="${color}" fill-opacity=".18" stroke="none"/>`
  const path = `M${points.map(point => `${x.at(point.x)} ${y.at(point.y)}`).join('L')}`
  const marks = points.map(
    point =>
      markup`<g>${drawMark(shape, x.at(point.x), y.at(point.y), 0.24 * frame.fontPt, color, dashed)}<title>${label}, ${placeText(point.x)}: ${point.y.toFixed(3)}</title></g>
`,
  )
  return markup`${band}<path d="${path}" fill="none" stroke="${color}" stroke-width="1"${dashed && markup` stroke-dasharray="3 1.5"`}/>
${marks}`
}

/** Where each series' key stands: side by side, and in a further line where the width is used up. */
function legendPlaces(series: readonly LineSeries[], fontPt: number, leftPt: number, rightPt: number) {
  let [at, y] = [leftPt, 0.65 * fontPt]
  return series.map(({ label }) => {
    const width = (0.52 * label.length + 2) * fontPt
    if (at + width > rightPt && at > leftPt) [at, y] = [leftPt, y + 1.4 * fontPt]
    const place = { x: at, y }
    at += width + 1.2 * fontPt
    return place
  })
}

function legend(
  series: readonly LineSeries[],
  places: readonly { readonly x: number; readonly y: number }[],
  { fontPt, theme }: FigureFrame,
): Markup {
  return markup`${series.map(({ label, token, shape, dashed }, i) => {
    const { x, y } = places[i]!
    const color = theme.paint(token)
    return markup`<path d="M${pt(x)} ${pt(y)}h${pt(1.6 * fontPt)}" stroke="${color}" stroke-width="1"${dashed && markup` stroke-dasharray="3 1.5"`}/>${drawMark(shape, x + 0.8 * fontPt, y, 0.26 * fontPt, color, dashed)}<text x="${pt(x + 2 * fontPt)}" y="${pt(y + 0.33 * fontPt)}">${label}</text>
`
  })}`
}

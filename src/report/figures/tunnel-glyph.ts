import { directionOf } from '../../core/tunnel.ts'
import { type Markup, markup } from '../markup.ts'
import { type FigureFrame, pt } from './figure.ts'

/** The tunnel's opening as a small square, with a dot where an object at this angle touches the wall. */
export function tunnelGlyph(frame: FigureFrame, thetaDeg: number, xPt: number, yPt: number, sizePt: number): Markup {
  const { theme } = frame
  const half = sizePt / 2
  const [cos, sin] = directionOf(thetaDeg)
  const reach = (0.62 * half) / Math.max(Math.abs(cos), Math.abs(sin))
  return markup`<g><rect x="${pt(xPt - half)}" y="${pt(yPt - half)}" width="${pt(sizePt)}" height="${pt(sizePt)}" fill="${theme.paint('surface')}" stroke="${theme.paint('edge')}" stroke-width=".5"/><circle cx="${pt(xPt + reach * cos)}" cy="${pt(yPt - reach * sin)}" r="${pt(0.3 * half)}" fill="${theme.paint('ink')}"/></g>
`
}

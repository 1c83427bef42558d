import { type Markup, markup } from '../markup.ts'
import { pt } from './figure.ts'

/** Shapes that tell series apart without colour. */
export type MarkShape = 'disc' | 'square' | 'diamond' | 'triangle' | 'triangle-down' | 'cross'

/** A mark of about the same area whatever its shape; `hollow` draws its outline. */
export function drawMark(shape: MarkShape, cx: number, cy: number, r: number, color: string, hollow = false): Markup {
  const paint = hollow ? markup`fill="none" stroke="${color}" stroke-width="${pt(r / 2.6)}"` : markup`fill="${color}"`
  if (shape === 'disc') return markup`<circle cx="${pt(cx)}" cy="${pt(cy)}" r="${pt(r)}" ${paint}/>`
  if (shape === 'square') {
    const side = 1.8 * r
    return markup`<rect x="${pt(cx - side / 2)}" y="${pt(cy - side / 2)}" width="${pt(side)}" height="${pt(side)}" ${paint}/>`
  }
  if (shape === 'cross') {
    const d = pt(r)
    return markup`<path d="M${pt(cx - r)} ${pt(cy)}h${2 * d}M${pt(cx)} ${pt(cy - r)}v${2 * d}" stroke="${color}" stroke-width="${pt(r / 2)}" fill="none"/>`
  }
  const d = pt(1.25 * r)
  if (shape === 'diamond')
    return markup`<path d="M${pt(cx)} ${pt(cy - d)}l${d} ${d}l${-d} ${d}l${-d} ${-d}z" ${paint}/>`
  const up = shape === 'triangle' ? 1 : -1
  return markup`<path d="M${pt(cx)} ${pt(cy - up * d)}l${d} ${pt(up * 1.8 * d)}h${pt(-2 * d)}z" ${paint}/>`
}

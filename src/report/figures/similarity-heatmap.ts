import { CATEGORIES } from '../../core/relations.ts'
import { type Markup, markup } from '../markup.ts'
import { type Figure, type FigureFrame, pt } from './figure.ts'

/** 6 × 6 cosines of the categories' mean Δ with the numbers in the cells; the corners that VD-EI reads are outlined. */
export function similarityHeatmap(
  similarity: readonly (readonly (number | null)[])[],
  title: string,
  frame: FigureFrame,
): Figure {
  const { fontPt, widthPt, theme } = frame
  const left = 4 * fontPt
  const top = 1.8 * fontPt
  const cell = Math.min((widthPt - left) / CATEGORIES.length, 5 * fontPt)
  const cells = similarity.flatMap((row, a) => row.map((value, b) => drawCell(value, a, b)))
  const labels = CATEGORIES.map((name, i) => {
    const middle = (i + 0.5) * cell
    return markup`<text x="${pt(left + middle)}" y="${pt(top - 0.5 * fontPt)}" text-anchor="middle">${name}</text><text x="${pt(left - 0.5 * fontPt)}" y="${pt(top + middle + 0.35 * fontPt)}" text-anchor="end">${name}</text>
`
  })
  const outline = [
    [2, 4],
    [4, 2],
  ].map(
    ([a, b]) =>
      markup`<rect x="${pt(left + b! * cell)}" y="${pt(top + a! * cell)}" width="${pt(2 * cell)}" height="${pt(2 * cell)}" fill="none" stroke="${theme.paint('ink')}" stroke-width="1.2"/>`,
  )
  return {
    widthPt,
    heightPt: top + CATEGORIES.length * cell + 0.5 * fontPt,
    title,
    description: similarity
      .map((row, a) => `${CATEGORIES[a]}: ${row.map(value => value?.toFixed(2) ?? 'none').join(' ')}`)
      .join('; '),
    content: markup`${labels}${cells}${outline}`,
    frame,
  }

  function drawCell(value: number | null, a: number, b: number): Markup {
    const [x, y] = [left + b * cell, top + a * cell]
    const fill = value === null ? theme.paint('ambiguousWash') : theme.heat((value + 1) / 2)
    const text = value === null ? '–' : value.toFixed(2).replace('-', '−')
    // The scale's ends are strong in both themes: the page's ground is readable on them.
    const ink = value !== null && Math.abs(value) > 0.75 ? theme.paint('surface') : theme.paint('ink')
    return markup`<rect x="${pt(x)}" y="${pt(y)}" width="${pt(cell)}" height="${pt(cell)}" fill="${fill}" stroke="${theme.paint('surface')}" stroke-width=".75"/><text x="${pt(x + cell / 2)}" y="${pt(y + cell / 2 + 0.35 * fontPt)}" text-anchor="middle" fill="${ink}">${text}</text>
`
  }
}

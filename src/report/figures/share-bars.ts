import type { Split } from '../../core/truth.ts'
import { type Markup, markup } from '../markup.ts'
import type { TokenName } from '../tokens.ts'
import { type Figure, type FigureFrame, pt } from './figure.ts'

export interface ShareRow extends Readonly<Record<Split | 'total', number>> {
  readonly label: string
  /** From a paper, not counted here. */
  readonly printed: boolean
}

const SPLITS: readonly { readonly split: Split; readonly token: TokenName; readonly ink: TokenName }[] = [
  { split: 'consistent', token: 'consistent', ink: 'surface' },
  { split: 'counter', token: 'counter', ink: 'surface' },
  { split: 'ambiguous', token: 'ambiguous', ink: 'ink' },
]

/** Shares of the three splits as one bar a benchmark. */
export function shareBars(rows: readonly ShareRow[], frame: FigureFrame): Figure {
  const { fontPt, widthPt, theme } = frame
  const longest = Math.max(...rows.map(row => row.label.length + 2))
  const left = Math.min(0.4 * widthPt, 0.56 * fontPt * longest + fontPt)
  const [top, rowPt, barPt] = [2 * fontPt, 2.2 * fontPt, 1.5 * fontPt]
  const bars = rows.map((row, i) => drawBar(row, left, top + i * rowPt, barPt, frame))
  let at = left
  const legend = SPLITS.map(({ split, token }) => {
    const item = markup`<rect x="${pt(at)}" y="${pt(0.2 * fontPt)}" width="${pt(0.8 * fontPt)}" height="${pt(0.8 * fontPt)}" fill="${theme.paint(token)}"/><text x="${pt(at + 1.2 * fontPt)}" y="${pt(0.95 * fontPt)}">${split}</text>
`
    at += (split.length * 0.55 + 2.6) * fontPt
    return item
  })
  return {
    widthPt,
    heightPt: top + rows.length * rowPt,
    title: 'Shares of the splits',
    description: rows
      .map(row => `${row.label}: ${SPLITS.map(({ split }) => `${row[split]} ${split}`).join(', ')}`)
      .join('; '),
    content: markup`${legend}${bars}`,
    frame,
  }
}

function drawBar(row: ShareRow, leftPt: number, yPt: number, barPt: number, frame: FigureFrame): Markup {
  const { fontPt, widthPt, theme } = frame
  const baseline = pt(yPt + barPt / 2 + 0.35 * fontPt)
  let at = leftPt
  const parts = SPLITS.map(({ split, token, ink }) => {
    const percent = row.total ? (100 * row[split]) / row.total : 0
    const width = (percent / 100) * (widthPt - leftPt)
    const label = `${percent.toFixed(1)} %`
    const text =
      width > 0.6 * fontPt * label.length &&
      markup`<text x="${pt(at + width / 2)}" y="${baseline}" text-anchor="middle" fill="${theme.paint(ink)}">${label}</text>`
    const part = markup`<rect x="${pt(at)}" y="${pt(yPt)}" width="${pt(width)}" height="${pt(barPt)}" fill="${theme.paint(token)}"/>${text}`
    at += width
    return part
  })
  return markup`<text x="0" y="${baseline}"${!row.printed && markup` font-weight="bold"`}>${row.label}${row.printed && ' ‡'}</text><g${row.printed && markup` opacity=".75"`}>${parts}</g>
`
}

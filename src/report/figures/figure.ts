import { type Markup, markup } from '../markup.ts'
import { type FigureTheme, PRINT_THEME } from './figure-theme.ts'

/** Widths of the venues' columns and pages; text of 7 to 9 pt at that size. */
export const FIGURE_PRESETS = {
  'cvpr-column': { widthPt: 3.25 * 72, fontPt: 7 },
  'cvpr-page': { widthPt: 6.875 * 72, fontPt: 8 },
  lncs: { widthPt: (122 / 25.4) * 72, fontPt: 8 },
  neurips: { widthPt: 5.5 * 72, fontPt: 8 },
  /** Half a 16 : 9 slide's width, to be placed at 200 %. */
  slide: { widthPt: (13.333 / 2) * 72, fontPt: 9 },
} as const
export type FigurePreset = keyof typeof FIGURE_PRESETS

/** What a figure is drawn for. Lengths are points (1/72 inch). */
export interface FigureFrame {
  readonly widthPt: number
  readonly fontPt: number
  readonly theme: FigureTheme
}

export const frameOf = (preset: FigurePreset, theme: FigureTheme = PRINT_THEME): FigureFrame => ({
  ...FIGURE_PRESETS[preset],
  theme,
})

/** A drawn figure: SVG content in points, and what it shows, in words. */
export interface Figure {
  readonly widthPt: number
  readonly heightPt: number
  readonly title: string
  /** For a reader who cannot see it. */
  readonly description: string
  readonly content: Markup
  readonly frame: FigureFrame
}

export const FIGURE_FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif"

/**
 * The figure as an SVG element.
 *
 * @param metadata lines that say where the file comes from (command, hashes); kept in `<metadata>`
 */
export function figureSvg(figure: Figure, metadata: readonly string[] = []): string {
  const { widthPt, heightPt, title, description, content, frame } = figure
  const [width, height] = [pt(widthPt), pt(heightPt)]
  return markup`<svg xmlns="http://www.w3.org/2000/svg" width="${width}pt" height="${height}pt" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}" font-family="${FIGURE_FONT}" font-size="${frame.fontPt}" fill="${frame.theme.paint('ink')}">
<title>${title}</title>
<desc>${description}</desc>
${metadata.length > 0 && markup`<metadata>${metadata.join('\n')}</metadata>\n`}${content}
</svg>
`.text
}

/** A length with two decimals: a figure's bytes do not depend on the last bits of a sum. */
export const pt = (length: number): number => Number(length.toFixed(2))

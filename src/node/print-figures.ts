import { readPngChunks, textChunk, writePngChunks } from '../formats/png-chunks.ts'
import { launchBrowser } from './launch-browser.ts'

export const PRINT_FORMATS = ['png', 'pdf'] as const
export type PrintFormat = (typeof PRINT_FORMATS)[number]

/** A figure to print. */
export interface PrintableFigure {
  /** The SVG file's text. */
  readonly svg: string
  readonly widthPt: number
  readonly heightPt: number
  /** Where it comes from: command and hashes; kept in the file. */
  readonly origin: string
}

/** Dots an inch of PNG figures. */
export const PRINT_DPI = 300

/**
 * Prints SVG figures with the browser that also draws the scenes: PDF with lines and letters, PNG at 300 dots an inch,
 * both of the figure's exact size.
 *
 * @returns the files' bytes, in the figures' order
 */
export async function printFigures(figures: readonly PrintableFigure[], format: PrintFormat): Promise<Uint8Array[]> {
  const browser = await launchBrowser('swiftshader')
  try {
    const page = await browser.context.newPage()
    const files: Uint8Array[] = []
    for (const figure of figures) {
      const { widthPt, heightPt, origin } = figure
      await page.setContent(pageOf(figure, format))
      if (format === 'pdf') {
        const size = { width: `${widthPt / 72}in`, height: `${heightPt / 72}in` }
        files.push(undatedPdf(await page.pdf({ ...size, printBackground: true, pageRanges: '1' })))
      } else {
        const [width, height] = [widthPt, heightPt].map(length => Math.ceil((length / 72) * PRINT_DPI)) as [
          number,
          number,
        ]
        await page.setViewportSize({ width, height })
        files.push(pngWithOrigin(await page.screenshot({ type: 'png' }), origin))
      }
    }
    return files
  } finally {
    await browser.close()
  }
}

function pageOf({ svg, widthPt, origin }: PrintableFigure, format: PrintFormat): string {
  const width = format === 'pdf' ? `${widthPt}pt` : `${(widthPt / 72) * PRINT_DPI}px`
  const title = origin.replaceAll('\n', '; ').replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<!doctype html><title>${title}</title><style>@page{margin:0}body{margin:0;background:#fff}svg{display:block;width:${width};height:auto}</style>${svg}`
}

/** Adds the resolution and the origin. */
function pngWithOrigin(bytes: Uint8Array, origin: string): Uint8Array {
  const perMetre = Math.round(PRINT_DPI / 0.0254)
  const resolution = new Uint8Array(9)
  const view = new DataView(resolution.buffer)
  view.setUint32(0, perMetre)
  view.setUint32(4, perMetre)
  view.setUint8(8, 1)
  const [header, ...rest] = readPngChunks(bytes)
  return writePngChunks([header!, { type: 'pHYs', data: resolution }, textChunk('Source', origin), ...rest])
}

/** The same figure gives the same file: dates become those of the epoch, at the same length. */
function undatedPdf(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1')
  return Buffer.from(
    text.replace(/\/(CreationDate|ModDate) ?\(D:\d{14}/g, date => date.replace(/\d{14}/, '19700101000000')),
    'latin1',
  )
}

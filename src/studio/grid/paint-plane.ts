import type { Split } from '../../core/truth.ts'
import { SPLIT_SIGNS, type Theme, TOKENS, type TokenName } from '../../report/tokens.ts'
import type { BitmapQueue } from './bitmap-queue.ts'
import { type Plane, type PlaneCell, placesOf } from './plane.ts'
import type { PlaneView } from './plane-view-state.ts'
import { bitmapKey } from './scene-bitmap.ts'

export interface PaintOptions {
  readonly plane: Plane
  readonly shows: PlaneView['shows']
  readonly theme: Theme
  readonly cellPx: number
  /** Width of the pictures that have been asked for, device pixels. */
  readonly pictureWidthPx: number
  readonly bitmaps: Pick<BitmapQueue, 'get'>
}

/** Draws all cells in CSS pixels: what is there of pictures, framed by their split; otherwise the split itself. */
export function paintPlane(context: CanvasRenderingContext2D, options: PaintOptions): void {
  const { plane, cellPx } = options
  for (const { column, row } of placesOf(plane)) {
    const cell = plane.known(column, row)
    context.save()
    context.translate(column * cellPx, row * cellPx)
    if (cell) paintCell(context, cell, options)
    else fill(context, options, 'sunken', 1, cellPx - 2)
    context.restore()
  }
}

function paintCell(context: CanvasRenderingContext2D, cell: PlaneCell, options: PaintOptions): void {
  const { shows, bitmaps } = options
  const split = cell.split ?? 'ambiguous'
  if (!cell.scene) paintEmpty(context, options)
  else if (shows === 'splits') paintSplit(context, cell, split, options)
  else {
    const bitmap = bitmaps.get(bitmapKey(cell.key, options.pictureWidthPx))
    paintPicture(context, bitmap, split, options)
  }
}

/** The picture framed by its split; until it has come, the split's own ground. */
function paintPicture(
  context: CanvasRenderingContext2D,
  bitmap: ImageBitmap | undefined,
  split: Split,
  options: PaintOptions,
): void {
  const { cellPx } = options
  fill(context, options, split, 1, cellPx - 2)
  const inner = cellPx - 6
  if (bitmap) {
    const scale = Math.min(inner / bitmap.width, inner / bitmap.height)
    const [width, height] = [bitmap.width * scale, bitmap.height * scale]
    context.drawImage(bitmap, 3 + (inner - width) / 2, 3 + (inner - height) / 2, width, height)
  } else fill(context, options, `${split}Wash`, 3, inner)
  if (cellPx >= 36) {
    fill(context, options, split, 1, 12)
    paintGlyph(context, split, 7, 7, 3.4, TOKENS.surface[options.theme])
  }
}

/** The split alone: the stronger, the farther from the margin. */
function paintSplit(
  context: CanvasRenderingContext2D,
  { scene, higherPx }: PlaneCell,
  split: Split,
  options: PaintOptions,
): void {
  const { cellPx, theme } = options
  const share = Math.min(1, Math.abs(higherPx ?? 0) / (0.4 * scene!.camera.heightPx))
  fill(context, options, `${split}Wash`, 1, cellPx - 2)
  context.globalAlpha = split === 'ambiguous' ? 0.35 : 0.25 + 0.75 * share
  fill(context, options, split, 1, cellPx - 2)
  context.globalAlpha = 1
  const ink = split === 'ambiguous' || share < 0.4 ? TOKENS[`${split}Ink`][theme] : TOKENS.surface[theme]
  paintGlyph(context, split, cellPx / 2, cellPx / 2, Math.min(7, cellPx / 6), ink)
}

/** The split without its colour. */
function paintGlyph(
  context: CanvasRenderingContext2D,
  split: Split,
  x: number,
  y: number,
  half: number,
  color: string,
): void {
  context.save()
  context.fillStyle = color
  context.translate(x - half, y - half)
  context.scale(half / 5, half / 5)
  context.fill(new Path2D(SPLIT_SIGNS[split]))
  context.restore()
}

function paintEmpty(context: CanvasRenderingContext2D, options: PaintOptions): void {
  const { cellPx, theme } = options
  fill(context, options, 'sunken', 1, cellPx - 2)
  context.strokeStyle = TOKENS.line[theme]
  context.lineWidth = 1
  context.beginPath()
  context.moveTo(3, cellPx - 3)
  context.lineTo(cellPx - 3, 3)
  context.stroke()
}

function fill(
  context: CanvasRenderingContext2D,
  { theme }: PaintOptions,
  token: TokenName,
  from: number,
  side: number,
): void {
  context.fillStyle = TOKENS[token][theme]
  context.fillRect(from, from, side, side)
}

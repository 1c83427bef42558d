import { useEffect, useRef } from 'react'
import { useStudio, useStudioServices } from '../store/use-studio.ts'
import { useResolvedTheme } from '../ui/use-resolved-theme.ts'
import { paintPlane } from './paint-plane.ts'
import { columnsOf, type Plane, rowsOf } from './plane.ts'

/** More than this many pixels are not worth a sharper picture. */
const MAX_PIXELS = 24e6

export interface PlaneCanvasProps {
  readonly plane: Plane
  /** Cells computed so far: a change draws again. */
  readonly filled: number
  readonly cellPx: number
  readonly pictureWidthPx: number
}

/** All cells in one canvas; drawn when something has come in, never otherwise. */
export function PlaneCanvas({ plane, filled, cellPx, pictureWidthPx }: PlaneCanvasProps) {
  const { thumbnails } = useStudioServices()
  const shows = useStudio(state => state.plane.shows)
  const theme = useResolvedTheme()
  const ref = useRef<HTMLCanvasElement>(null)
  const [width, height] = [columnsOf(plane) * cellPx, rowsOf(plane) * cellPx]
  // biome-ignore lint/correctness/useExhaustiveDependencies: `filled` says that the plane has more cells than before
  useEffect(() => {
    const canvas = ref.current!
    const context = canvas.getContext('2d')!
    const ratio = width * height * devicePixelRatio ** 2 > MAX_PIXELS ? 1 : devicePixelRatio
    let frame = 0
    const draw = () => {
      frame = 0
      const [widthPx, heightPx] = [Math.round(width * ratio), Math.round(height * ratio)]
      if (canvas.width !== widthPx) canvas.width = widthPx
      if (canvas.height !== heightPx) canvas.height = heightPx
      context.setTransform(ratio, 0, 0, ratio, 0, 0)
      context.imageSmoothingQuality = 'high'
      context.clearRect(0, 0, width, height)
      paintPlane(context, { plane, shows, theme, cellPx, pictureWidthPx, bitmaps: thumbnails })
    }
    const later = () => {
      frame ||= requestAnimationFrame(draw)
    }
    draw()
    const unsubscribe = thumbnails.subscribe(later)
    return () => {
      unsubscribe()
      cancelAnimationFrame(frame)
    }
  }, [plane, filled, shows, theme, cellPx, pictureWidthPx, width, height, thumbnails])
  return <canvas ref={ref} style={{ display: 'block', width, height }} />
}

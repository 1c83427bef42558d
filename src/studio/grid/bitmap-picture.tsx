import { useEffect, useRef } from 'react'
import { useStudioServices } from '../store/use-studio.ts'

export interface BitmapPictureProps {
  /** Keys of the same picture, the best first: the first that is there is drawn. */
  readonly keys: readonly string[]
  readonly widthPx: number
  readonly heightPx: number
  /** Left out where what is around the picture names it. */
  readonly label?: string
  readonly className?: string | undefined
}

/** A picture of the studio's queue; it shows the small one until the large one has come. */
export function BitmapPicture({ keys, widthPx, heightPx, label, className }: BitmapPictureProps) {
  const { thumbnails } = useStudioServices()
  const ref = useRef<HTMLCanvasElement>(null)
  const wanted = keys.join('\n')
  useEffect(() => {
    const context = ref.current!.getContext('2d')!
    let shown = ''
    const draw = () => {
      const key = wanted.split('\n').find(name => thumbnails.get(name))
      if (key === undefined || key === shown) return
      shown = key
      context.imageSmoothingQuality = 'high'
      context.drawImage(thumbnails.get(key)!, 0, 0, widthPx, heightPx)
    }
    draw()
    if (shown === '') context.clearRect(0, 0, widthPx, heightPx)
    return thumbnails.subscribe(draw)
  }, [wanted, widthPx, heightPx, thumbnails])
  const named = label === undefined ? {} : { role: 'img', 'aria-label': label }
  return <canvas ref={ref} className={className} width={widthPx} height={heightPx} {...named} />
}

import { useEffect, useState } from 'react'
import { useStudioServices } from '../store/use-studio.ts'

/** A pause without a question before each picture counts, ms: the last answer's key is up again. */
const SETTLE_MS = 150

/** Since when a picture has been on the screen, in the time of events; null until then. */
export function useBitmapReady(key: string): number | null {
  const { thumbnails } = useStudioServices()
  const [ready, setReady] = useState<{ readonly key: string; readonly atMs: number } | null>(null)
  useEffect(() => {
    let frame = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      if (timer !== undefined || !thumbnails.get(key)) return
      timer = setTimeout(() => {
        // The second frame after it has been drawn is the first that surely shows it.
        frame = requestAnimationFrame(() => {
          frame = requestAnimationFrame(() => setReady({ key, atMs: performance.now() }))
        })
      }, SETTLE_MS)
    }
    look()
    const unsubscribe = thumbnails.subscribe(look)
    return () => {
      unsubscribe()
      clearTimeout(timer)
      cancelAnimationFrame(frame)
    }
  }, [key, thumbnails])
  return ready?.key === key ? ready.atMs : null
}

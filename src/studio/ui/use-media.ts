import { useSyncExternalStore } from 'react'

/** Whether a media query holds, now and as it changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    changed => {
      const list = window.matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => window.matchMedia(query).matches,
  )
}

/** The window's size in CSS pixels, now and as it changes. */
export function useWindowSize(): { readonly width: number; readonly height: number } {
  const text = useSyncExternalStore(
    changed => {
      window.addEventListener('resize', changed)
      return () => window.removeEventListener('resize', changed)
    },
    () => `${window.innerWidth} ${window.innerHeight}`,
  )
  const [width = 0, height = 0] = text.split(' ').map(Number)
  return { width, height }
}

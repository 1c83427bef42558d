import { whenIdle } from '../ui/when-idle.ts'

/** A picture that a page would like to have. */
export interface Wish {
  readonly key: string
  /** Costs a few milliseconds, or waits for a file. */
  readonly make: () => Promise<ImageBitmap | null>
}

/**
 * Small pictures, made when the browser is idle and kept: a page says what it would like to show, most wanted first,
 * and draws what is there. Never in the way of a key or a scroll.
 */
export interface BitmapQueue {
  get(key: string): ImageBitmap | undefined
  /** Replaces all earlier wishes: what is no longer in sight is not made. */
  want(wishes: readonly Wish[]): void
  /** Called after pictures have come in. */
  subscribe(listener: () => void): () => void
}

/** Room for all of a 32 × 32 plane at 96 px twice over. */
const KEPT_BYTES = 96 * 1024 * 1024
/** Longest stretch of work without letting anything else in. */
const SLICE_MS = 24

export function createBitmapQueue(keptBytes = KEPT_BYTES): BitmapQueue {
  const kept = new Map<string, ImageBitmap>()
  const failed = new Set<string>()
  const listeners = new Set<() => void>()
  let bytes = 0
  let wishes: readonly Wish[] = []
  let working = false

  const keep = (key: string, bitmap: ImageBitmap): void => {
    kept.set(key, bitmap)
    bytes += sizeOf(bitmap)
    for (const [old, picture] of kept) {
      if (bytes <= keptBytes || old === key) break
      kept.delete(old)
      bytes -= sizeOf(picture)
      picture.close()
    }
  }

  const work = async (): Promise<void> => {
    const end = performance.now() + SLICE_MS
    do {
      const wish = wishes.find(({ key }) => !kept.has(key) && !failed.has(key))
      if (!wish) {
        working = false
        break
      }
      const bitmap = await wish.make().catch(() => null)
      if (bitmap) keep(wish.key, bitmap)
      else failed.add(wish.key)
    } while (performance.now() < end)
    for (const listener of listeners) listener()
    if (working) whenIdle(() => void work())
  }

  return {
    get: key => {
      const bitmap = kept.get(key)
      if (bitmap) {
        kept.delete(key)
        kept.set(key, bitmap)
      }
      return bitmap
    },
    want: next => {
      wishes = next
      failed.clear()
      if (working || next.length === 0) return
      working = true
      whenIdle(() => void work())
    },
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const sizeOf = ({ width, height }: ImageBitmap): number => 4 * width * height

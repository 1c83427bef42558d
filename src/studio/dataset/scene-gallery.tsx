import { type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import { BitmapPicture } from '../grid/bitmap-picture.tsx'
import type { Wish } from '../grid/bitmap-queue.ts'
import { SplitSign } from '../grid/split-tag.tsx'
import { openScene } from '../store/studio-store.ts'
import { useStudioServices } from '../store/use-studio.ts'
import { type BrowsedScene, type LoadedDataset, pairOf } from './loaded-dataset.ts'
import styles from './scene-gallery.module.css'
import { thumbnailWish } from './thumbnail-wish.ts'

export interface SceneGalleryProps {
  readonly dataset: LoadedDataset
  readonly scenes: readonly BrowsedScene[]
  readonly selected: number
  readonly onSelect: (index: number) => void
}

const CAPTION_PX = 24
const GAP_PX = 8
/** Tiles are at least this wide, CSS pixels. */
const TILE_PX = 108
/** Rows kept beyond the edges of what is in sight. */
const EXTRA_ROWS = 2

/** Thumbnails of thousands of scenes: only those in sight exist. One stop for the tab key, arrows choose. */
export function SceneGallery({ dataset, scenes, selected, onSelect }: SceneGalleryProps) {
  const studio = useStudioServices()
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const { columns, tilePx, first, last } = useWindowOf(scroller, scenes.length)
  const rowPx = tilePx + CAPTION_PX + GAP_PX
  const picturePx = Math.round(tilePx * Math.min(2, devicePixelRatio))
  const inSight = useMemo(() => scenes.slice(first, last), [scenes, first, last])
  const wishes = useMemo(
    (): Wish[] => inSight.map(scene => thumbnailWish(studio, dataset, scene, picturePx)),
    [studio, dataset, inSight, picturePx],
  )
  useEffect(() => studio.thumbnails.want(wishes), [studio, wishes])
  useEffect(() => () => studio.thumbnails.want([]), [studio])
  const select = (index: number) => {
    const next = Math.min(scenes.length - 1, Math.max(0, index))
    onSelect(next)
    showRow(scroller.current!, Math.floor(next / columns) * rowPx, rowPx)
  }
  return (
    <div
      ref={scroller}
      className={styles.scroller}
      role="listbox"
      aria-label="Scenes"
      tabIndex={0}
      aria-activedescendant={selected >= first && selected < last ? `${id}-${selected}` : undefined}
      onKeyDown={event => {
        const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key]
        const page = { PageDown: 4 * columns, PageUp: -4 * columns }[event.key]
        if (by ?? page) select(selected + (by ?? page)!)
        else if (event.key === 'Home') select(0)
        else if (event.key === 'End') select(scenes.length - 1)
        else if (event.key === 'Enter') {
          if (openScene(studio.store, scenes[selected]!.scene)) studio.store.setState({ page: 'scene' })
        } else return
        event.preventDefault()
      }}
    >
      <div className={styles.all} style={{ height: Math.ceil(scenes.length / columns) * rowPx }}>
        {inSight.map((scene, k) => {
          const index = first + k
          return (
            <Tile
              key={scene.id}
              id={`${id}-${index}`}
              scene={scene}
              pictureKey={wishes[k]!.key}
              place={{ index, count: scenes.length }}
              isSelected={index === selected}
              style={{
                width: tilePx,
                transform: `translate(${(index % columns) * (tilePx + GAP_PX)}px, ${Math.floor(index / columns) * rowPx}px)`,
              }}
              sizePx={[tilePx, picturePx]}
              onSelect={() => onSelect(index)}
            />
          )
        })}
      </div>
    </div>
  )
}

interface TileProps {
  readonly id: string
  readonly scene: BrowsedScene
  readonly pictureKey: string
  readonly place: { readonly index: number; readonly count: number }
  readonly isSelected: boolean
  readonly style: React.CSSProperties
  readonly sizePx: readonly [tile: number, picture: number]
  readonly onSelect: () => void
}

function Tile({ id, scene, pictureKey, place, isSelected, style, sizePx, onSelect }: TileProps) {
  const split = pairOf(scene)?.split
  const [tilePx, picturePx] = sizePx
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are on the list, which keeps the focus
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div
      id={id}
      role="option"
      aria-selected={isSelected}
      aria-posinset={place.index + 1}
      aria-setsize={place.count}
      aria-label={`${scene.id}, ${split ?? 'one object'}`}
      className={styles.tile}
      style={style}
      data-split={split}
      onClick={onSelect}
    >
      <span
        className={styles.picture}
        style={{ height: tilePx, borderColor: split ? `var(--${split})` : 'var(--line)' }}
      >
        <BitmapPicture keys={[pictureKey]} widthPx={picturePx} heightPx={picturePx} />
      </span>
      <span className={styles.caption}>
        {split && (
          <span style={{ color: `var(--${split}-ink)` }}>
            <SplitSign split={split} />
          </span>
        )}
        <span className={styles.id}>{scene.id}</span>
      </span>
    </div>
  )
}

function showRow(scroller: HTMLElement, top: number, rowPx: number): void {
  if (top < scroller.scrollTop) scroller.scrollTop = top
  else if (top + rowPx > scroller.scrollTop + scroller.clientHeight)
    scroller.scrollTop = top + rowPx - scroller.clientHeight
}

/** Which of `count` tiles are in sight, and how large tiles are. */
function useWindowOf(scroller: RefObject<HTMLDivElement | null>, count: number) {
  const [view, setView] = useState({ top: 0, width: 800, height: 800 })
  useEffect(() => {
    const element = scroller.current!
    const read = () =>
      setView({ top: element.scrollTop, width: element.clientWidth - 2 * GAP_PX, height: element.clientHeight })
    const observer = new ResizeObserver(read)
    observer.observe(element)
    element.addEventListener('scroll', read, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', read)
    }
  }, [scroller])
  const columns = Math.max(2, Math.floor((view.width + GAP_PX) / (TILE_PX + GAP_PX)))
  const tilePx = Math.floor((view.width - (columns - 1) * GAP_PX) / columns)
  const rowPx = tilePx + CAPTION_PX + GAP_PX
  const firstRow = Math.max(0, Math.floor(view.top / rowPx) - EXTRA_ROWS)
  const lastRow = Math.ceil((view.top + view.height) / rowPx) + EXTRA_ROWS
  return { columns, tilePx, first: firstRow * columns, last: Math.min(count, lastRow * columns) }
}

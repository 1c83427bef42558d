import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useStudio, useStudioServices } from '../store/use-studio.ts'
import { AxisLabels } from './axis-labels.tsx'
import type { Wish } from './bitmap-queue.ts'
import { type CellPlace, columnsOf, type Plane, placesOf, rowsOf } from './plane.ts'
import { PlaneCanvas } from './plane-canvas.tsx'
import { PlaneGrid } from './plane-grid.tsx'
import styles from './plane-view.module.css'
import { sceneWish } from './scene-bitmap.ts'
import { useVisiblePlaces } from './use-visible-places.ts'

export interface PlaneViewProps {
  readonly plane: Plane
  readonly filled: number
  readonly active: CellPlace
  readonly focus: CellPlace
  readonly onFocus: (place: CellPlace) => void
  readonly onHover: (place: CellPlace | null) => void
  readonly onOpen: (place: CellPlace) => void
  /** Pictures that are wanted before the cells'. */
  readonly firstWishes: readonly Wish[]
}

/** Room for the labels beside the cells, CSS pixels. */
const LABELS_PX = { x: 66, y: 76 } as const
/** Smaller than this a cell is no target and no picture. */
const SMALLEST_CELL_PX = 40

/** The plane with its axes; scrolls when the cells are larger than the room. */
export function PlaneView(props: PlaneViewProps) {
  const { plane, filled, active, focus, firstWishes } = props
  const { current } = plane
  const scroller = useRef<HTMLDivElement>(null)
  const cellPx = useCellPx(plane, scroller)
  const pictureWidthPx = Math.round((cellPx - 6) * Math.min(2, devicePixelRatio))
  useWishes({ plane, filled, cellPx, pictureWidthPx, scroller, firstWishes })
  return (
    <div ref={scroller} className={styles.scroller}>
      <div className={styles.frame}>
        <AxisLabels axis={plane.y} along="y" cellPx={cellPx} active={active.row} />
        <div className={styles.plane}>
          <PlaneCanvas {...{ plane, filled, cellPx, pictureWidthPx }} />
          {current && (
            <Mark place={current} cellPx={cellPx} className={current.exact ? styles.current : styles.nearby} />
          )}
          <Mark place={active} cellPx={cellPx} className={styles.active} />
          <PlaneGrid
            {...{ plane, filled, cellPx, focus }}
            onFocus={props.onFocus}
            onHover={props.onHover}
            onOpen={props.onOpen}
          />
        </div>
        <span className={styles.corner} />
        <AxisLabels axis={plane.x} along="x" cellPx={cellPx} active={active.column} />
      </div>
    </div>
  )
}

interface MarkProps {
  readonly place: CellPlace
  readonly cellPx: number
  readonly className: string | undefined
}

const Mark = ({ place, cellPx, className }: MarkProps) => (
  <div
    className={`${styles.mark} ${className}`}
    style={{
      width: cellPx,
      height: cellPx,
      transform: `translate(${place.column * cellPx}px, ${place.row * cellPx}px)`,
    }}
  />
)

/** The chosen size of a cell, or the largest that needs no scrolling. */
function useCellPx(plane: Plane, scroller: RefObject<HTMLDivElement | null>): number {
  const chosen = useStudio(state => state.plane.cellPx)
  const [room, setRoom] = useState({ width: 0, height: 0 })
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setRoom(entry!.contentRect))
    observer.observe(scroller.current!)
    return () => observer.disconnect()
  }, [scroller])
  if (chosen > 0) return chosen
  const fitting = Math.min((room.width - LABELS_PX.y) / columnsOf(plane), (room.height - LABELS_PX.x) / rowsOf(plane))
  return Math.max(SMALLEST_CELL_PX, Math.min(160, Math.floor(fitting)))
}

interface WishOptions {
  readonly plane: Plane
  readonly filled: number
  readonly cellPx: number
  readonly pictureWidthPx: number
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly firstWishes: readonly Wish[]
}

/** Asks for the pictures of the cells in sight. */
function useWishes({ plane, filled, cellPx, pictureWidthPx, scroller, firstWishes }: WishOptions): void {
  const studio = useStudioServices()
  const pictures = useStudio(state => state.plane.shows === 'pictures')
  const visible = useVisiblePlaces(scroller, cellPx, plane)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `filled` says that the plane has more cells than before
  const wishes = useMemo(() => {
    if (!pictures) return []
    const inSight = placesOf(plane).filter(
      ({ column, row }) =>
        column >= visible.left && column <= visible.right && row >= visible.top && row <= visible.bottom,
    )
    return inSight.flatMap(({ column, row }) => {
      const cell = plane.known(column, row)
      return cell?.scene ? [sceneWish(studio.capturer, cell.scene, cell.key, pictureWidthPx)] : []
    })
  }, [plane, filled, pictures, pictureWidthPx, studio, visible])
  useEffect(() => studio.thumbnails.want([...firstWishes, ...wishes]), [studio, firstWishes, wishes])
  useEffect(() => () => studio.thumbnails.want([]), [studio])
}

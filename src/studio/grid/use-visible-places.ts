import { type RefObject, useEffect, useState } from 'react'
import { columnsOf, type Plane, rowsOf } from './plane.ts'

/** Columns and rows in sight, both ends included. */
export interface VisiblePlaces {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

const ALL: VisiblePlaces = { left: 0, right: Infinity, top: 0, bottom: Infinity }

/** Which cells of the plane the scroller shows, with one more on every side. */
export function useVisiblePlaces(
  scroller: RefObject<HTMLDivElement | null>,
  cellPx: number,
  plane: Plane,
): VisiblePlaces {
  const [places, setPlaces] = useState(ALL)
  const [columns, rows] = [columnsOf(plane), rowsOf(plane)]
  useEffect(() => {
    const element = scroller.current!
    const read = () => {
      const next = {
        left: Math.max(0, Math.floor(element.scrollLeft / cellPx) - 1),
        right: Math.min(columns - 1, Math.ceil((element.scrollLeft + element.clientWidth) / cellPx)),
        top: Math.max(0, Math.floor(element.scrollTop / cellPx) - 1),
        bottom: Math.min(rows - 1, Math.ceil((element.scrollTop + element.clientHeight) / cellPx)),
      }
      setPlaces(now =>
        Object.entries(next).every(([key, value]) => now[key as keyof VisiblePlaces] === value) ? now : next,
      )
    }
    read()
    element.addEventListener('scroll', read, { passive: true })
    window.addEventListener('resize', read)
    return () => {
      element.removeEventListener('scroll', read)
      window.removeEventListener('resize', read)
    }
  }, [scroller, cellPx, columns, rows])
  return places
}

import { useEffect, useState } from 'react'
import { useMedia } from '../ui/use-media.ts'
import { type CellPlace, columnsOf, type Plane, rowsOf } from './plane.ts'

/** Along which axis the plane plays. */
export type Playing = 'row' | 'column' | null

const FRAME_MS = 180

export interface Player {
  readonly playing: Playing
  /** Motion is not wanted: a press goes one cell further instead. */
  readonly stepwise: boolean
  press(along: 'row' | 'column'): void
  stop(): void
}

/** Plays a row or a column: moves `place` on, around and around. */
export function usePlayer(plane: Plane, place: CellPlace, onMove: (place: CellPlace) => void): Player {
  const stepwise = useMedia('(prefers-reduced-motion: reduce)')
  const [playing, setPlaying] = useState<Playing>(null)
  const [columns, rows] = [columnsOf(plane), rowsOf(plane)]
  const next = (along: 'row' | 'column'): CellPlace =>
    along === 'row'
      ? { row: place.row, column: (place.column + 1) % columns }
      : { column: place.column, row: (place.row + 1) % rows }
  useEffect(() => {
    if (!playing || stepwise) return
    const timer = setTimeout(() => onMove(next(playing)), FRAME_MS)
    return () => clearTimeout(timer)
  })
  return {
    playing: stepwise ? null : playing,
    stepwise,
    press: along => {
      if (stepwise) onMove(next(along))
      else setPlaying(now => (now === along ? null : along))
    },
    stop: () => setPlaying(null),
  }
}

import { memo, useRef } from 'react'
import { type CellPlace, cellInWords, columnsOf, type Plane, rowsOf } from './plane.ts'
import styles from './plane-view.module.css'

export interface PlaneGridProps {
  readonly plane: Plane
  readonly filled: number
  readonly cellPx: number
  /** The one cell that the tab key reaches. */
  readonly focus: CellPlace
  readonly onFocus: (place: CellPlace) => void
  readonly onHover: (place: CellPlace | null) => void
  readonly onOpen: (place: CellPlace) => void
}

/** The cells for keyboard, pointer and screen reader, over the canvas: a grid with one tab stop. */
export function PlaneGrid({ plane, filled, cellPx, focus, onFocus, onHover, onOpen }: PlaneGridProps) {
  const grid = useRef<HTMLDivElement>(null)
  const [columns, rows] = [columnsOf(plane), rowsOf(plane)]
  const tapped = useRef(false)
  const moveTo = (column: number, row: number) => {
    const place = {
      column: Math.min(columns - 1, Math.max(0, column)),
      row: Math.min(rows - 1, Math.max(0, row)),
    }
    onFocus(place)
    cellElement(grid.current, place)?.focus()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a grid that is worked with, not a table that is read
    <div
      ref={grid}
      role="grid"
      aria-label={`${plane.x.label} across, ${plane.y.label} down`}
      aria-colcount={columns}
      aria-rowcount={rows}
      className={styles.cells}
      style={{ gridTemplate: `repeat(${rows}, ${cellPx}px) / repeat(${columns}, ${cellPx}px)` }}
      onPointerMove={event => event.pointerType !== 'touch' && onHover(placeOfElement(event.target))}
      onPointerLeave={() => onHover(null)}
      onPointerDown={event => {
        // A finger cannot hover: its first tap shows the cell, the second opens it.
        const place = placeOfElement(event.target)
        tapped.current = event.pointerType === 'touch' && place !== null && !samePlace(place, focus)
      }}
      onClick={event => {
        const place = placeOfElement(event.target)
        if (!place) return
        if (tapped.current) onFocus(place)
        else onOpen(place)
      }}
      onFocus={event => {
        const place = placeOfElement(event.target)
        if (place && !samePlace(place, focus)) onFocus(place)
      }}
      onKeyDown={event => {
        const { column, row } = focus
        if (event.key === 'Enter' || event.key === ' ') onOpen(focus)
        else if (event.key === 'ArrowRight') moveTo(column + 1, row)
        else if (event.key === 'ArrowLeft') moveTo(column - 1, row)
        else if (event.key === 'ArrowDown') moveTo(column, row + 1)
        else if (event.key === 'ArrowUp') moveTo(column, row - 1)
        else if (event.key === 'Home') moveTo(0, event.ctrlKey ? 0 : row)
        else if (event.key === 'End') moveTo(columns, event.ctrlKey ? rows : row)
        else if (event.key === 'PageUp') moveTo(column, 0)
        else if (event.key === 'PageDown') moveTo(column, rows)
        else return
        event.preventDefault()
      }}
    >
      {Array.from({ length: rows }, (_, row) => (
        <Row
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
          key={row}
          plane={plane}
          row={row}
          filled={Math.min(columns, Math.max(0, filled - row * columns))}
          focusColumn={focus.row === row ? focus.column : -1}
        />
      ))}
    </div>
  )
}

interface RowProps {
  readonly plane: Plane
  readonly row: number
  readonly filled: number
  readonly focusColumn: number
}

const Row = memo(function Row({ plane, row, filled, focusColumn }: RowProps) {
  const { current } = plane
  return (
    // biome-ignore lint/a11y/useSemanticElements: as its grid
    // biome-ignore lint/a11y/useFocusableInteractive: its cells are
    <div role="row" className={styles.row} aria-rowindex={row + 1}>
      {Array.from({ length: columnsOf(plane) }, (_, column) => {
        const isCurrent = current?.exact && current.row === row && current.column === column
        const cell = column < filled ? plane.known(column, row) : undefined
        return (
          // biome-ignore lint/a11y/useSemanticElements: as its grid
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
            key={column}
            role="gridcell"
            aria-colindex={column + 1}
            tabIndex={column === focusColumn ? 0 : -1}
            data-column={column}
            data-row={row}
            data-split={cell?.split ?? undefined}
            aria-label={
              cell ? `${cellInWords(plane, cell)}${isCurrent ? ', the scene you edit' : ''}` : 'being computed'
            }
            aria-selected={isCurrent ? true : undefined}
            className={styles.cell}
          />
        )
      })}
    </div>
  )
})

const samePlace = (a: CellPlace, b: CellPlace): boolean => a.column === b.column && a.row === b.row

function placeOfElement(target: EventTarget): CellPlace | null {
  const { column, row } = (target as HTMLElement).dataset ?? {}
  return column === undefined || row === undefined ? null : { column: Number(column), row: Number(row) }
}

const cellElement = (grid: HTMLElement | null, { column, row }: CellPlace): HTMLElement | null | undefined =>
  grid?.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`)

import { useMemo, useRef, useState } from 'react'
import type { Cell, CellGrid } from '../../evaluate/cells.ts'
import { digits, signed } from '../../evaluate/opening-sentence.ts'
import type { ModelSummary } from '../../evaluate/score.ts'
import { curveChart } from '../../report/figures/curve-chart.ts'
import { PAGE_THEME } from '../../report/figures/figure-theme.ts'
import { groupChart } from '../../report/figures/group-chart.ts'
import { cellsPlace } from '../../report/figures/heatmap.ts'
import { differenceHeatmap, overviewHeatmap } from '../../report/figures/score-heatmaps.ts'
import { FigureView } from '../probe/figure-view.tsx'
import { useStudioStore } from '../store/use-studio.ts'
import { Button } from '../ui/button.tsx'
import { Segments } from '../ui/segments.tsx'
import { cellName, cellOfScene } from './result-rows.ts'
import styles from './results-page.module.css'
import type { LoadedResults } from './results-store.ts'
import type { HeatmapView } from './results-view.ts'
import { type Selection, setView } from './use-results.ts'

const FRAME = { widthPt: 380, fontPt: 9, theme: PAGE_THEME }

export interface HeatmapPanelProps {
  readonly loaded: LoadedResults
  readonly selection: Selection
}

/** The report's heatmap; a click on a cell leaves its scenes in the list. */
export function HeatmapPanel({ loaded, selection }: HeatmapPanelProps) {
  const store = useStudioStore()
  const { view, model, versus } = selection
  const shows: HeatmapView = view.heatmap === 'difference' && !versus ? 'all' : view.heatmap
  const figure = useMemo(
    () => (shows === 'difference' ? differenceHeatmap(model, versus!, FRAME) : overviewHeatmap(model, FRAME, shows)),
    [model, versus, shows],
  )
  const options = [
    { value: 'all', title: 'All' },
    { value: 'consistent', title: 'Consistent' },
    { value: 'counter', title: 'Counter' },
    ...(versus ? [{ value: 'difference', title: 'Difference' }] : []),
  ] as readonly { value: HeatmapView; title: string }[]
  return (
    <section className={styles.heatmap} aria-label="Heatmap">
      <div className={styles.head}>
        {figure && (
          <Segments
            label="Heatmap of"
            options={options}
            value={shows}
            onChange={heatmap => setView(store, { heatmap })}
          />
        )}
        {view.cell !== null && (
          <Button
            look="bare"
            label="All cells"
            onClick={() => setView(store, { cell: null, scene: null, question: null })}
          />
        )}
      </div>
      {figure && model.cells ? (
        <div className={styles.overlaid}>
          <FigureView figure={figure} />
          <CellPicker grid={model.cells} other={versus?.cells ?? null} selection={selection} />
        </div>
      ) : (
        <FactorChart loaded={loaded} model={model} />
      )}
      {figure && (
        <p className={styles.note}>
          {shows === 'difference'
            ? `Blue: ${model.name} is better, orange: ${versus!.name} is. `
            : 'Blue: right, orange: wrong. '}
          Lines part the splits. A click leaves a cell’s scenes.
        </p>
      )}
    </section>
  )
}

interface FactorChartProps {
  readonly loaded: LoadedResults
  readonly model: ModelSummary
}

/** Suites that do not cross the two angles: the report's chart over what they do cross, or over the questions' templates. */
function FactorChart({ loaded: { dataset }, model }: FactorChartProps) {
  const figure = useMemo(() => {
    const crossed = model.breakdowns.find(({ factor }) => dataset.factorFields.includes(factor))
    const breakdown = crossed ?? model.breakdowns[0]
    if (!breakdown) return null
    const chart = breakdown.groups.every(group => group.x !== null) ? curveChart : groupChart
    return chart(breakdown, `${model.name} by ${breakdown.label}`, FRAME)
  }, [dataset, model])
  return (
    <>
      {figure && <FigureView figure={figure} />}
      <p className={styles.soft}>This suite does not cross the two angles: there is no heatmap of it.</p>
    </>
  )
}

interface CellPickerProps {
  readonly grid: CellGrid
  readonly other: CellGrid | null
  readonly selection: Selection
}

/** The figure's cells for pointer, keyboard and screen reader: a grid with one tab stop, laid over the drawing. */
function CellPicker({ grid, other, selection: { view, scene } }: CellPickerProps) {
  const store = useStudioStore()
  const element = useRef<HTMLDivElement>(null)
  const [rows, columns] = [grid.anglesDeg1.length, grid.anglesDeg2.length]
  const chosen = grid.cells.findIndex(cell => cellName(cell.theta1Deg, cell.theta2Deg) === view.cell)
  const [focus, setFocus] = useState(Math.max(0, chosen))
  const own = scene && cellOfScene(scene)
  const place = useMemo(() => cellsPlace(grid, FRAME), [grid])
  const versusOf = useMemo(() => new Map(other?.cells.map(cell => [nameOf(cell), cell])), [other])
  const choose = (at: number) => {
    const name = nameOf(grid.cells[at]!)
    setFocus(at)
    setView(store, { cell: name === view.cell ? null : name, scene: null, question: null })
  }
  const moveTo = (row: number, column: number) => {
    const at = clamp(row, rows) * columns + clamp(column, columns)
    setFocus(at)
    element.current?.querySelector<HTMLElement>(`[data-cell="${at}"]`)?.focus()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a grid that is worked with, not a table that is read
    <div
      ref={element}
      role="grid"
      aria-label="Cells by θ₁ of the farther object and θ₂ of the nearer one"
      className={styles.cells}
      style={{
        left: `${100 * place.left}%`,
        top: `${100 * place.top}%`,
        width: `${100 * place.width}%`,
        height: `${100 * place.height}%`,
        gridTemplate: `repeat(${rows}, 1fr) / repeat(${columns}, 1fr)`,
      }}
      onClick={event => {
        const at = (event.target as HTMLElement).dataset.cell
        if (at !== undefined) choose(Number(at))
      }}
      onKeyDown={event => {
        const [row, column] = [Math.floor(focus / columns), focus % columns]
        if (event.key === 'Enter' || event.key === ' ') choose(focus)
        else if (event.key === 'ArrowRight') moveTo(row, column + 1)
        else if (event.key === 'ArrowLeft') moveTo(row, column - 1)
        else if (event.key === 'ArrowUp') moveTo(row - 1, column)
        else if (event.key === 'ArrowDown') moveTo(row + 1, column)
        else if (event.key === 'Home') moveTo(row, 0)
        else if (event.key === 'End') moveTo(row, columns)
        else return
        event.preventDefault()
      }}
    >
      {grid.anglesDeg1.map((theta1Deg, row) => {
        return (
          // biome-ignore lint/a11y/useSemanticElements: as its grid
          // biome-ignore lint/a11y/useFocusableInteractive: its cells are
          <div role="row" key={theta1Deg} className={styles.cellRow}>
            {grid.cells.slice(row * columns, (row + 1) * columns).map((cell, column) => {
              const at = row * columns + column
              const label = inWords(cell, versusOf.get(nameOf(cell)) ?? null)
              return (
                // biome-ignore lint/a11y/useSemanticElements: as its grid
                <div
                  key={nameOf(cell)}
                  role="gridcell"
                  tabIndex={at === focus ? 0 : -1}
                  data-cell={at}
                  aria-label={label}
                  title={label}
                  aria-selected={at === chosen}
                  data-own={nameOf(cell) === own}
                  className={styles.cell}
                />
              )
            })}
          </div>
        )
      })}
    </div>
  )
}

const nameOf = ({ theta1Deg, theta2Deg }: Cell): string => cellName(theta1Deg, theta2Deg)

const clamp = (at: number, count: number): number => Math.min(count - 1, Math.max(0, at))

function inWords(cell: Cell, other: Cell | null): string {
  const count = cell.scenes === 1 ? '1 scene' : `${cell.scenes} scenes`
  const difference = cell.v !== null && other?.v != null ? `, ${signed(cell.v - other.v)} to the other model` : ''
  return `θ₁ ${cell.theta1Deg}°, θ₂ ${cell.theta2Deg}°: v = ${digits(cell.v)}${difference} (${cell.split}, ${count})`
}

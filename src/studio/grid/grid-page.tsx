import { useMemo, useState } from 'react'
import { openScene, type StudioStore } from '../store/studio-store.ts'
import { useStudio, useStudioServices, useStudioStore } from '../store/use-studio.ts'
import { Button } from '../ui/button.tsx'
import { Segments } from '../ui/segments.tsx'
import { AxisPicker } from './axis-picker.tsx'
import { CellDetail } from './cell-detail.tsx'
import styles from './grid-page.module.css'
import { type CellPlace, columnsOf, type Plane, planeCounts, rowsOf } from './plane.ts'
import { PlaneView } from './plane-view.tsx'
import { PLANE_VIEW_DEFAULTS, type PlaneView as View } from './plane-view-state.ts'
import { sceneWish } from './scene-bitmap.ts'
import { SplitTag } from './split-tag.tsx'
import { usePlane } from './use-plane.ts'
import { usePlayer } from './use-player.ts'
import { ZipExport } from './zip-export.tsx'

const PREVIEW_PX = 384
/** Drawn at once, until the preview has come. */
const DRAFT_PX = 96

/** The plane over two fields of the scene: every picture and every split at once. */
export default function GridPage() {
  const store = useStudioStore()
  const studio = useStudioServices()
  const { plane, filled } = usePlane()
  const [hovered, setHovered] = useState<CellPlace | null>(null)
  const [focused, setFocused] = useState<CellPlace | null>(null)
  const focus = inside(plane, focused ?? plane.current ?? { column: 0, row: 0 })
  const player = usePlayer(plane, focus, setFocused)
  const active = inside(plane, player.playing ? focus : (hovered ?? focus))
  const { column, row } = active
  const cell = plane.cell(column, row)
  const firstWishes = useMemo(() => {
    const ahead = player.playing ? cellsAhead(plane, { column, row }, player.playing) : [{ column, row }]
    return ahead.flatMap(place => {
      const { scene, key } = plane.cell(place.column, place.row)
      return scene ? [DRAFT_PX, PREVIEW_PX].map(widthPx => sceneWish(studio.capturer, scene, key, widthPx)) : []
    })
  }, [plane, column, row, player.playing, studio])
  const open = (place: CellPlace) => openCell(store, plane, place)
  return (
    <div className={styles.page}>
      <div className={styles.main}>
        <Toolbar plane={plane} filled={filled} />
        <PlaneView
          {...{ plane, filled, active, focus, firstWishes }}
          onFocus={place => {
            player.stop()
            setFocused(place)
          }}
          onHover={setHovered}
          onOpen={open}
        />
      </div>
      <aside className={styles.side} aria-label="Cell and axes">
        <CellDetail
          {...{ plane, cell, player }}
          previewPx={PREVIEW_PX}
          draftPx={DRAFT_PX}
          onOpen={() => open(active)}
        />
        <Axes plane={plane} />
        <ZipExport plane={plane} />
      </aside>
    </div>
  )
}

const inside = (plane: Plane, { column, row }: CellPlace): CellPlace => ({
  column: Math.min(column, columnsOf(plane) - 1),
  row: Math.min(row, rowsOf(plane) - 1),
})

/** The cells that a playing row or column comes to, the nearest first. */
function cellsAhead(plane: Plane, from: CellPlace, along: 'row' | 'column'): CellPlace[] {
  const count = along === 'row' ? columnsOf(plane) : rowsOf(plane)
  return Array.from({ length: count }, (_, k) =>
    along === 'row'
      ? { row: from.row, column: (from.column + k) % count }
      : { column: from.column, row: (from.row + k) % count },
  )
}

function openCell(store: StudioStore, plane: Plane, { column, row }: CellPlace): void {
  const { scene } = plane.cell(column, row)
  if (scene && openScene(store, scene)) store.setState({ page: 'scene' })
}

const setView = (store: StudioStore, part: Partial<View>): void =>
  store.setState(({ plane }) => ({ plane: { ...plane, ...part } }))

interface ToolbarProps {
  readonly plane: Plane
  readonly filled: number
}

function Toolbar({ plane, filled }: ToolbarProps) {
  const store = useStudioStore()
  const view = useStudio(state => state.plane)
  const counts = planeCounts(plane)
  const total = columnsOf(plane) * rowsOf(plane)
  return (
    <div className={styles.toolbar}>
      <h2>
        {columnsOf(plane)} × {rowsOf(plane)} <small>{total} scenes</small>
      </h2>
      <p className={styles.counts} aria-live="off">
        {(['consistent', 'counter', 'ambiguous'] as const).map(split => (
          <SplitTag key={split} split={split} count={counts[split]} />
        ))}
        {filled < total && <span className={styles.soft}>computing …</span>}
      </p>
      <span className={styles.space} />
      <Segments
        label="Scenes"
        value={view.source}
        options={[
          { value: 'scene', title: 'Your scene' },
          { value: 'suite', title: 'Grid suite' },
        ]}
        onChange={source => setView(store, { source })}
      />
      <Segments
        label="Cells show"
        value={view.shows}
        options={[
          { value: 'pictures', title: 'Pictures' },
          { value: 'splits', title: 'Splits' },
        ]}
        onChange={shows => setView(store, { shows })}
      />
      <span className={styles.sizes}>
        <Segments
          label="Cell size"
          value={view.cellPx}
          options={[
            { value: 0, title: 'Fit' },
            { value: 72, title: '72' },
            { value: 112, title: '112' },
          ]}
          onChange={cellPx => setView(store, { cellPx })}
        />
      </span>
    </div>
  )
}

function Axes({ plane }: { readonly plane: Plane }) {
  const store = useStudioStore()
  const view = useStudio(state => state.plane)
  if (view.source === 'suite') {
    return (
      <section className={styles.axes} aria-label="Axes">
        <h3>Axes</h3>
        <p className={styles.soft}>
          The paper’s angular grid, as <code>scenes/grid.json</code> has it: shapes, colours, sizes, roughness and sun
          are drawn anew for every cell.
        </p>
      </section>
    )
  }
  return (
    <section className={styles.axes} aria-label="Axes">
      <div className={styles.axesHead}>
        <h3>Axes</h3>
        <Button look="bare" icon="swap" label="Swap" onClick={() => setView(store, { x: view.y, y: view.x })} />
        <Button
          look="bare"
          icon="undo"
          label="θ₁ × θ₂"
          title="Back to the paper’s two angles"
          onClick={() => setView(store, { x: PLANE_VIEW_DEFAULTS.x, y: PLANE_VIEW_DEFAULTS.y })}
        />
      </div>
      <AxisPicker
        title="Across"
        axis={plane.x}
        other={plane.y.field}
        choice={view.x}
        onChange={x => setView(store, { x })}
      />
      <AxisPicker
        title="Down"
        axis={plane.y}
        other={plane.x.field}
        choice={view.y}
        onChange={y => setView(store, { y })}
      />
    </section>
  )
}

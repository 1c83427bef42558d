import { Line, OrbitControls } from '@react-three/drei'
import { Canvas, type RootState, useThree } from '@react-three/fiber'
import { useEffect, useMemo, useRef } from 'react'
import { Vector3 } from 'three'
import { AXES } from '../../core/relations.ts'
import { TOKENS } from '../../report/tokens.ts'
import { useStudio, useStudioServices } from '../store/use-studio.ts'
import { useMedia } from '../ui/use-media.ts'
import { useRenderer } from '../ui/use-renderer.ts'
import { useResolvedTheme } from '../ui/use-resolved-theme.ts'
import styles from './cloud.module.css'
import { CloudPoints } from './cloud-points.tsx'
import { Lasso } from './lasso.tsx'
import { layerPoints } from './layer-points.ts'
import { pointInPolygon } from './point-in-polygon.ts'
import { useProbe } from './use-probe.ts'

/** Δ vectors of the current layer on three principal components. Drag to turn; with the lasso, draw around points. */
export function Cloud() {
  const { store } = useStudioServices().probe()
  const webgl = useStudio(state => state.webgl)
  const renderer = useRenderer({ alpha: true, antialias: true, depth: true, preserveDrawingBuffer: true })
  const report = useProbe(state => state.report)!
  const layerIndex = useProbe(state => state.layerIndex)
  const mode = useProbe(state => state.mode)
  const hidden = useProbe(state => state.hidden)
  const selected = useProbe(state => state.selected)
  const pointed = useProbe(state => state.pointed)
  const theme = useResolvedTheme()
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const root = useRef<RootState | null>(null)
  const points = useMemo(() => layerPoints(report, layerIndex), [report, layerIndex])
  const categories = useMemo(() => report.pairs.map(pair => pair.category), [report])
  const states = useMemo(() => {
    const inside = new Set(selected)
    return Float32Array.from(report.pairs, ({ id, category }) =>
      hidden.includes(category) ? -1 : id === pointed ? 2 : inside.has(id) ? 1 : 0,
    )
  }, [report, hidden, selected, pointed])
  if (webgl === false) return <p className={styles.empty}>The cloud needs WebGL 2; the numbers beside it do not.</p>
  if (!points) return <p className={styles.empty}>This report holds no points: it was made with --fast.</p>

  const select = (polygon: readonly (readonly [number, number])[]) => {
    const state = root.current
    if (!state) return
    const { camera, size } = state
    const at = new Vector3()
    const inside = report.pairs.filter(({ category }, i) => {
      if (hidden.includes(category) || Number.isNaN(points.positions[3 * i]!)) return false
      at.fromArray(points.positions, 3 * i).project(camera)
      return pointInPolygon(((at.x + 1) / 2) * size.width, ((1 - at.y) / 2) * size.height, polygon)
    })
    store.setState({ selected: inside.map(pair => pair.id), pointed: null })
  }
  return (
    <div className={styles.cloud} data-testid="cloud">
      <Canvas
        frameloop="demand"
        dpr={[1, 2]}
        flat
        orthographic
        gl={renderer}
        camera={{ position: [2.2, 1.5, 3], near: 0.01, far: 20 }}
        role="img"
        aria-label={`Cloud of ${report.pairs.length} difference vectors at layer ${report.layers[layerIndex]!.layer}`}
      >
        <FitView />
        <Expose root={root} />
        <Frame color={TOKENS.line[theme]} />
        {AXES.map((axis, a) => (
          <Line
            key={axis}
            points={[
              points.directions[a]!.slice(0, 3) as [number, number, number],
              points.directions[a]!.slice(3) as [number, number, number],
            ]}
            color={TOKENS[axis][theme]}
            lineWidth={2.5}
            transparent
            opacity={0.85}
          />
        ))}
        <CloudPoints
          positions={points.positions}
          categories={categories}
          states={states}
          fade={selected.length > 0 || pointed !== null}
          theme={theme}
          glide={!still}
        />
        <OrbitControls makeDefault enableDamping={false} enablePan={false} enabled={mode === 'turn'} />
      </Canvas>
      {mode === 'lasso' && <Lasso onSelect={select} />}
    </div>
  )
}

/** The unit ball always fits, whatever the element's shape. */
function FitView() {
  const camera = useThree(state => state.camera)
  const size = useThree(state => state.size)
  const invalidate = useThree(state => state.invalidate)
  useEffect(() => {
    camera.zoom = Math.min(size.width, size.height) / 2.1
    camera.updateProjectionMatrix()
    invalidate()
  }, [camera, size, invalidate])
  return null
}

/** Lets the lasso ask where points are on the screen. */
function Expose({ root }: { readonly root: { current: RootState | null } }) {
  const get = useThree(state => state.get)
  useEffect(() => {
    root.current = get()
  }, [get, root])
  return null
}

/** The three components as thin lines through the middle. */
function Frame({ color }: { readonly color: string }) {
  return [0, 1, 2].map(k => {
    const end = [0, 0, 0].map((_, i) => (i === k ? 1 : 0)) as [number, number, number]
    const start = end.map(value => -value) as [number, number, number]
    return <Line key={k} points={[start, end]} color={color} lineWidth={1} />
  })
}

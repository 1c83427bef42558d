import { useRef } from 'react'
import { DEPTH_STEP_M, snapDepthM, tidy } from '../store/edits.ts'
import styles from './depth-rail.module.css'
import type { DialProps } from './dial.tsx'
import { depthRangeM } from './drag-on-surface.ts'
import { objectCss } from './object-color.ts'

export type DepthRailProps = Omit<DialProps, 'onTurn'> & { readonly onMove: (depthM: number) => void }

/** Near depths matter more in an image, so the rail gives them more room: position = √(depth ÷ length). */
const railPosition = (share: number): number => Math.sqrt(Math.min(1, Math.max(0, share)))
const depthShare = (position: number): number => Math.min(1, Math.max(0, position)) ** 2

/** The objects' depths along the tunnel, near at the left; the selected one is a slider. */
export function DepthRail({ scene, selected, snap, onMove, onGesture }: DepthRailProps) {
  const track = useRef<HTMLDivElement>(null)
  const dragging = useRef(false)
  const object = scene.objects[selected]!
  const [lo, hi] = depthRangeM(scene, selected)
  const moveTo = (event: React.PointerEvent) => {
    const box = track.current!.getBoundingClientRect()
    const depthM = depthShare((event.clientX - box.left) / box.width) * scene.tunnel.lengthM
    const snapped = snap !== event.shiftKey ? snapDepthM(depthM) : tidy(Math.round(depthM * 100) / 100)
    onMove(Math.min(hi, Math.max(lo, snapped)))
  }
  const stop = (phase: 'end' | 'cancel') => {
    if (!dragging.current) return
    dragging.current = false
    onGesture(phase)
  }
  return (
    <div className={styles.rail}>
      <div
        className={styles.slider}
        role="slider"
        tabIndex={0}
        aria-label={`Depth of object ${selected + 1}, ${object.color} ${object.shape}`}
        aria-valuemin={lo}
        aria-valuemax={hi}
        aria-valuenow={object.depthM}
        aria-valuetext={`${object.depthM} m`}
        onPointerDown={event => {
          event.currentTarget.setPointerCapture(event.pointerId)
          dragging.current = true
          onGesture('begin')
          moveTo(event)
        }}
        onPointerMove={event => dragging.current && moveTo(event)}
        onPointerUp={() => stop('end')}
        onPointerCancel={() => stop('cancel')}
        onKeyDown={event => {
          const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key]
          if (by === undefined) return
          event.preventDefault()
          event.stopPropagation()
          const step = DEPTH_STEP_M * (event.shiftKey ? 0.1 : 1)
          onMove(Math.min(hi, Math.max(lo, tidy(object.depthM + by * step))))
        }}
      >
        <div ref={track} className={styles.track} />
        {scene.objects.map((item, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the index is the object's identity
            key={index}
            className={[
              styles.mark,
              item.shape === 'sphere' ? '' : styles.square,
              index === selected ? styles.selected : '',
            ].join(' ')}
            style={{
              left: `calc(10px + (100% - 20px) * ${railPosition(item.depthM / scene.tunnel.lengthM)})`,
              background: objectCss(item.color),
            }}
          />
        ))}
      </div>
      <div className={styles.ends} aria-hidden="true">
        <span>near</span>
        <span>{object.depthM} m deep</span>
        <span>{scene.tunnel.lengthM} m</span>
      </div>
    </div>
  )
}

import { useRef } from 'react'
import type { PointPx } from '../../core/frames.ts'
import type { Scene } from '../../core/scene.ts'
import type { SceneTruth } from '../../core/truth.ts'
import { setObject, snapDepthM, snapThetaDeg, tidy } from '../store/edits.ts'
import { beginGesture, cancelGesture, edit, endGesture, sceneOf } from '../store/studio-store.ts'
import { useStudio, useStudioStore } from '../store/use-studio.ts'
import styles from './camera-image.module.css'
import { centerPxOf, depthRangeM, placeAtPixel } from './drag-on-surface.ts'

/** Smallest handle in CSS pixels: what a finger can hit. */
const LEAST_HANDLE_PX = 28

export interface ObjectHandlesProps {
  readonly scene: Scene
  readonly truth: SceneTruth
  /** CSS pixels for one image pixel. */
  readonly scale: number
}

/**
 * One focusable handle over every object of the image, nearer ones on top: drag it along the tunnel's inner surface.
 * The focus selects, and the arrow keys of `actions.ts` move what is selected.
 */
export function ObjectHandles({ scene, truth, scale }: ObjectHandlesProps) {
  const nearestLast = [...truth.objects].sort((a, b) => b.depthM - a.depthM)
  return truth.objects.map(object => {
    const [x, y, width, height] = object.bboxPx
    const grow = (extent: number): number => Math.max(0, (LEAST_HANDLE_PX - extent * scale) / 2)
    const [padX, padY] = [grow(width), grow(height)]
    return (
      <ObjectHandle
        key={object.index}
        scene={scene}
        index={object.index - 1}
        name={object.name}
        scale={scale}
        style={{
          left: x * scale - padX,
          top: y * scale - padY,
          width: width * scale + 2 * padX,
          height: height * scale + 2 * padY,
          zIndex: nearestLast.indexOf(object) + 1,
        }}
      />
    )
  })
}

interface ObjectHandleProps {
  readonly scene: Scene
  readonly index: number
  readonly name: string
  readonly scale: number
  readonly style: React.CSSProperties
}

function ObjectHandle({ scene, index, name, scale, style }: ObjectHandleProps) {
  const store = useStudioStore()
  const selected = useStudio(state => state.selected)
  const snap = useStudio(state => state.snap)
  const grab = useRef<PointPx | null>(null)

  const pixelOf = (event: React.PointerEvent): PointPx => {
    const frame = event.currentTarget.parentElement!.getBoundingClientRect()
    return [(event.clientX - frame.left) / scale, (event.clientY - frame.top) / scale]
  }
  const drag = (event: React.PointerEvent) => {
    if (!grab.current) return
    const [x, y] = pixelOf(event)
    const now = sceneOf(store.getState())
    const place = placeAtPixel(now, index, [x - grab.current[0], y - grab.current[1]])
    if (!place) return
    const snapping = snap !== event.shiftKey
    const [lo, hi] = depthRangeM(now, index)
    const depthM = snapping ? snapDepthM(place.depthM) : tidy(Number(place.depthM.toFixed(3)))
    const thetaDeg = snapping ? snapThetaDeg(place.thetaDeg) : tidy(Number(place.thetaDeg.toFixed(2)) % 360)
    edit(store, setObject(index, { thetaDeg, depthM: Math.min(hi, Math.max(lo, depthM)) }))
  }
  const drop = (end: typeof endGesture) => {
    if (!grab.current) return
    grab.current = null
    end(store)
  }
  return (
    <button
      type="button"
      className={styles.handle}
      style={style}
      aria-label={`Object ${index + 1}, ${name}, at ${scene.objects[index]!.thetaDeg}° and ${scene.objects[index]!.depthM} m. Arrow keys move it.`}
      aria-pressed={index === selected}
      onFocus={() => store.setState({ selected: index })}
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId)
        store.setState({ selected: index })
        const [x, y] = pixelOf(event)
        const [cx, cy] = centerPxOf(scene, index)
        grab.current = [x - cx, y - cy]
        beginGesture(store)
      }}
      onPointerMove={drag}
      onPointerUp={() => drop(endGesture)}
      onPointerCancel={() => drop(cancelGesture)}
    />
  )
}

import { useRef } from 'react'
import { TUNNEL_ANGLES_DEG, wrapDeg } from '../../core/frames.ts'
import type { Scene } from '../../core/scene.ts'
import { directionOf, extentXyM, objectCenterM, thetaOfPointDeg } from '../../core/tunnel.ts'
import { DETENT_DEG, snapThetaDeg, tidy } from '../store/edits.ts'
import styles from './dial.module.css'
import { labelOn, objectCss } from './object-color.ts'

export interface DialProps {
  readonly scene: Scene
  readonly selected: number
  readonly snap: boolean
  readonly onSelect: (index: number) => void
  readonly onTurn: (thetaDeg: number) => void
  readonly onGesture: (phase: 'begin' | 'end' | 'cancel') => void
}

/**
 * The tunnel's cross-section as the image shows it, true to scale, with the 16 detents: where every object lies around
 * the axis. A slider: drag, or arrow keys for a detent, shift for 1°.
 */
export function Dial({ scene, selected, snap, onSelect, onTurn, onGesture }: DialProps) {
  const box = useRef<HTMLDivElement>(null)
  const dragging = useRef(false)
  const object = scene.objects[selected]!
  const turnTo = (event: React.PointerEvent) => {
    const rect = box.current!.getBoundingClientRect()
    const x = event.clientX - rect.left - rect.width / 2
    const y = rect.top + rect.height / 2 - event.clientY
    if (Math.hypot(x, y) < 4) return
    const thetaDeg = thetaOfPointDeg(x, y)
    onTurn(snap !== event.shiftKey ? snapThetaDeg(thetaDeg) : tidy((Math.round(thetaDeg * 10) / 10) % 360))
  }
  const stop = (phase: 'end' | 'cancel') => {
    if (!dragging.current) return
    dragging.current = false
    onGesture(phase)
  }
  const byDepth = scene.objects.map((item, index) => ({ item, index })).sort((a, b) => b.item.depthM - a.item.depthM)
  const [rayX, rayY] = directionOf(object.thetaDeg)
  const reach = 1 / Math.max(Math.abs(rayX), Math.abs(rayY))
  return (
    <div
      ref={box}
      className={styles.dial}
      role="slider"
      tabIndex={0}
      aria-label={`Angle of object ${selected + 1}, ${object.color} ${object.shape}, around the tunnel`}
      aria-valuemin={0}
      aria-valuemax={360}
      aria-valuenow={object.thetaDeg}
      aria-valuetext={`${object.thetaDeg}°, ${sideInWords(object.thetaDeg)}`}
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId)
        dragging.current = true
        const hit = (event.target as Element).closest('[data-object]')?.getAttribute('data-object')
        onGesture('begin')
        if (hit && Number(hit) !== selected) onSelect(Number(hit))
        else if (!hit) turnTo(event)
      }}
      onPointerMove={event => dragging.current && turnTo(event)}
      onPointerUp={() => stop('end')}
      onPointerCancel={() => stop('cancel')}
      onKeyDown={event => {
        const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key]
        if (by === undefined) return
        event.preventDefault()
        event.stopPropagation()
        onTurn(nextTheta(object.thetaDeg, by, event.shiftKey || !snap))
      }}
    >
      <svg viewBox="-1.24 -1.24 2.48 2.48" aria-hidden="true">
        <rect className={styles.wall} x={-1.1} y={-1.1} width={2.2} height={2.2} />
        <rect className={styles.inner} x={-1} y={-1} width={2} height={2} />
        <path className={styles.axis} d="M-1 0H1M0 -1V1M-1 -1 1 1M-1 1 1 -1" />
        {TUNNEL_ANGLES_DEG.map(deg => {
          const [cos, sin] = directionOf(deg)
          const t = 1 / Math.max(Math.abs(cos), Math.abs(sin))
          return (
            <line
              key={deg}
              className={deg === object.thetaDeg ? styles.detentOn : styles.detent}
              x1={cos * t * 1.02}
              y1={-sin * t * 1.02}
              x2={cos * t * 1.08}
              y2={-sin * t * 1.08}
            />
          )
        })}
        <text className={styles.side} y={-1.175}>
          ceiling
        </text>
        <text className={styles.side} y={1.175}>
          floor
        </text>
        <text className={styles.side} transform="translate(-1.175 0) rotate(-90)">
          left
        </text>
        <text className={styles.side} transform="translate(1.175 0) rotate(90)">
          right
        </text>
        <line className={styles.ray} x2={rayX * reach} y2={-rayY * reach} />
        {byDepth.map(({ item, index }) => {
          const [x, y] = objectCenterM(item)
          const half = extentXyM(item)
          return (
            <g key={index} data-object={index} transform={`translate(${x} ${-y})`}>
              {item.shape === 'sphere' ? (
                <circle className={styles.object} r={half} fill={objectCss(item.color)} />
              ) : (
                <rect
                  className={styles.object}
                  x={-half}
                  y={-half}
                  width={2 * half}
                  height={2 * half}
                  fill={objectCss(item.color)}
                />
              )}
              {index === selected && (
                <circle className={styles.ring} r={half * (item.shape === 'sphere' ? 1 : 1.42) + 0.035} />
              )}
              <text className={styles.number} style={{ fill: labelOn(item.color) }}>
                {index + 1}
              </text>
            </g>
          )
        })}
      </svg>
    </div>
  )
}

/** The next detent in a direction, or 1° further when fine. */
export function nextTheta(thetaDeg: number, by: number, fine: boolean): number {
  if (fine) return tidy(wrapDeg(thetaDeg + by))
  const steps = thetaDeg / DETENT_DEG
  return wrapDeg((by > 0 ? Math.floor(steps + 1e-6) + 1 : Math.ceil(steps - 1e-6) - 1) * DETENT_DEG)
}

const SIDES = [
  'right',
  'upper right corner',
  'ceiling',
  'upper left corner',
  'left',
  'lower left corner',
  'floor',
  'lower right corner',
]

/** The nearest side or corner of the tunnel, in words. */
export const sideInWords = (thetaDeg: number): string => SIDES[Math.round(thetaDeg / 45) % 8]!

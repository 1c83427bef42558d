import { type PointerEvent, useState } from 'react'
import styles from './cloud.module.css'

export interface LassoProps {
  /** The closed line, in CSS pixels of this element. */
  readonly onSelect: (polygon: readonly (readonly [number, number])[]) => void
}

type Path = readonly (readonly [number, number])[]

/** A free line drawn with pointer or finger; letting go closes it. A tap selects nothing. */
export function Lasso({ onSelect }: LassoProps) {
  const [path, setPath] = useState<Path>([])
  const pointOf = (event: PointerEvent<SVGSVGElement>): readonly [number, number] => {
    const box = event.currentTarget.getBoundingClientRect()
    return [event.clientX - box.left, event.clientY - box.top]
  }
  return (
    <svg
      className={styles.lasso}
      aria-hidden="true"
      data-testid="lasso"
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setPath([pointOf(event)])
      }}
      onPointerMove={event => {
        if (path.length > 0) setPath([...path, pointOf(event)])
      }}
      onPointerUp={() => {
        onSelect(path)
        setPath([])
      }}
      onPointerCancel={() => setPath([])}
    >
      <polygon points={path.map(point => point.join(',')).join(' ')} />
    </svg>
  )
}

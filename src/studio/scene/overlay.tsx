import type { Scene } from '../../core/scene.ts'
import type { PairTruth, SceneTruth } from '../../core/truth.ts'
import type { Overlays } from '../store/studio-store.ts'
import styles from './overlay.module.css'

export interface OverlayProps {
  readonly scene: Scene
  readonly truth: SceneTruth
  readonly pair: PairTruth | null
  readonly show: Overlays
  readonly selected: number
  readonly positionShare: number
}

/** Truth drawn over the image, in the image's own pixels. White on dark, so that it reads on every scene. */
export function Overlay({ scene, truth, pair, show, selected, positionShare }: OverlayProps) {
  const { widthPx, heightPx } = scene.camera
  return (
    <svg className={styles.overlay} viewBox={`0 0 ${widthPx} ${heightPx}`} aria-hidden="true">
      {show.band && pair && <Band truth={truth} pair={pair} widthPx={widthPx} marginPx={positionShare * heightPx} />}
      {show.horizon && <Horizon truth={truth} widthPx={widthPx} heightPx={heightPx} />}
      {show.boxes &&
        truth.objects.map(({ index, name, bboxPx: [x, y, width, height] }) => (
          <g key={index} strokeWidth={index === selected + 1 ? 2 : 1}>
            <rect
              className={styles.under}
              x={x}
              y={y}
              width={width}
              height={height}
              strokeWidth={index === selected + 1 ? 4 : 3}
            />
            <rect className={styles.box} x={x} y={y} width={width} height={height} />
            <text className={styles.label} x={x} y={y > 18 ? y - 5 : y + height + 14}>
              {index} {name}
            </text>
          </g>
        ))}
      {show.centers &&
        truth.objects.map(({ index, centerPx: [x, y] }) => (
          <g key={index} transform={`translate(${x} ${y})`}>
            <path className={styles.under} d="M-7 0H7M0 -7V7" strokeWidth={4} />
            <path className={styles.box} d="M-7 0H7M0 -7V7" strokeWidth={index === selected + 1 ? 2.4 : 1.2} />
          </g>
        ))}
    </svg>
  )
}

/** Where the farther object's centre would have to be for the pair to be ambiguous: around the nearer one's centre. */
function Band(props: { truth: SceneTruth; pair: PairTruth; widthPx: number; marginPx: number }) {
  const { truth, pair, widthPx, marginPx } = props
  const nearer = pair.farther === pair.a ? pair.b : pair.a
  const y = truth.objects[nearer - 1]!.centerPx[1]
  const [top, bottom] = [y - marginPx, y + marginPx]
  return (
    <g>
      <rect className={styles.band} y={top} width={widthPx} height={2 * marginPx} />
      <path className={styles.bandEdge} d={`M0 ${top}H${widthPx}M0 ${bottom}H${widthPx}`} />
      <text className={styles.label} x={8} y={top - 6}>
        ↑ consistent
      </text>
      <text className={styles.label} x={8} y={bottom + 15}>
        ↓ counter
      </text>
    </g>
  )
}

function Horizon({ truth, widthPx, heightPx }: { truth: SceneTruth; widthPx: number; heightPx: number }) {
  const y = truth.horizonYPx
  if (y === null || y < 0 || y > heightPx) return null
  return (
    <g>
      <path className={styles.under} d={`M0 ${y}H${widthPx}`} strokeWidth={3} />
      <path className={styles.horizon} d={`M0 ${y}H${widthPx}`} />
      <text className={styles.label} x={widthPx - 8} y={y - 6} textAnchor="end">
        horizon
      </text>
    </g>
  )
}

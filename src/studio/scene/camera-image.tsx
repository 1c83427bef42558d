import { useState } from 'react'
import { sceneOf } from '../store/studio-store.ts'
import { useStudio } from '../store/use-studio.ts'
import { useLoaded } from '../ui/use-loaded.ts'
import styles from './camera-image.module.css'
import { ObjectHandles } from './object-handles.tsx'
import { Overlay } from './overlay.tsx'
import { useShownPair, useTruth } from './use-truth.ts'

/** With three.js behind it: everything else on the page is there and works before the picture is. */
const loadCanvas = () => import('./corridor-canvas.tsx')

export interface CameraImageProps {
  /** The room that there is, CSS pixels; the image is never shown larger than 1 : 1. */
  readonly boxPx: number
  /** Whether the objects can be dragged. */
  readonly handles?: boolean
  /** The picture alone, without the truth over it. */
  readonly bare?: boolean
}

/** The scene as its own camera sees it, with handles and the truth drawn over it. */
export function CameraImage({ boxPx, handles = true, bare = false }: CameraImageProps) {
  const scene = useStudio(sceneOf)
  const selected = useStudio(state => state.selected)
  const overlays = useStudio(state => state.overlays)
  const positionShare = useStudio(state => state.positionShare)
  const webgl = useStudio(state => state.webgl)
  const CorridorCanvas = useLoaded(loadCanvas)
  const truth = useTruth()
  const pair = useShownPair(truth)
  const [lost, setLost] = useState(false)
  const { widthPx, heightPx } = scene.camera
  const scale = Math.min(1, boxPx / Math.max(widthPx, heightPx))
  return (
    <div
      className={styles.frame}
      style={{ width: Math.round(widthPx * scale), height: Math.round(heightPx * scale) }}
      data-testid="camera-image"
    >
      <div className={styles.stage} style={{ width: widthPx, height: heightPx, transform: `scale(${scale})` }}>
        {webgl !== false && CorridorCanvas && <CorridorCanvas scene={scene} onContextLost={setLost} />}
      </div>
      {webgl === false && <NoPicture title="No picture without WebGL 2" text={NO_WEBGL} />}
      {lost && (
        <NoPicture
          title="The graphics context was lost"
          text="It comes back by itself; nothing of the scene is lost."
        />
      )}
      {!bare && <Overlay {...{ scene, truth, pair, selected, positionShare }} show={overlays} />}
      {handles && <ObjectHandles scene={scene} truth={truth} scale={scale} />}
    </div>
  )
}

const NO_WEBGL =
  'This browser, or its settings, does not offer WebGL 2, so the corridor cannot be drawn. Placing, truth, questions and sharing work all the same.'

function NoPicture({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div className={styles.fallback} role="status">
      <strong>{title}</strong>
      <p>{text}</p>
    </div>
  )
}

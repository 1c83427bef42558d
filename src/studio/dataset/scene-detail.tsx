import { useEffect, useRef, useState } from 'react'
import { SpatialTunnelError } from '../../core/errors.ts'
import { isFullyVisible } from '../../core/visibility.ts'
import { deltaY } from '../grid/cell-detail.tsx'
import { SplitTag } from '../grid/split-tag.tsx'
import { splitSentence } from '../scene/split-sentence.ts'
import { TruthTable } from '../scene/truth-table.tsx'
import { openScene } from '../store/studio-store.ts'
import { useStudio, useStudioServices } from '../store/use-studio.ts'
import { Button } from '../ui/button.tsx'
import { Segments } from '../ui/segments.tsx'
import styles from './dataset-page.module.css'
import { type BrowsedScene, type LoadedDataset, pairOf } from './loaded-dataset.ts'
import { DEPTH_STOPS, type PassPicture, type PassView, passPicture, passSha256Of } from './pass-picture.ts'

export interface SceneDetailProps {
  readonly dataset: LoadedDataset
  readonly scene: BrowsedScene
}

/** One scene of the dataset: its pictures, its truth, its questions. */
export function SceneDetail({ dataset, scene }: SceneDetailProps) {
  const { store } = useStudioServices()
  const pair = pairOf(scene)
  const marginPx = useStudio(state => state.positionShare) * scene.scene.camera.heightPx
  const visible = visibleShares(scene)
  const questions = dataset.questions.get(scene.id) ?? []
  return (
    <aside className={styles.detail} aria-label="Scene">
      <div className={styles.detailHead}>
        <h2>{scene.id}</h2>
        <Button
          look="primary"
          label="Open in the editor"
          onClick={() => openScene(store, scene.scene) && store.setState({ page: 'scene' })}
        />
      </div>
      <Pictures dataset={dataset} scene={scene} />
      {pair && (
        <p className={styles.sentence}>
          <SplitTag split={pair.split} />
          <span>{splitSentence(scene.truth, pair, marginPx)}</span>
          <span className={styles.soft}>Δy {deltaY(pair.fartherHigherByPx, scene.scene.camera.heightPx)}</span>
        </p>
      )}
      <section aria-label="Truth">
        <h3>Truth</h3>
        <TruthTable truth={scene.truth} selected={-1} visible={visible} />
      </section>
      <section aria-label="Questions">
        <h3>Questions</h3>
        <ul className={styles.questions}>
          {questions.map(question => (
            <li key={question.id}>
              <span>{question.text}</span>
              <strong>{question.answer}</strong>
            </li>
          ))}
        </ul>
        {questions.length === 0 && <p className={styles.soft}>The dataset asks nothing about this scene.</p>}
      </section>
    </aside>
  )
}

/** As measured when it was rendered; in the example, where everything is whole, from the scene alone. */
function visibleShares({ scene, truth }: BrowsedScene): readonly (number | null)[] | null {
  const measured = truth.objects.map(object => object.pixels?.visibleFraction)
  if (measured.every(share => share !== undefined)) return measured
  return isFullyVisible(scene) ? truth.objects.map(() => 1) : null
}

const PASS_TITLES: readonly { readonly value: PassView; readonly title: string }[] = [
  { value: 'rgb', title: 'Image' },
  { value: 'mask', title: 'Mask' },
  { value: 'depth', title: 'Depth' },
]

function Pictures({ dataset, scene }: SceneDetailProps) {
  const [pass, setPass] = useState<PassView>('rgb')
  const { picture, message } = usePassPicture(dataset, scene, pass)
  const matches = useChecksum(picture, passSha256Of(scene, pass))
  return (
    <div className={styles.pictures}>
      <Segments label="Picture" options={PASS_TITLES} value={pass} onChange={setPass} />
      <div className={styles.picture}>
        {picture ? <PixelCanvas pixels={picture.pixels} label={`${pass} of ${scene.id}`} /> : <p>{message}</p>}
      </div>
      <p className={styles.note}>
        {picture?.rangeM && (
          <>
            <span>{picture.rangeM[0].toFixed(2)} m</span>
            <span className={styles.ramp} style={{ background: `linear-gradient(90deg, ${DEPTH_STOPS.join(', ')})` }} />
            <span>{picture.rangeM[1].toFixed(2)} m</span>
          </>
        )}
        {matches !== null && (
          <span className={matches ? '' : styles.wrong}>{matches ? 'checksum matches' : 'checksum differs'}</span>
        )}
        {!scene.row && picture && <span>drawn live</span>}
      </p>
    </div>
  )
}

function usePassPicture(dataset: LoadedDataset, scene: BrowsedScene, pass: PassView) {
  const studio = useStudioServices()
  const [state, setState] = useState<{ scene: BrowsedScene | null; picture: PassPicture | null; message: string }>({
    scene: null,
    picture: null,
    message: '',
  })
  useEffect(() => {
    let wanted = true
    const show = (picture: PassPicture | null, message: string) => wanted && setState({ scene, picture, message })
    passPicture(scene, pass, dataset.files, studio.capturer).then(
      picture => show(picture, dataset.files ? 'This dataset has no such pass.' : 'No picture without WebGL 2.'),
      error => {
        if (!(error instanceof SpatialTunnelError)) throw error
        show(null, `${error.where}: ${error.found}`)
      },
    )
    return () => {
      wanted = false
    }
  }, [dataset, scene, pass, studio])
  return state
}

/** Whether the file's bytes are what its row says; null without a file or a checksum. */
function useChecksum(picture: PassPicture | null, sha256: string | undefined): boolean | null {
  const [state, setState] = useState<{ picture: PassPicture; hex: string } | null>(null)
  useEffect(() => {
    let wanted = true
    if (picture?.bytes) {
      void crypto.subtle.digest('SHA-256', picture.bytes).then(digest => {
        const hex = Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('')
        if (wanted) setState({ picture, hex })
      })
    }
    return () => {
      wanted = false
    }
  }, [picture])
  return state && state.picture === picture && sha256 !== undefined ? state.hex === sha256 : null
}

function PixelCanvas({ pixels, label }: { readonly pixels: ImageData; readonly label: string }) {
  const ref = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const canvas = ref.current!
    canvas.width = pixels.width
    canvas.height = pixels.height
    canvas.getContext('2d')!.putImageData(pixels, 0, 0)
  }, [pixels])
  return <canvas ref={ref} role="img" aria-label={label} />
}

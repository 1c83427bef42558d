import { useEffect, useRef, useState } from 'react'
import { sceneTruth } from '../../core/truth.ts'
import { CameraImage } from '../scene/camera-image.tsx'
import { higherOf } from '../scene/split-sentence.ts'
import { type StudioStore, sceneOf } from '../store/studio-store.ts'
import { useStudio, useStudioStore } from '../store/use-studio.ts'
import { Button } from '../ui/button.tsx'
import { useWindowSize } from '../ui/use-media.ts'
import { PrintedModels } from './printed-models.tsx'
import styles from './welcome.module.css'

/** The first visit: one question about a counter scene, then what is true, and who would have said otherwise. */
export function Welcome() {
  const store = useStudioStore()
  const scene = useStudio(sceneOf)
  const { width } = useWindowSize()
  const [answer, setAnswer] = useState<number | null>(null)
  const truth = sceneTruth(scene)
  return (
    <div className={styles.welcome}>
      <div className={styles.image}>
        <CameraImage boxPx={Math.min(512, width - 32)} handles={false} bare={answer === null} />
      </div>
      <div className={styles.text}>
        {answer === null ? (
          <>
            <h2>Which is farther?</h2>
            <p className={styles.lead}>
              A tunnel, two objects. In most photographs what is farther away also stands higher in the image. In a
              tunnel it need not.
            </p>
            <div className={styles.answers}>
              {truth.objects.map(object => (
                <Button key={object.index} label={`The ${object.name}`} onClick={() => setAnswer(object.index)} />
              ))}
            </div>
            <p>
              <Button look="bare" label="Skip" onClick={() => endWelcome(store)} />
            </p>
          </>
        ) : (
          <Answered answer={answer} onEnd={() => endWelcome(store)} />
        )}
      </div>
    </div>
  )
}

function Answered({ answer, onEnd }: { readonly answer: number; readonly onEnd: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const truth = sceneTruth(useStudio(sceneOf))
  const pair = truth.pairs[0]!
  const farther = truth.objects[(pair.farther ?? 1) - 1]!
  const nearer = truth.objects.find(object => object !== farther)!
  const higher = truth.objects[(higherOf(pair) ?? 1) - 1]!
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {answer === farther.index ? 'Right: the' : 'It is the'} {farther.name}.
      </h2>
      <ul className={styles.points}>
        <li>
          <strong>{farther.distanceM.toFixed(1)} m</strong> away; the {nearer.name} is{' '}
          <strong>{nearer.distanceM.toFixed(1)} m</strong>. Yet it stands{' '}
          {Math.round(Math.abs(pair.fartherHigherByPx ?? 0))} px lower in the image.
        </li>
        <li>
          Whoever only looks at height says <strong className={styles.counter}>the {higher.name}</strong>.
        </li>
      </ul>
      <PrintedModels />
      <div className={styles.end}>
        <Button
          look="primary"
          label={`Move the ${farther.shape === 'sphere' ? 'ball' : farther.shape} yourself`}
          onClick={onEnd}
        />
      </div>
    </>
  )
}

/** Once seen it never comes back on this device. */
function endWelcome(store: StudioStore): void {
  store.setState({ welcome: false, welcomeSeen: true, selected: 0 })
}

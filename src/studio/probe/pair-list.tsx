import { useEffect, useMemo, useState } from 'react'
import type { Scene } from '../../core/scene.ts'
import type { ReportPair } from '../../probe/probe-report.ts'
import { drawScenePng } from '../share/scene-picture.ts'
import { openScene } from '../store/studio-store.ts'
import { useStudioServices } from '../store/use-studio.ts'
import { Button } from '../ui/button.tsx'
import styles from './pair-list.module.css'
import { createPairScenes } from './scene-of-pair.ts'
import { useProbe } from './use-probe.ts'

/** So many pictures are drawn; more would keep a person waiting. */
const SHOWN_MAX = 24

/** The scenes of the pairs inside the lasso; pointing at one finds its point in the cloud. */
export function PairList() {
  const { store } = useStudioServices().probe()
  const report = useProbe(state => state.report)!
  const selected = useProbe(state => state.selected)
  const pairs = useMemo(() => {
    const inside = new Set(selected)
    return report.pairs.filter(pair => inside.has(pair.id))
  }, [report, selected])
  const scenes = useMemo(createPairScenes, [])
  if (pairs.length === 0) {
    return (
      <section className={styles.panel} aria-label="Scenes">
        <h2>Scenes</h2>
        <p className={styles.hint}>Choose Lasso and draw around points: their scenes appear here.</p>
      </section>
    )
  }
  return (
    <section className={styles.panel} aria-label="Scenes">
      <div className={styles.head}>
        <h2>{pairs.length === 1 ? '1 scene' : `${pairs.length} scenes`}</h2>
        <p className={styles.hint}>{summary(pairs)}</p>
        <Button label="Clear" onClick={() => store.setState({ selected: [], pointed: null })} />
      </div>
      <ul className={styles.list}>
        {pairs.slice(0, SHOWN_MAX).map(pair => (
          <PairCard key={pair.id} pair={pair} scene={scenes(pair.sceneId)} />
        ))}
      </ul>
      {pairs.length > SHOWN_MAX && <p className={styles.hint}>{pairs.length - SHOWN_MAX} more are not shown.</p>}
    </section>
  )
}

/** "12 far, 3 close; 9 consistent, 6 counter". */
function summary(pairs: readonly ReportPair[]): string {
  const counts = (of: (pair: ReportPair) => string | undefined): string => {
    const found = new Map<string, number>()
    for (const pair of pairs) {
      const name = of(pair)
      if (name !== undefined) found.set(name, (found.get(name) ?? 0) + 1)
    }
    return [...found].map(([name, count]) => `${count} ${name}`).join(', ')
  }
  return [counts(pair => pair.category), counts(pair => pair.split)].filter(Boolean).join('; ')
}

function PairCard({ pair, scene }: { readonly pair: ReportPair; readonly scene: Scene | null }) {
  const studio = useStudioServices()
  const probe = studio.probe().store
  const { category, split, right } = pair
  const words = [category, split, right === undefined ? undefined : right ? 'answered right' : 'answered wrong']
  const point = (id: string | null) => () => probe.setState({ pointed: id })
  const label = words.filter(Boolean).join(', ')
  return (
    <li className={styles.card}>
      <button
        type="button"
        disabled={scene === null}
        aria-label={`Open ${pair.id} in the editor: ${label}`}
        onPointerEnter={point(pair.id)}
        onPointerLeave={point(null)}
        onFocus={point(pair.id)}
        onBlur={point(null)}
        onClick={() => {
          if (scene && openScene(studio.store, scene)) studio.store.setState({ page: 'scene' })
        }}
      >
        {scene && <Thumbnail scene={scene} />}
        <span className={styles.words}>{label}</span>
      </button>
    </li>
  )
}

/** The scene's image in small, drawn by the batch's own renderer. */
function Thumbnail({ scene }: { readonly scene: Scene }) {
  const studio = useStudioServices()
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    let made: string | null = null
    let gone = false
    const timer = setTimeout(async () => {
      const capturer = await studio.capturer()
      if (!capturer || gone) return
      const small = { ...scene, camera: { ...scene.camera, widthPx: 128, heightPx: 128 } }
      made = URL.createObjectURL(new Blob([drawScenePng(capturer, small)], { type: 'image/png' }))
      setUrl(made)
    })
    return () => {
      gone = true
      clearTimeout(timer)
      if (made) URL.revokeObjectURL(made)
    }
  }, [scene, studio])
  return url ? <img src={url} width={96} height={96} alt="" /> : <span className={styles.blank} />
}

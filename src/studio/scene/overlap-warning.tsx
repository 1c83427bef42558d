import { sceneProblems } from '../../core/scene-check.ts'
import { sceneOf } from '../store/studio-store.ts'
import { useStudio } from '../store/use-studio.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './scene-page.module.css'

/** Objects that reach into each other: allowed here, refused by suites. */
export function OverlapWarning() {
  const scene = useStudio(sceneOf)
  const overlap = sceneProblems(scene).find(({ code }) => code === 'objects-overlap')
  if (!overlap) return null
  const text = overlap.found.replace(/objects\[(\d+)\]/, (_, index: string) => `object ${Number(index) + 1}`)
  return (
    <p className={styles.warning} role="status">
      <Icon name="warning" />{' '}
      {`${overlap.where.replace(/objects\[(\d+)\]/, (_, i: string) => `Object ${Number(i) + 1}`)} reaches ${text}. Suites refuse such scenes.`}
    </p>
  )
}

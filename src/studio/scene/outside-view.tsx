import { useEffect, useState } from 'react'
import { useStudio } from '../store/use-studio.ts'
import { Button } from '../ui/button.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { whenIdle } from '../ui/when-idle.ts'
import styles from './outside-view.module.css'
import page from './scene-page.module.css'
import { VIEWPOINTS, type Viewpoint } from './viewpoint.ts'

const loadCanvas = () => import('./outside-canvas.tsx')

/** A free view of the tunnel, cut open, with the scene's camera in it: viewpoints to choose from, and the canvas. */
export function OutsideView() {
  const webgl = useStudio(state => state.webgl)
  const OutsideCanvas = useLoaded(loadCanvas)
  const [viewpoint, setViewpoint] = useState<{ readonly name: Viewpoint }>({ name: 'Corner' })
  // The camera's image comes first, and what is pressed meanwhile.
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    if (webgl) whenIdle(() => setIdle(true))
  }, [webgl])
  return (
    <>
      <div className={page.bar}>
        <h2>Outside</h2>
        {(Object.keys(VIEWPOINTS) as Viewpoint[]).map(name => (
          <Button key={name} label={name} onClick={() => setViewpoint({ name })} />
        ))}
      </div>
      <div className={styles.view}>
        {webgl && idle && OutsideCanvas && <OutsideCanvas viewpoint={viewpoint} />}
        {webgl === false && <p className={styles.empty}>The outside view needs WebGL 2.</p>}
        <p className={styles.legend}>
          <span>Drag to orbit, wheel to zoom</span>
        </p>
      </div>
    </>
  )
}

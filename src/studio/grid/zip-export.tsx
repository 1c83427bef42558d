import { useEffect, useRef, useState } from 'react'
import gridSuite from '../../../scenes/grid.json' with { type: 'json' }
import { SpatialTunnelError } from '../../core/errors.ts'
import { parseSuite } from '../../core/suite.ts'
import type { ZipProgress } from '../dataset/export-zip.ts'
import { saveFile } from '../share/save-file.ts'
import { noticeOf, sceneOf } from '../store/studio-store.ts'
import { useStudio, useStudioServices } from '../store/use-studio.ts'
import { Button } from '../ui/button.tsx'
import styles from './grid-page.module.css'
import { columnsOf, type Plane, rowsOf } from './plane.ts'
import { planeSuite } from './plane-suite.ts'

/** The whole plane as a dataset: drawn here, with progress, and given up at any time. */
export function ZipExport({ plane }: { readonly plane: Plane }) {
  const studio = useStudioServices()
  const webgl = useStudio(state => state.webgl)
  const source = useStudio(state => state.plane.source)
  const [progress, setProgress] = useState<ZipProgress | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const start = async () => {
    const control = new AbortController()
    running.current = control
    setProgress({ phase: 'drawing', done: 0, total: columnsOf(plane) * rowsOf(plane) })
    try {
      const { exportZip } = await import('../dataset/export-zip.ts')
      const scene = sceneOf(studio.store.getState())
      const suite = source === 'suite' ? parseSuite(gridSuite) : planeSuite(scene, plane.x, plane.y)
      const blob = await exportZip(suite, (await studio.capturer())!, {
        signal: control.signal,
        onProgress: setProgress,
      })
      saveFile(`${suite.name}.zip`, blob, 'application/zip')
    } catch (error) {
      if (error instanceof SpatialTunnelError) {
        studio.store.setState({ notice: noticeOf(error, 'The dataset could not be drawn') })
      } else if (!control.signal.aborted) throw error
    } finally {
      running.current = null
      setProgress(null)
    }
  }
  return (
    <section className={styles.axes} aria-label="Dataset">
      <h3>Dataset</h3>
      {progress ? (
        <div className={styles.progress}>
          <progress aria-label="Progress" value={progress.done} max={progress.total} />
          <span>
            {progress.phase === 'packing'
              ? `packing ${progress.done} %`
              : `${progress.done} of ${progress.total} scenes`}
          </span>
          <Button label="Cancel" onClick={() => running.current?.abort()} />
        </div>
      ) : (
        <>
          <Button
            icon="download"
            label={`All ${columnsOf(plane) * rowsOf(plane)} scenes as ZIP`}
            disabled={webgl === false}
            onClick={() => void start()}
          />
          <p className={styles.soft}>
            Images, masks, depth, truth and questions, as <code>spatialtunnel render</code> writes them.
          </p>
        </>
      )}
    </section>
  )
}

import { encode } from 'uqr'
import type { Scene } from '../../core/scene.ts'
import { PLANE_VIEW_DEFAULTS } from '../grid/plane-view-state.ts'
import { type Notice, sceneOf } from '../store/studio-store.ts'
import { fragmentOf } from '../store/url.ts'
import { useStudio, useStudioStore } from '../store/use-studio.ts'
import { Button } from '../ui/button.tsx'
import { copyText } from './copy-text.ts'
import { FileButtons } from './file-buttons.tsx'
import { isLoopback, LOOPBACK_NOTE } from './loopback.ts'
import styles from './share-panel.module.css'

/** The scene as a link, a code to scan, and files. */
export function SharePanel() {
  const store = useStudioStore()
  const scene = useStudio(sceneOf)
  const grid = useStudio(state => state.page === 'grid')
  const plane = useStudio(state => state.plane)
  const studio = window.location.href.replace(/[?#].*$/s, '')
  const link = studio + fragmentOf(grid ? 'grid' : 'scene', scene, plane)
  const local = isLoopback(window.location.hostname)
  const copy = async (title: string, text: string) => {
    const notice: Notice = (await copyText(text))
      ? { kind: 'info', title, ...(local ? { text: LOOPBACK_NOTE } : {}) }
      : {
          kind: 'error',
          title: 'This browser does not let the page copy',
          text: 'Select the link and copy it by hand.',
        }
    store.setState({ notice })
  }
  return (
    <div className={styles.panel}>
      <div className={styles.main}>
        <div className={styles.link}>
          <input readOnly value={link} aria-label="Link to this scene" onFocus={event => event.target.select()} />
          <Button
            data-first-focus
            look="primary"
            icon="copy"
            label="Copy link"
            onClick={() => void copy('Link copied', link)}
          />
        </div>
        <p className={styles.note}>
          {`${grid ? 'The scene and the grid’s axes are' : 'The whole scene is'} in the link: ${link.length} letters, no server. `}
          {local && LOOPBACK_NOTE}
        </p>
        <FileButtons />
        <Button
          icon="copy"
          label="Copy as a frame for another page"
          title="HTML that shows the picture alone, drawn where it is read"
          onClick={() => void copy('Frame copied', frameHtml(studio, scene))}
        />
      </div>
      <QrCode text={link} />
    </div>
  )
}

/** What another page writes to show the scene; the picture is drawn in the reader's browser. */
const frameHtml = (studio: string, scene: Scene): string =>
  `<iframe src="${studio}?embed=scene${fragmentOf('scene', scene, PLANE_VIEW_DEFAULTS)}" width="${scene.camera.widthPx}" ` +
  `height="${scene.camera.heightPx}" style="border: 0" title="A scene in SpatialTunnel"></iframe>`

function QrCode({ text }: { readonly text: string }) {
  const { data, size } = encode(text, { ecc: 'L', border: 0 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1Z`] : []))).join('')
  return (
    <div className={styles.code}>
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code of the link" shapeRendering="crispEdges">
        <path d={path} fill="var(--under-picture)" />
      </svg>
    </div>
  )
}

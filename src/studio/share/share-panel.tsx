import { encode } from 'uqr'
import { sceneTruth } from '../../core/truth.ts'
import { sceneLink } from '../../formats/share-link.ts'
import { sceneOf } from '../store/studio-store.ts'
import { useStudio, useStudioServices } from '../store/use-studio.ts'
import { Button } from '../ui/button.tsx'
import { saveFile } from './save-file.ts'
import { drawScenePng } from './scene-picture.ts'
import { withScene } from './scene-png.ts'
import styles from './share-panel.module.css'

/** The scene as a link, a code to scan, and files. */
export function SharePanel() {
  const studio = useStudioServices()
  const scene = useStudio(sceneOf)
  const webgl = useStudio(state => state.webgl)
  const link = sceneLink(scene, window.location.href.replace(/[?#].*$/s, ''))
  const local = isLoopback(window.location.hostname)
  const copy = async () => {
    await navigator.clipboard.writeText(link)
    studio.store.setState({ notice: { kind: 'info', title: 'Link copied', ...(local ? { text: LOOPBACK } : {}) } })
  }
  const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
  return (
    <div className={styles.panel}>
      <div className={styles.main}>
        <div className={styles.link}>
          <input readOnly value={link} aria-label="Link to this scene" onFocus={event => event.target.select()} />
          <Button look="primary" icon="copy" label="Copy link" onClick={() => void copy()} />
        </div>
        <p className={styles.note}>
          {`The whole scene is in the link: ${link.length} letters, no server. `}
          {local && LOOPBACK}
        </p>
        <div className={styles.files}>
          <Button
            icon="download"
            label="PNG with scene"
            title="Dropping the picture here opens the scene again"
            disabled={!webgl}
            onClick={() => {
              const png = drawScenePng(studio.capturer()!, scene)
              saveFile('scene.png', withScene(png, scene), 'image/png')
            }}
          />
          <Button
            icon="download"
            label="Scene JSON"
            onClick={() => saveFile('scene.json', json(scene), 'application/json')}
          />
          <Button
            icon="download"
            label="Truth JSON"
            onClick={() => saveFile('truth.json', json(sceneTruth(scene)), 'application/json')}
          />
        </div>
      </div>
      <QrCode text={link} />
    </div>
  )
}

const LOOPBACK =
  'This address is on your own computer only: others open the same #s=… behind their own studio’s address, or with `spatialtunnel open`.'

export const isLoopback = (hostname: string): boolean => /^(localhost|127(\.\d+){3}|\[?::1\]?|)$/.test(hostname)

function QrCode({ text }: { readonly text: string }) {
  const { data, size } = encode(text, { ecc: 'L', border: 0 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1Z`] : []))).join('')
  return (
    <div className={styles.code}>
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code of the link" shapeRendering="crispEdges">
        <path d={path} fill="#000" />
      </svg>
    </div>
  )
}

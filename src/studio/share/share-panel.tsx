import { encode } from 'uqr'
import { sceneLink } from '../../formats/share-link.ts'
import { sceneOf } from '../store/studio-store.ts'
import { useStudio, useStudioStore } from '../store/use-studio.ts'
import { Button } from '../ui/button.tsx'
import { FileButtons } from './file-buttons.tsx'
import styles from './share-panel.module.css'

/** The scene as a link, a code to scan, and files. */
export function SharePanel() {
  const store = useStudioStore()
  const scene = useStudio(sceneOf)
  const link = sceneLink(scene, window.location.href.replace(/[?#].*$/s, ''))
  const local = isLoopback(window.location.hostname)
  const copy = async () => {
    await navigator.clipboard.writeText(link)
    store.setState({ notice: { kind: 'info', title: 'Link copied', ...(local ? { text: LOOPBACK } : {}) } })
  }
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
        <FileButtons />
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
        <path d={path} fill="var(--under-picture)" />
      </svg>
    </div>
  )
}

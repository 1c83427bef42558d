import { splitSentence } from '../scene/split-sentence.ts'
import { useStudio } from '../store/use-studio.ts'
import { Button } from '../ui/button.tsx'
import { shownValue } from './axis.ts'
import { BitmapPicture } from './bitmap-picture.tsx'
import styles from './grid-page.module.css'
import type { Plane, PlaneCell } from './plane.ts'
import { bitmapKey } from './scene-bitmap.ts'
import { SplitTag } from './split-tag.tsx'
import type { Player } from './use-player.ts'

export interface CellDetailProps {
  readonly plane: Plane
  readonly cell: PlaneCell
  readonly previewPx: number
  /** Width of the picture that is shown until the preview has come. */
  readonly draftPx: number
  readonly player: Player
  readonly onOpen: () => void
}

/** The cell that is looked at: its picture, where it is, its split with the reason. */
export function CellDetail({ plane, cell, previewPx, draftPx, player, onOpen }: CellDetailProps) {
  const positionShare = useStudio(state => state.positionShare)
  const webgl = useStudio(state => state.webgl)
  const { scene, truth } = cell
  const pair = truth?.pairs[0]
  return (
    <section className={styles.detail} aria-label="Cell">
      <div className={styles.preview}>
        {scene && webgl !== false ? (
          <BitmapPicture
            keys={[bitmapKey(cell.key, previewPx), bitmapKey(cell.key, draftPx)]}
            widthPx={previewPx}
            heightPx={Math.round((previewPx * scene.camera.heightPx) / scene.camera.widthPx)}
            label="Picture of the cell’s scene"
          />
        ) : (
          <p>{scene ? 'No picture without WebGL 2' : 'This does not fit the tunnel'}</p>
        )}
      </div>
      <p className={styles.where}>
        <span>
          {plane.x.label} <strong>{shownValue(plane.x, plane.x.values[cell.column]!)}</strong>
        </span>
        <span>
          {plane.y.label} <strong>{shownValue(plane.y, plane.y.values[cell.row]!)}</strong>
        </span>
      </p>
      {scene && truth && pair ? (
        <p className={styles.sentence}>
          <SplitTag split={pair.split} />
          <span>{splitSentence(truth, pair, positionShare * scene.camera.heightPx)}</span>
          <span className={styles.soft}>Δy {deltaY(cell.higherPx, scene.camera.heightPx)}</span>
        </p>
      ) : (
        <p className={styles.sentence}>
          {scene ? 'One object alone has no split.' : 'An object would reach through a wall or behind the camera.'}
        </p>
      )}
      <div className={styles.actions}>
        <Button look="primary" label="Open in the editor" disabled={!scene} onClick={onOpen} />
        {(['row', 'column'] as const).map(along => (
          <Button
            key={along}
            icon={player.playing === along ? 'pause' : 'play'}
            label={player.stepwise ? `Next in ${along}` : along === 'row' ? 'Row' : 'Column'}
            title={player.stepwise ? `One cell further along the ${along}` : `Play the ${along} as an animation`}
            {...(player.stepwise ? {} : { pressed: player.playing === along })}
            onClick={() => player.press(along)}
          />
        ))}
      </div>
    </section>
  )
}

/** `+92.4 px, 18.0 % of the height`: positive = the farther object is higher. */
export function deltaY(higherPx: number | null, heightPx: number): string {
  if (higherPx === null) return 'without a depth order'
  const sign = higherPx > 0 ? '+' : higherPx < 0 ? '−' : ''
  const amount = Math.abs(higherPx)
  return `${sign}${amount.toFixed(1)} px, ${((100 * amount) / heightPx).toFixed(1)} % of the height`
}

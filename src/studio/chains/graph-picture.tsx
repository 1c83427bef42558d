import { useEffect } from 'react'
import type { GraphIndex } from '../../chains/graph/graph-index.ts'
import { canonicalJson } from '../../core/canonical.ts'
import type { Scene } from '../../core/scene.ts'
import { BitmapPicture } from '../grid/bitmap-picture.tsx'
import { bitmapKey, sceneWish } from '../grid/scene-bitmap.ts'
import { useStudioServices } from '../store/use-studio.ts'
import styles from './graph-picture.module.css'

export interface GraphPictureProps {
  readonly index: GraphIndex
  readonly scene: Scene | null
  /** Objects to show, by number. */
  readonly highlighted: readonly number[]
}

const PICTURE_PX = 512

/** The scene with the boxes of its graph; the objects that a claim speaks of stand out. */
export function GraphPicture({ index, scene, highlighted }: GraphPictureProps) {
  const { thumbnails, capturer } = useStudioServices()
  const sceneKey = scene ? canonicalJson(scene) : null
  useEffect(() => {
    if (scene && sceneKey) thumbnails.want([sceneWish(capturer, scene, sceneKey, PICTURE_PX)])
  }, [scene, sceneKey, thumbnails, capturer])
  const { width, height } = index.graph
  const lineWidth = Math.max(width, height) / 200
  const names = index.objects.map(object => [...object.attributes, object.name].join(' '))
  const shown = highlighted.map(i => names[i]).join(', ')
  return (
    <div
      className={styles.picture}
      style={{ aspectRatio: `${width || 1} / ${height || 1}` }}
      data-testid="graph-picture"
    >
      {sceneKey && (
        <BitmapPicture
          className={styles.image}
          keys={[bitmapKey(sceneKey, PICTURE_PX)]}
          widthPx={PICTURE_PX}
          heightPx={Math.round((PICTURE_PX * height) / width)}
          label={`Scene with ${names.join(', ')}`}
        />
      )}
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className={styles.overlay}
        role="img"
        aria-label={shown ? `Highlighted: ${shown}` : 'Nothing highlighted'}
      >
        {index.objects.map((object, i) => {
          const on = highlighted.includes(i)
          if (!on && scene) return null
          const above = object.y > height * 0.08
          return (
            <g key={index.ids[i]} className={on ? styles.on : styles.off}>
              <rect
                x={object.x}
                y={object.y}
                width={object.w}
                height={object.h}
                strokeWidth={lineWidth}
                rx={lineWidth}
              />
              <text
                x={Math.min(Math.max(object.x + object.w / 2, width * 0.12), width * 0.88)}
                y={above ? object.y - lineWidth * 2 : object.y + object.h + lineWidth * 6}
                fontSize={lineWidth * 6}
                strokeWidth={lineWidth * 1.6}
                textAnchor="middle"
              >
                {names[i]}
              </text>
            </g>
          )
        })}
      </svg>
    </div>
  )
}

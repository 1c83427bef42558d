import { SpatialTunnelError } from '../../core/errors.ts'
import type { Scene } from '../../core/scene.ts'
import { sceneGlb } from '../../formats/gltf.ts'
import type { Capturer } from '../../render/capture.ts'
import { noticeOf, sceneOf } from '../store/studio-store.ts'
import { useStudio, useStudioServices } from '../store/use-studio.ts'
import { Button } from '../ui/button.tsx'
import { saveFile } from './save-file.ts'
import { drawDepthPng, drawMaskPng, drawScenePng, measuredTruth } from './scene-picture.ts'
import { withScene } from './scene-png.ts'
import styles from './share-panel.module.css'

interface SceneFile {
  readonly label: string
  readonly title: string
  readonly name: string
  readonly type: string
  /** Whether it has to be drawn, so that it needs WebGL. */
  readonly drawn: boolean
  readonly content: (scene: Scene, capturer: Capturer | null) => BlobPart
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

const FILES: readonly SceneFile[] = [
  {
    label: 'PNG with scene',
    title: 'Dropping the picture here opens the scene again',
    name: 'scene.png',
    type: 'image/png',
    drawn: true,
    content: (scene, capturer) => withScene(drawScenePng(capturer!, scene), scene),
  },
  {
    label: 'PNG',
    title: 'The picture alone, as datasets have it',
    name: 'image.png',
    type: 'image/png',
    drawn: true,
    content: (scene, capturer) => drawScenePng(capturer!, scene),
  },
  {
    label: 'Mask',
    title: 'Object numbers as a palette PNG: 0 = background, n = object n',
    name: 'mask.png',
    type: 'image/png',
    drawn: true,
    content: (scene, capturer) => drawMaskPng(capturer!, scene),
  },
  {
    label: 'Depth',
    title: '16-bit PNG: millimetres along the optical axis, 65535 = nothing',
    name: 'depth.png',
    type: 'image/png',
    drawn: true,
    content: (scene, capturer) => drawDepthPng(capturer!, scene),
  },
  {
    label: 'Scene JSON',
    title: 'Everything that decides the picture; drop it here, or render it with the command line',
    name: 'scene.json',
    type: 'application/json',
    drawn: false,
    content: scene => json(scene),
  },
  {
    label: 'Truth JSON',
    title: 'Boxes, centres, depths, relations and splits',
    name: 'truth.json',
    type: 'application/json',
    drawn: false,
    content: (scene, capturer) => json(measuredTruth(capturer, scene)),
  },
  {
    label: 'GLB',
    title: 'glTF 2.0 for other renderers: tunnel, objects, camera and sun',
    name: 'scene.glb',
    type: 'model/gltf-binary',
    drawn: false,
    content: scene => sceneGlb(scene, 'scene'),
  },
]

/** The scene as files. */
export function FileButtons() {
  const studio = useStudioServices()
  const scene = useStudio(sceneOf)
  const webgl = useStudio(state => state.webgl)
  const save = async (file: SceneFile) => {
    try {
      saveFile(file.name, file.content(scene, await studio.capturer()), file.type)
    } catch (error) {
      if (!(error instanceof SpatialTunnelError)) throw error
      studio.store.setState({ notice: noticeOf(error, `${file.label} could not be made`) })
    }
  }
  return (
    <div className={styles.files}>
      {FILES.map(file => (
        <Button
          key={file.name}
          icon="download"
          label={file.label}
          title={file.title}
          disabled={file.drawn && webgl === false}
          onClick={() => void save(file)}
        />
      ))}
    </div>
  )
}

import { resamplePng } from '../../formats/resample.ts'
import type { Capturer } from '../../render/capture.ts'
import type { BrowsedScene, DatasetState, LoadedDataset } from '../dataset/loaded-dataset.ts'
import { drawScenePng } from '../share/scene-picture.ts'

/** Where a picture comes from: the dataset's own file, or drawn here by the renderer that makes datasets. */
export interface SentPicture {
  readonly png: Uint8Array<ArrayBuffer>
  readonly from: 'file' | 'drawn'
  readonly scale: number
}

/**
 * The picture that a model was shown, byte for byte where the file is at hand.
 *
 * @param scale as the answers' set-up says
 * @returns null: without a file, and nothing can draw
 * @throws SpatialTunnelError `file-missing`, `png-invalid` …
 */
export async function sentPicture(
  scene: BrowsedScene,
  files: LoadedDataset['files'],
  capturer: () => Promise<Capturer | null>,
  scale: number,
): Promise<SentPicture | null> {
  if (scene.row && files) {
    const bytes = new Uint8Array(await (await files.read(scene.row.image)).arrayBuffer())
    return { png: new Uint8Array(resamplePng(bytes, scale)), from: 'file', scale }
  }
  const drawing = await capturer()
  return (
    drawing && { png: new Uint8Array(resamplePng(drawScenePng(drawing, scene.scene), scale)), from: 'drawn', scale }
  )
}

/** The scene with its files: those of the dataset that was scored, or of the same one that was opened later. */
export function sceneWithFiles(
  scored: LoadedDataset,
  open: DatasetState,
  scene: BrowsedScene,
): { readonly scene: BrowsedScene; readonly files: LoadedDataset['files'] } {
  if (scored.files || open.status !== 'ready' || open.dataset.name !== scored.name)
    return { scene, files: scored.files }
  const same = open.dataset.scenes[scene.index]
  return same?.id === scene.id && same.row ? { scene: same, files: open.dataset.files } : { scene, files: scored.files }
}

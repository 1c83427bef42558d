import type { Wish } from '../grid/bitmap-queue.ts'
import { drawSceneBitmap } from '../grid/scene-bitmap.ts'
import type { Studio } from '../store/use-studio.ts'
import type { BrowsedScene, LoadedDataset } from './loaded-dataset.ts'

/** The wish for a small picture of a dataset's scene: from its image file, or drawn live in the example. */
export function thumbnailWish(
  studio: Pick<Studio, 'capturer'>,
  { name, files }: LoadedDataset,
  scene: BrowsedScene,
  widthPx: number,
): Wish {
  const { row } = scene
  return {
    key: `${widthPx} ${files?.kind ?? 'example'} ${files?.name ?? name} ${scene.id} ${row?.imageSha256 ?? ''}`,
    make: async () => {
      if (row && files) {
        return createImageBitmap(await files.read(row.image), { resizeWidth: widthPx, resizeQuality: 'medium' })
      }
      const capturer = await studio.capturer()
      return capturer && drawSceneBitmap(capturer, scene.scene, widthPx)
    },
  }
}

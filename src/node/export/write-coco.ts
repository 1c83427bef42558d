import { COCO_CATEGORIES, cocoAnnotations, cocoImage, cocoInfo } from '../../formats/coco.ts'
import { decodePngFile } from '../decode-png-file.ts'
import type { ExportSource } from './export-source.ts'
import { type OutputFolder, separated } from './output-folder.ts'

/** The pictures and `annotations.json`, which is written in two passes: images, then a mask at a time the annotations. */
export async function writeCoco(source: ExportSource, folder: OutputFolder): Promise<void> {
  const file = await folder.stream('annotations.json')
  await file.write(`{"info":${JSON.stringify(cocoInfo(source.head))},"licenses":[],"images":[`)
  const addImage = separated(file, ',')
  for await (const entry of source.entries()) {
    await folder.write(entry.scene.image, await source.picture(entry))
    await addImage(JSON.stringify(cocoImage(entry)))
  }
  await file.write('],"annotations":[')
  const addAnnotation = separated(file, ',')
  for await (const entry of source.entries()) {
    const { widthPx, heightPx, data } = decodePngFile(await source.mask(entry))
    const annotations = cocoAnnotations(entry, { widthPx, heightPx, ids: Uint8Array.from(data) })
    for (const annotation of annotations) await addAnnotation(JSON.stringify(annotation))
  }
  await file.write(`],"categories":${JSON.stringify(COCO_CATEGORIES)}}\n`)
  await file.close()
}

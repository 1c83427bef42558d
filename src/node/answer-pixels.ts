import { join } from 'node:path'
import { SpatialTunnelError } from '../core/errors.ts'
import type { RgbImage } from '../evaluate/find-objects.ts'
import { groupBy } from '../evaluate/group-by.ts'
import { answerFromPixels } from '../evaluate/pixels-baseline.ts'
import type { ResponseRow } from '../evaluate/responses.ts'
import { datasetFiles } from './dataset-files.ts'
import { decodePngFile } from './decode-png-file.ts'
import type { Dataset } from './read-dataset.ts'

/**
 * The answers of the baseline `pixels` to a dataset: each picture is read once; the scenes' truth is not looked at.
 *
 * @throws SpatialTunnelError `image-kind` for a picture that is not 8-bit RGB
 */
export async function answerPixels({ dir, questions }: Pick<Dataset, 'dir' | 'questions'>): Promise<ResponseRow[]> {
  const answers = new Map<string, ResponseRow>()
  const files = datasetFiles(dir)
  for (const [image, asked] of groupBy(questions, question => question.image)) {
    for (const row of answerFromPixels(rgbOf(await files.read(image), join(dir, image)), asked))
      answers.set(row.questionId, row)
  }
  return questions.map(question => answers.get(question.id)!)
}

function rgbOf(png: Uint8Array, path: string): RgbImage {
  const image = decodePngFile(png)
  if (image.kind === 'rgb8') return image
  throw new SpatialTunnelError({
    code: 'image-kind',
    kind: 'data',
    where: path,
    found: `a PNG of kind ${image.kind}`,
    expected: 'an 8-bit RGB picture',
    remedy: 'render the dataset again',
  })
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SpatialTunnelError } from '../core/errors.ts'
import type { RgbImage } from '../evaluate/find-objects.ts'
import { groupBy } from '../evaluate/group-by.ts'
import { answerFromPixels } from '../evaluate/pixels-baseline.ts'
import type { ResponseRow } from '../evaluate/responses.ts'
import { decodePngFile } from './decode-png-file.ts'
import type { Dataset } from './read-dataset.ts'

/**
 * The answers of the baseline `pixels` to a dataset: each picture is read once; the scenes' truth is not looked at.
 *
 * @throws SpatialTunnelError `image-kind` for a picture that is not 8-bit RGB
 */
export async function answerPixels({ dir, questions }: Pick<Dataset, 'dir' | 'questions'>): Promise<ResponseRow[]> {
  const answers = new Map<string, ResponseRow>()
  for (const [image, asked] of groupBy(questions, question => question.image)) {
    for (const row of answerFromPixels(await loadRgb(join(dir, image)), asked)) answers.set(row.questionId, row)
  }
  return questions.map(question => answers.get(question.id)!)
}

async function loadRgb(path: string): Promise<RgbImage> {
  const image = decodePngFile(await readFile(path))
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

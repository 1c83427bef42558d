import { join } from 'node:path'
import { SpatialTunnelError } from '../core/errors.ts'
import type { QuestionRow } from '../core/questions.ts'
import type { RgbImage } from '../evaluate/find-objects.ts'
import { answerFromPixels } from '../evaluate/pixels-baseline.ts'
import type { ResponseRow } from '../evaluate/responses.ts'
import { datasetFiles } from './dataset-files.ts'
import { readManifest, readQuestions } from './dataset-reader.ts'
import { decodePngFile } from './decode-png-file.ts'

/**
 * The answers of the baseline `pixels` to a dataset, in the questions' order: a picture is read for the questions about it
 * that follow each other, as they do in a dataset; the scenes' truth is not looked at.
 *
 * @throws SpatialTunnelError `image-kind` for a picture that is not 8-bit RGB
 */
export async function* answerPixels(dir: string): AsyncGenerator<ResponseRow> {
  await readManifest(dir)
  const files = datasetFiles(dir)
  for await (const asked of byImage(readQuestions(dir))) {
    const { image } = asked[0]!
    yield* answerFromPixels(rgbOf(await files.read(image), join(dir, image)), asked)
  }
}

/** Questions in a row about one picture. */
async function* byImage(questions: AsyncIterable<QuestionRow>): AsyncGenerator<readonly QuestionRow[]> {
  let asked: QuestionRow[] = []
  for await (const question of questions) {
    if (asked.length > 0 && asked[0]!.image !== question.image) {
      yield asked
      asked = []
    }
    asked.push(question)
  }
  if (asked.length > 0) yield asked
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

import { DATASET_VERSION, type PassFile, type PassName, type SceneRow } from './dataset.ts'
import type { ExpandedScene } from './expand.ts'
import { type QuestionRow, questionsOf } from './questions.ts'
import type { Suite } from './suite.ts'
import type { ObjectPixels } from './truth.ts'

/** What a drawn scene adds to the suite: what was measured on its pixels, and its files. */
export interface DrawnScene {
  /** SHA-256 of the decoded RGB pixels. */
  readonly pixelsSha256: string
  readonly objects: readonly ObjectPixels[]
  readonly files: ReadonlyArray<PassFile & { readonly pass: PassName }>
}

/** What a scene puts into the dataset's two tables. */
export interface DatasetRows {
  readonly scene: SceneRow
  readonly questions: readonly QuestionRow[]
}

/**
 * A scene's rows, the same from the batch and from the studio: JSON of them is what the tables hold, line by line.
 *
 * @param drawn with at least the `rgb` file
 */
export function datasetRows(suite: Pick<Suite, 'questions'>, expanded: ExpandedScene, drawn: DrawnScene): DatasetRows {
  const { id, index, scene, truth } = expanded
  const fileOf = (pass: PassName): PassFile | undefined => {
    const file = drawn.files.find(item => item.pass === pass)
    return file && { path: file.path, sha256: file.sha256 }
  }
  const image = fileOf('rgb')!
  const mask = fileOf('mask')
  const depth = fileOf('depth')
  return {
    scene: {
      version: DATASET_VERSION,
      id,
      index,
      scene,
      truth: { ...truth, objects: truth.objects.map((object, i) => ({ ...object, pixels: drawn.objects[i]! })) },
      image: image.path,
      imageSha256: image.sha256,
      pixelsSha256: drawn.pixelsSha256,
      passes: { ...(mask ? { mask } : {}), ...(depth ? { depth } : {}) },
    },
    questions: questionsOf({ sceneId: id, index, image: image.path, truth }, suite.questions),
  }
}

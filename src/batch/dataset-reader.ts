import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DATASET_VERSION, type SceneRow } from '../core/dataset.ts'
import { SpatialTunnelError, shown } from '../core/errors.ts'
import { type DatasetManifest, parseManifest } from '../core/manifest.ts'
import type { QuestionRow } from '../core/questions.ts'
import { readJsonl } from '../node/read-dataset.ts'
import { DATASET_FILE, QUESTIONS_FILE, SCENES_FILE } from './run-folder.ts'

/**
 * @throws SpatialTunnelError `dataset-unfinished` without `dataset.json`, `manifest-invalid`, `version-too-new`
 */
export async function readManifest(folder: string): Promise<DatasetManifest> {
  const path = join(folder, DATASET_FILE)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new SpatialTunnelError({
      code: 'dataset-unfinished',
      where: folder,
      found: `no ${DATASET_FILE}`,
      expected: 'a finished dataset folder',
      remedy: 'run the same `spatialtunnel render` again: it resumes',
    })
  })
  try {
    return parseManifest(JSON.parse(text))
  } catch (error) {
    if (error instanceof SpatialTunnelError) throw error.at(path)
    throw new SpatialTunnelError({
      code: 'manifest-invalid',
      where: path,
      found: shown(text),
      expected: 'a JSON object',
      remedy: 'render the dataset again',
    })
  }
}

/** The rows of `scenes.jsonl`, one at a time: memory does not grow with the dataset. */
export const readScenes = (folder: string): AsyncGenerator<SceneRow> => readTable<SceneRow>(join(folder, SCENES_FILE))

export const readQuestions = (folder: string): AsyncGenerator<QuestionRow> =>
  readTable<QuestionRow>(join(folder, QUESTIONS_FILE))

async function* readTable<Row extends { readonly version: number }>(path: string): AsyncGenerator<Row> {
  for await (const { value, line } of readJsonl(path)) {
    const row = value as Row | null
    if (row?.version !== DATASET_VERSION) {
      throw new SpatialTunnelError({
        code: 'jsonl-row',
        kind: 'data',
        where: `${path}:${line}`,
        found: `version ${shown(row?.version)}`,
        expected: `version ${DATASET_VERSION}`,
        remedy: 'write the dataset again',
      })
    }
    yield row
  }
}

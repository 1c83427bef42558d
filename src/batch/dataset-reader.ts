import { readFile } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { DATASET_FILE, DATASET_VERSION, QUESTIONS_FILE, SCENES_FILE, type SceneRow } from '../core/dataset.ts'
import { SpatialTunnelError, shown } from '../core/errors.ts'
import { type DatasetManifest, parseManifest } from '../core/manifest.ts'
import type { QuestionRow } from '../core/questions.ts'
import { readJsonl } from '../node/read-dataset.ts'

/**
 * @throws SpatialTunnelError `dataset-unfinished` without `dataset.json`, `manifest-altered`, `manifest-invalid`, `version-too-new`
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
      remedy: 'name the folder of a dataset; if its `spatialtunnel render` was interrupted, run that again: it resumes',
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
export async function* readScenes(folder: string): AsyncGenerator<SceneRow> {
  for await (const row of readTable<SceneRow>(join(folder, SCENES_FILE))) {
    for (const path of [row.image, row.passes?.mask?.path, row.passes?.depth?.path]) {
      if (path !== undefined && !isInside(path)) throw outside(folder, row.id, path)
    }
    yield row
  }
}

/** A path that stays in the dataset folder: datasets come from elsewhere, too. */
const isInside = (path: unknown): boolean =>
  typeof path === 'string' && !isAbsolute(path) && !path.split(/[\\/]/).includes('..')

const outside = (folder: string, id: string, path: unknown): SpatialTunnelError =>
  new SpatialTunnelError({
    code: 'path-outside',
    kind: 'data',
    where: `${folder}: ${id}`,
    found: shown(path),
    expected: 'a path inside the dataset folder',
    remedy: 'do not trust this dataset',
  })

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

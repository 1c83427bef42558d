import { access, readFile } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { DATASET_FILE, DATASET_VERSION, QUESTIONS_FILE, SCENES_FILE, type SceneRow } from '../core/dataset.ts'
import { SpatialTunnelError, shown } from '../core/errors.ts'
import { type DatasetManifest, parseManifest } from '../core/manifest.ts'
import { QUESTION_VERSION, type QuestionRow } from '../core/questions.ts'
import { damagedRow, readJsonl } from './read-jsonl.ts'

/**
 * @throws SpatialTunnelError `dataset-unfinished` without `dataset.json`, `manifest-altered`, `manifest-invalid`, `version-too-new`
 */
export async function readManifest(folder: string): Promise<DatasetManifest> {
  await access(folder)
  const path = join(folder, DATASET_FILE)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    // Reading a folder fails without a word about where.
    if (error.code !== 'ENOENT') throw Object.assign(error, { path })
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
      remedy: 'bring dataset.json back from a copy, or render into another folder',
    })
  }
}

/**
 * The rows of `scenes.jsonl`, one at a time: memory does not grow with the dataset.
 *
 * @throws SpatialTunnelError `jsonl-row` with file and line; `path-outside` for a row that names a file elsewhere
 */
export async function* readScenes(folder: string): AsyncGenerator<SceneRow> {
  for await (const { row } of locateScenes(folder)) {
    for (const path of [row.image, row.passes?.mask?.path, row.passes?.depth?.path]) {
      if (path !== undefined && !isInside(path)) throw outside(folder, row.id, path)
    }
    yield row
  }
}

/**
 * The rows of `questions.jsonl`, one at a time.
 *
 * @throws SpatialTunnelError `jsonl-row` with file and line
 */
export async function* readQuestions(folder: string): AsyncGenerator<QuestionRow> {
  for await (const { row } of locateQuestions(folder)) yield row
}

/** A row with the place of its first byte in the file. */
export interface LocatedRow<Row> {
  readonly row: Row
  readonly position: number
}

/** The rows of `questions.jsonl` with their places, for readers that come back to some. */
export const locateQuestions = (folder: string): AsyncGenerator<LocatedRow<QuestionRow>> =>
  readTable<QuestionRow>(join(folder, QUESTIONS_FILE), QUESTION_VERSION)

/** The same of `scenes.jsonl`; paths are not looked at. */
export const locateScenes = (folder: string): AsyncGenerator<LocatedRow<SceneRow>> =>
  readTable<SceneRow>(join(folder, SCENES_FILE), DATASET_VERSION)

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

/** Rows of another version are refused by line. */
async function* readTable<Row>(path: string, version: number): AsyncGenerator<LocatedRow<Row>> {
  for await (const { value, line, position } of readJsonl(path)) {
    const found = (value as { readonly version?: unknown } | null)?.version
    if (found !== version) throw damagedRow(`${path}:${line}`, `version ${shown(found)}`, `version ${version}`)
    yield { row: value as Row, position }
  }
}

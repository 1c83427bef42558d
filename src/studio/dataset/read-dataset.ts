import { DATASET_FILE, DATASET_VERSION, QUESTIONS_FILE, SCENES_FILE, type SceneRow } from '../../core/dataset.ts'
import { SpatialTunnelError, shown } from '../../core/errors.ts'
import { crossedFields, type DatasetManifest, parseManifest } from '../../core/manifest.ts'
import { QUESTION_VERSION, type QuestionRow } from '../../core/questions.ts'
import { parseScene } from '../../core/scene.ts'
import { blobSource } from '../../formats/byte-source.ts'
import { readLines } from '../../formats/lines.ts'
import type { DatasetFiles } from './dataset-files.ts'
import type { BrowsedScene, LoadedDataset } from './loaded-dataset.ts'

export type OnRows = (done: number, total: number) => void

/**
 * Reads a dataset's manifest and tables, no picture.
 *
 * @throws SpatialTunnelError `dataset-unfinished`, `manifest-altered`, `manifest-invalid`, `version-too-new`; `jsonl-row` with
 *   file and line for a damaged row; `path-outside` for a row that names a file elsewhere
 */
export async function readDataset(files: DatasetFiles, onRows: OnRows = () => {}): Promise<LoadedDataset> {
  const manifest = await readManifest(files)
  const total = manifest.counts.scenes
  const scenes: BrowsedScene[] = []
  for await (const row of readRows<SceneRow>(files, SCENES_FILE, DATASET_VERSION)) {
    scenes.push(browsed(files, row))
    if (scenes.length % 256 === 0) onRows(scenes.length, total)
  }
  const questions = new Map<string, QuestionRow[]>()
  for await (const row of readRows<QuestionRow>(files, QUESTIONS_FILE, QUESTION_VERSION)) {
    const own = questions.get(row.sceneId)
    if (own) own.push(row)
    else questions.set(row.sceneId, [row])
  }
  return { name: manifest.suite.name, files, manifest, factorFields: crossedFields(manifest.suite), scenes, questions }
}

async function readManifest(files: DatasetFiles): Promise<DatasetManifest> {
  const blob = await files.read(DATASET_FILE).catch(error => {
    if (!(error instanceof SpatialTunnelError) || error.code !== 'file-missing') throw error
    throw new SpatialTunnelError({
      code: 'dataset-unfinished',
      where: files.name,
      found: `no ${DATASET_FILE}`,
      expected: 'a finished dataset folder, or a ZIP of one',
      remedy: 'choose the folder that `spatialtunnel render` wrote',
    })
  })
  const text = await blob.text()
  try {
    return parseManifest(JSON.parse(text))
  } catch (error) {
    if (error instanceof SpatialTunnelError) throw error.at(`${files.name}/${DATASET_FILE}`)
    throw damaged(`${files.name}/${DATASET_FILE}`, shown(text), 'a JSON object')
  }
}

async function* readRows<Row>(files: DatasetFiles, path: string, version: number): AsyncGenerator<Row> {
  const decoder = new TextDecoder()
  for await (const line of readLines(blobSource(await files.read(path), path))) {
    const where = `${files.name}/${path}:${line.number}`
    const text = decoder.decode(line.bytes)
    const row = parsed(text, where)
    if (row.version !== version) throw damaged(where, `version ${shown(row.version)}`, `version ${version}`)
    yield row as Row
  }
}

function parsed(text: string, where: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Said below.
  }
  throw damaged(where, shown(text), 'one JSON object')
}

/** A row as the page shows it: its scene is read like any scene, its truth and paths are looked at. */
function browsed(files: DatasetFiles, row: SceneRow): BrowsedScene {
  const where = `${files.name}/${SCENES_FILE}: ${shown(row.id)}`
  const scene = parseScene(row.scene)
  const { truth } = row
  if (typeof row.id !== 'string' || !Array.isArray(truth?.pairs) || truth.objects?.length !== scene.objects.length) {
    throw damaged(where, 'a row without truth', 'an id, a scene and the truth of its objects')
  }
  for (const path of [row.image, row.passes?.mask?.path, row.passes?.depth?.path]) {
    if (path === undefined || (typeof path === 'string' && !/^\/|\\|(^|\/)\.\.(\/|$)|:/.test(path))) continue
    throw new SpatialTunnelError({
      code: 'path-outside',
      kind: 'data',
      where,
      found: shown(path),
      expected: 'a path inside the dataset folder',
      remedy: 'do not trust this dataset',
    })
  }
  return { id: row.id, index: row.index, scene, truth, row }
}

const damaged = (where: string, found: string, expected: string): SpatialTunnelError =>
  new SpatialTunnelError({
    code: 'jsonl-row',
    kind: 'data',
    where,
    found,
    expected,
    remedy: 'check the folder with `spatialtunnel validate`, or write it again',
  })

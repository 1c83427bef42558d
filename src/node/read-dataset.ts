import { createReadStream } from 'node:fs'
import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DATASET_VERSION, type SceneRow } from '../core/dataset.ts'
import { SpatialTunnelError, shown } from '../core/errors.ts'
import { QUESTION_VERSION, type QuestionRow } from '../core/questions.ts'
import type { EvaluationData } from '../evaluate/evaluation-data.ts'

/** A finished dataset folder, rows in memory. */
export interface Dataset extends EvaluationData {
  readonly dir: string
  readonly manifest: Readonly<Record<string, unknown>>
  readonly scenes: readonly SceneRow[]
}

/**
 * Reads a dataset folder's manifest, scenes and questions (no image).
 *
 * @throws SpatialTunnelError `dataset-unfinished` without `dataset.json`; `jsonl-row` with file and line for a damaged row
 */
export async function readDataset(dir: string): Promise<Dataset> {
  const manifest = await readManifest(dir)
  const suite = (manifest.suite ?? {}) as { name?: unknown; factors?: readonly SuiteFactor[] }
  const name = typeof suite.name === 'string' ? suite.name : 'dataset'
  const [scenes, questions] = await Promise.all([
    readRows<SceneRow>(join(dir, 'scenes.jsonl'), DATASET_VERSION),
    readRows<QuestionRow>(join(dir, 'questions.jsonl'), QUESTION_VERSION),
  ])
  const factorFields = (suite.factors ?? []).flatMap(({ field, fields }) => fields ?? (field ? [field] : []))
  return { dir, name, manifest, scenes, questions, factorFields }
}

interface SuiteFactor {
  readonly field?: string
  readonly fields?: readonly string[]
}

async function readManifest(dir: string): Promise<Record<string, unknown>> {
  const path = join(dir, 'dataset.json')
  await access(dir)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new SpatialTunnelError({
      code: 'dataset-unfinished',
      where: dir,
      found: 'no dataset.json',
      expected: 'a finished dataset folder',
      remedy: 'name the folder of a dataset; if its `spatialtunnel render` was interrupted, run that again: it resumes',
    })
  })
  const manifest: unknown = parseJson(text, path)
  if (typeof manifest === 'object' && manifest !== null) return manifest as Record<string, unknown>
  throw damaged(path, text, 'a JSON object')
}

/** Rows of a dataset's JSONL file; those of another version are refused by line. */
async function readRows<Row>(path: string, version: number): Promise<Row[]> {
  const rows: Row[] = []
  for await (const { value, line } of readJsonl(path)) {
    const found = (value as { version?: unknown } | null)?.version
    if (found !== version) throw damaged(`${path}:${line}`, `version ${shown(found)}`, `version ${version}`)
    rows.push(value as Row)
  }
  return rows
}

/**
 * The rows of a JSONL file with their line numbers, streamed; empty lines are passed over.
 *
 * @throws SpatialTunnelError `jsonl-row`
 */
export async function* readJsonl(path: string): AsyncGenerator<{ value: unknown; line: number }> {
  let line = 0
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    line++
    if (text.trim() !== '') yield { value: parseJson(text, `${path}:${line}`), line }
  }
}

function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw damaged(where, text, 'one JSON value a line (JSONL)')
  }
}

const damaged = (where: string, found: string, expected: string): SpatialTunnelError =>
  new SpatialTunnelError({
    code: 'jsonl-row',
    where,
    found: shown(found),
    expected,
    remedy: 'is it the file you meant? `spatialtunnel validate` checks those of a dataset',
  })

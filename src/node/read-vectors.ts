import { access, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { SpatialTunnelError } from '../core/errors.ts'
import type { EvaluationQuestion } from '../evaluate/evaluation-data.ts'
import { rightPairs } from '../evaluate/right-pairs.ts'
import { openVectors } from '../formats/open-vectors.ts'
import { type PairRow, readPairLabels } from '../formats/pair-labels.ts'
import { pairRows } from '../formats/probing-dataset.ts'
import type { VectorFile } from '../formats/vector-file.ts'
import { openFileSource } from './file-source.ts'
import { readEvaluationQuestions } from './read-evaluation-data.ts'
import { readResponses } from './read-responses.ts'
import { ZLIB_CODEC } from './zlib-codec.ts'

/** Pairs as `--pairs` names them: a dataset folder or a pairs file. */
export interface PairSource {
  readonly pairs: readonly PairRow[]
  /** Of a dataset folder: answers can be matched to them. */
  readonly questions: readonly EvaluationQuestion[]
}

export async function readPairs(path: string): Promise<PairSource> {
  if ((await stat(path)).isDirectory()) {
    const questions = await readEvaluationQuestions(path)
    return { pairs: pairRows(questions), questions }
  }
  const source = await openFileSource(path)
  try {
    return { pairs: await readPairLabels(source), questions: [] }
  } finally {
    await source.close()
  }
}

/** An open vectors' file; close it after use. */
export interface OpenVectorFile extends VectorFile {
  close(): Promise<void>
}

/**
 * Opens a file of vectors. Without `pairs` a sidecar of the same name with the extension `.jsonl` is read, if there is one.
 *
 * @returns the file, and the pairs that belong to it
 */
export async function openVectorFile(
  path: string,
  pairs: readonly PairRow[],
): Promise<{ readonly file: OpenVectorFile; readonly pairs: readonly PairRow[] }> {
  const sidecar = join(path, '..', `${basename(path, extname(path))}.jsonl`)
  const beside = pairs.length === 0 && extname(path) !== '.jsonl' && (await exists(sidecar))
  const known = beside ? (await readPairs(sidecar)).pairs : pairs
  const source = await openFileSource(path)
  try {
    const file = await openVectors(source, { codec: ZLIB_CODEC, ...(known.length > 0 ? { labels: known } : {}) })
    return { file: { ...file, close: () => source.close() }, pairs: known }
  } catch (error) {
    await source.close()
    throw error
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/**
 * Pairs answered right and wrong, from the responses of one model to a dataset's questions.
 *
 * @throws responses-without-questions when the pairs came from a file that holds no questions
 */
export async function readRightPairs(path: string, { questions }: PairSource): Promise<ReadonlyMap<string, boolean>> {
  if (questions.length > 0) return rightPairs(questions, await readResponses([path]))
  throw new SpatialTunnelError({
    code: 'responses-without-questions',
    where: path,
    found: 'responses, but no questions to hold them against',
    expected: '--pairs DIR with the dataset folder whose questions were asked',
  })
}

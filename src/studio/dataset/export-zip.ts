import JSZip from 'jszip'
import packageJson from '../../../package.json' with { type: 'json' }
import { sha256Hex } from '../../core/canonical.ts'
import { DATASET_FILE, PASSES, passPath, QUESTIONS_FILE, SCENES_FILE } from '../../core/dataset.ts'
import { datasetRows } from '../../core/dataset-rows.ts'
import { SpatialTunnelError } from '../../core/errors.ts'
import { type ExpandedScene, expander } from '../../core/expand.ts'
import { manifestOf, type Provenance } from '../../core/manifest.ts'
import { type Suite, suiteSha256Of } from '../../core/suite.ts'
import type { Capturer } from '../../render/capture.ts'
import type { EncodeReply, EncodeRequest } from './encode-worker.ts'

export interface ZipProgress {
  /** `drawing`: scenes; `packing`: percent. */
  readonly phase: 'drawing' | 'packing'
  readonly done: number
  readonly total: number
}

export interface ZipOptions {
  readonly onProgress: (progress: ZipProgress) => void
  readonly signal: AbortSignal
}

/** Scenes that are drawn before the first of them has been encoded. */
const AHEAD = 3

/** All members have the same date: the archive's bytes depend on the dataset alone. */
const MEMBER_DATE = new Date(Date.UTC(2026, 0, 1))

/**
 * Draws a suite in the browser into a dataset, as a ZIP. Files and tables are byte for byte what `render` writes on the
 * same GL; `dataset.json` tells another provenance.
 *
 * @throws SpatialTunnelError what `expander` says of the suite; `certificate-failed` when a picture does not show what
 *   its truth says; the signal's reason once it is aborted
 */
export async function exportZip(suite: Suite, capturer: Capturer, options: ZipOptions): Promise<Blob> {
  const startedAt = new Date().toISOString()
  const zip = new JSZip()
  const add = (path: string, bytes: Uint8Array | string): void => {
    zip.file(path, bytes, { date: MEMBER_DATE, createFolders: false })
  }
  const splits = { consistent: 0, counter: 0, ambiguous: 0 }
  const tables = { scenes: [] as string[], questions: [] as string[] }
  const suiteScenes = expander(suite).size
  for await (const { expanded, reply } of drawnScenes(suite, capturer, options)) {
    const { id, index } = expanded
    const files = reply.files.map(({ pass, bytes, sha256 }) => {
      const path = passPath(suiteScenes, pass, id, index)
      add(path, bytes)
      return { pass, path, sha256 }
    })
    const { pixelsSha256, objects } = reply.scene
    const rows = datasetRows(suite, expanded, { pixelsSha256, objects, files })
    for (const pair of rows.scene.truth.pairs) splits[pair.split]++
    tables.scenes.push(`${JSON.stringify(rows.scene)}\n`)
    for (const question of rows.questions) tables.questions.push(`${JSON.stringify(question)}\n`)
  }
  const summary = (path: string, lines: readonly string[]) => {
    const bytes = new TextEncoder().encode(lines.join(''))
    add(path, bytes)
    return { sha256: sha256Hex(bytes), bytes: bytes.length, rows: lines.length }
  }
  const manifest = manifestOf(
    {
      suite,
      suiteSha256: suiteSha256Of(suite),
      shard: null,
      limit: null,
      passes: [...PASSES],
      storage: 'files',
      provenance: provenanceHere(capturer),
      startedAt,
      finishedAt: new Date().toISOString(),
    },
    splits,
    { [SCENES_FILE]: summary(SCENES_FILE, tables.scenes), [QUESTIONS_FILE]: summary(QUESTIONS_FILE, tables.questions) },
  )
  add(DATASET_FILE, `${JSON.stringify(manifest, null, 2)}\n`)
  return pack(zip, options)
}

interface DrawnScene {
  readonly expanded: ExpandedScene
  readonly reply: EncodeReply
}

/** Draws on the page, a few scenes ahead of the worker that encodes; every scene leaves room for keys and drawing. */
async function* drawnScenes(suite: Suite, capturer: Capturer, options: ZipOptions): AsyncGenerator<DrawnScene> {
  const { signal, onProgress } = options
  const scenes = expander(suite)
  const worker = new Worker(new URL('./encode-worker.ts', import.meta.url), { type: 'module' })
  const replies: Promise<DrawnScene>[] = []
  try {
    for (let index = 0; index < scenes.size || replies.length > 0; index++) {
      signal.throwIfAborted()
      if (index < scenes.size) {
        const expanded = scenes.scene(index)
        replies.push(encoded(worker, capturer, expanded).then(reply => ({ expanded, reply })))
        await nextTask()
        if (replies.length <= AHEAD) continue
      }
      const drawn = await replies.shift()!
      refuse(drawn.reply)
      onProgress({ phase: 'drawing', done: drawn.expanded.index + 1, total: scenes.size })
      yield drawn
    }
  } finally {
    worker.terminate()
  }
}

function encoded(worker: Worker, capturer: Capturer, { id, index, scene }: ExpandedScene): Promise<EncodeReply> {
  const frame = capturer.capture(scene, ['rgb', 'depth'])
  const request: EncodeRequest = { job: { id, index, scene, passes: PASSES }, frame }
  return new Promise((resolve, reject) => {
    const answer = (event: MessageEvent<EncodeReply>): void => {
      if (event.data.scene.id !== id) return
      worker.removeEventListener('message', answer)
      resolve(event.data)
    }
    worker.addEventListener('message', answer)
    worker.addEventListener('error', event => reject(new Error(event.message)), { once: true })
    worker.postMessage(request)
  })
}

function refuse({ scene }: EncodeReply): void {
  const [problem] = scene.problems
  if (!problem) return
  throw new SpatialTunnelError({
    code: 'certificate-failed',
    kind: 'run',
    where: scene.id,
    found: problem.message,
    expected: 'a picture that shows what the truth says',
    remedy: 'this browser’s WebGL draws wrongly: use `spatialtunnel render`',
  })
}

/** Already compressed: stored as they are. Comes out in pieces, so that it can be followed and given up. */
function pack(zip: JSZip, { onProgress, signal }: ZipOptions): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const parts: BlobPart[] = []
    const stream = zip.generateInternalStream({ type: 'uint8array', compression: 'STORE', streamFiles: false })
    signal.addEventListener('abort', () => {
      stream.pause()
      reject(signal.reason)
    })
    stream
      .on('data', (bytes, { percent }) => {
        parts.push(bytes as Uint8Array<ArrayBuffer>)
        onProgress({ phase: 'packing', done: Math.round(percent), total: 100 })
      })
      .on('error', reject)
      .on('end', () => resolve(new Blob(parts, { type: 'application/zip' })))
      .resume()
  })
}

function provenanceHere(capturer: Capturer): Provenance {
  return {
    toolVersion: packageJson.version,
    gl: { name: 'studio', ...capturer.glInfo() },
    browser: { version: navigator.userAgent, flags: [] },
    cpuModel: 'unknown',
    platform: navigator.platform,
  }
}

const nextTask = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 0))

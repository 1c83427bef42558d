import { PASSES, type PassName, SCENES_FILE, type SceneRow } from '../core/dataset.ts'
import { SpatialTunnelError } from '../core/errors.ts'
import type { DatasetManifest, Provenance } from '../core/manifest.ts'
import { type DatasetFiles, datasetFiles } from '../node/dataset-files.ts'
import { readManifest, readScenes } from '../node/dataset-reader.ts'
import { decodePngFile } from '../node/decode-png-file.ts'
import type { GlChoice, GlName } from '../node/gl.ts'
import { compareImages, type ImageDifference, NOT_COMPARED, sameBytes } from './compare-images.ts'
import { FirstFound } from './first-found.ts'
import { provenanceOf } from './provenance.ts'
import type { RenderedScene } from './render-session.ts'
import type { OnRunEvent } from './run-events.ts'
import { provenanceDifferences } from './same-run.ts'
import { SessionPool } from './session-pool.ts'
import { type Tolerance, toleranceFor } from './tolerances.ts'
import { WorkQueue } from './work-queue.ts'

export interface RerenderOptions {
  /** Only this scene. */
  readonly scene: string | null
  readonly gl: GlChoice
  /** Draw with another GL than the dataset's, too, and be content with what is stated for the two. */
  readonly tolerance: boolean
  readonly workers: number
  readonly signal: AbortSignal
  readonly onEvent: OnRunEvent
}

export interface SceneDifference extends Omit<ImageDifference, 'code'> {
  readonly scene: string
  readonly pass: PassName
  /** How a file differs, or which check of the certificate the newly drawn scene fails. */
  readonly code: string
}

/** Of a whole dataset: the worst of its files. */
export type Verdict = 'equal' | 'within-tolerance' | 'different'

export interface RerenderSummary {
  readonly verdict: Verdict
  /** Scenes whose files are all the same, byte by byte. */
  readonly identical: number
  /** Scenes with a file that differs, but by no more than the tolerance. */
  readonly within: number
  /** Scenes with a file that differs by more. */
  readonly beyond: number
  /** Files that differ at all. */
  readonly differences: number
  /** The first 1,000 of them, in suite order. */
  readonly different: readonly SceneDifference[]
  /** What was compared with what, and by how much they may differ. */
  readonly tolerance: Tolerance & { readonly between: readonly [drawn: string, stored: string] }
  /** What is not as it was when the dataset was drawn, and may explain differences. */
  readonly notes: readonly string[]
}

/**
 * Draws a dataset's scenes again and compares bytes; what differs is held against the tolerance that is stated for what
 * drew the dataset and what draws now: none where they are the same. A scene's stored files are read only after it has been
 * drawn. Rows are read as they are drawn: memory does not grow with the dataset.
 *
 * @throws SpatialTunnelError `gl-differs` on another GL than the dataset's, `scene-unknown`, `scene-count`, `interrupted`
 */
export async function rerenderDataset(
  folder: string,
  pages: string,
  toolVersion: string,
  options: RerenderOptions,
): Promise<RerenderSummary> {
  const manifest = await readManifest(folder)
  const gl = glOf(folder, manifest, options)
  const rows = options.scene === null ? readScenes(folder) : [await findRow(folder, options.scene)]
  const total = options.scene === null ? manifest.counts.scenes : 1
  const files = datasetFiles(folder)
  const notes = new Set<string>()
  const counts: Record<Verdict, number> = { equal: 0, 'within-tolerance': 0, different: 0 }
  const differences = new FirstFound<SceneDifference>()
  let drawnBy: Provenance | null = null
  let tolerance: Tolerance | null = null
  options.onEvent({ kind: 'started', total, resumed: 0, workers: options.workers })
  const pool = new SessionPool<SceneRow>(
    {
      gl,
      pages,
      workers: Math.min(options.workers, Math.max(1, total)),
      batchSize: Math.max(1, Math.min(8, Math.floor(total / (4 * options.workers)))),
      signal: options.signal,
      onEvent: options.onEvent,
      onSession: async session => {
        drawnBy = provenanceOf(session, gl, toolVersion)
        tolerance = toleranceFor(drawnBy, manifest.provenance)
        for (const { found, expected } of provenanceDifferences(drawnBy, manifest.provenance)) {
          notes.add(`drawn by ${found}, the dataset by ${expected}`)
        }
      },
      onScenes: async (worker, scenes, asked) => {
        for (const scene of scenes) {
          const row = asked.find(({ index }) => index === scene.delivered.index)!
          const found = await compareScene(files, row, scene, manifest.passes, tolerance!)
          counts[verdictOf(found)]++
          differences.add(row.index, found)
        }
        options.onEvent({ kind: 'scenes-done', worker, ids: scenes.map(scene => scene.delivered.id) })
      },
      jobOf: ({ id, index, scene }) => {
        // The mask tells which object a pixel shows, also where the dataset has none.
        return { id, index, scene, passes: PASSES.filter(pass => pass === 'mask' || manifest.passes.includes(pass)) }
      },
    },
    new WorkQueue(rows),
  )
  await pool.run()
  options.onEvent({ kind: 'finishing' })
  const done = counts.equal + counts['within-tolerance'] + counts.different
  if (done !== total) throw options.signal.aborted ? interrupted(folder, done, total) : otherCount(folder, done, total)
  return {
    verdict: counts.different > 0 ? 'different' : counts['within-tolerance'] > 0 ? 'within-tolerance' : 'equal',
    identical: counts.equal,
    within: counts['within-tolerance'],
    beyond: counts.different,
    differences: differences.total,
    different: differences.list(),
    tolerance: { ...tolerance!, between: [nameOf(drawnBy!), nameOf(manifest.provenance)] },
    notes: [...notes],
  }
}

function verdictOf(found: readonly SceneDifference[]): Verdict {
  if (found.length === 0) return 'equal'
  return found.every(({ withinTolerance }) => withinTolerance) ? 'within-tolerance' : 'different'
}

/** What drew, as a person names it. */
const nameOf = ({ gl, browser, cpuModel }: Provenance): string =>
  `${gl.name}${/ \(LLVM [^)]*\)/.exec(gl.renderer)?.[0] ?? ''} in Chromium ${browser.version} on ${cpuModel}`

function glOf(folder: string, manifest: DatasetManifest, { gl, tolerance }: RerenderOptions): GlName {
  const drawn = manifest.provenance.gl.name as GlName
  if (gl === 'auto' || gl === drawn) return drawn
  if (tolerance) return gl
  throw otherGl(folder, `--gl ${gl}`, drawn)
}

const otherGl = (folder: string, found: string, expected: string): SpatialTunnelError =>
  new SpatialTunnelError({
    code: 'gl-differs',
    where: folder,
    found,
    expected: `${expected}, which drew the dataset: only the same gives the same bytes`,
    remedy: 'leave --gl out, or add --tolerance to be content with what is stated for the two',
  })

async function findRow(folder: string, id: string): Promise<SceneRow> {
  for await (const row of readScenes(folder)) if (row.id === id) return row
  throw new SpatialTunnelError({
    code: 'scene-unknown',
    where: folder,
    found: `no scene ${JSON.stringify(id)}`,
    expected: 'the id of a row of scenes.jsonl',
  })
}

const otherCount = (folder: string, found: number, expected: number): SpatialTunnelError =>
  new SpatialTunnelError({
    code: 'scene-count',
    kind: 'data',
    where: folder,
    found: `${found} rows in ${SCENES_FILE}`,
    expected: `${expected}, as dataset.json says`,
    remedy: 'check the folder with `spatialtunnel validate`',
  })

async function compareScene(
  files: DatasetFiles,
  row: SceneRow,
  drawn: RenderedScene,
  passes: readonly PassName[],
  tolerance: Tolerance,
): Promise<SceneDifference[]> {
  const missed = (pass: PassName, code: string, message: string): SceneDifference => ({
    ...NOT_COMPARED,
    scene: row.id,
    pass,
    code,
    message,
  })
  const refused = drawn.delivered.problems.map(({ code, message }) => missed('mask', code, message))
  const mask = drawn.files.find(({ pass }) => pass === 'mask')
  const names = ['walls', ...row.truth.objects.map(({ name }) => name)]
  const compared = drawn.files.map(async ({ pass, bytes }): Promise<SceneDifference[]> => {
    if (!passes.includes(pass)) return []
    const path = pass === 'rgb' ? row.image : row.passes[pass]?.path
    const stored = path === undefined ? null : await files.read(path).catch(() => null)
    if (stored === null) return [missed(pass, 'file-missing', `${path} cannot be read`)]
    if (sameBytes(bytes, stored)) return []
    const shown = mask ? { ids: decodePngFile(mask.bytes).data as Uint8Array, names } : null
    const difference = compareImages(bytes, stored, tolerance.passes[pass], shown)
    return difference ? [{ scene: row.id, pass, ...difference }] : []
  })
  return [...refused, ...(await Promise.all(compared)).flat()]
}

const interrupted = (folder: string, done: number, total: number): SpatialTunnelError =>
  new SpatialTunnelError({
    code: 'interrupted',
    kind: 'run',
    where: folder,
    found: `an interruption after ${done} of ${total} scenes`,
    expected: 'all of them',
    remedy: 'run it again',
  })

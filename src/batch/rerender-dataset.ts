import { PASSES, type PassName, type SceneRow } from '../core/dataset.ts'
import { SpatialTunnelError } from '../core/errors.ts'
import type { DatasetManifest, Provenance } from '../core/manifest.ts'
import { type DatasetFiles, datasetFiles } from '../node/dataset-files.ts'
import { readManifest, readScenes } from '../node/dataset-reader.ts'
import { decodePngFile } from '../node/decode-png-file.ts'
import type { GlChoice, GlName } from '../node/gl.ts'
import { compareImages, type ImageDifference, NOT_COMPARED, sameBytes } from './compare-images.ts'
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
  readonly different: readonly SceneDifference[]
  /** What was compared with what, and by how much they may differ. */
  readonly tolerance: Tolerance & { readonly between: readonly [drawn: string, stored: string] }
  /** What is not as it was when the dataset was drawn, and may explain differences. */
  readonly notes: readonly string[]
}

/**
 * Draws a dataset's scenes again and compares bytes; what differs is held against the tolerance that is stated for what
 * drew the dataset and what draws now: none where they are the same. A scene's stored files are read only after it has been drawn.
 *
 * @throws SpatialTunnelError `gl-differs` on another GL than the dataset's, `scene-unknown`, `interrupted`
 */
export async function rerenderDataset(
  folder: string,
  pages: string,
  toolVersion: string,
  options: RerenderOptions,
): Promise<RerenderSummary> {
  const manifest = await readManifest(folder)
  const gl = glOf(folder, manifest, options)
  const rows = await selectRows(folder, options.scene)
  const files = datasetFiles(folder)
  const notes = new Set<string>()
  const differences = new Map<number, SceneDifference[]>()
  let drawnBy: Provenance | null = null
  let tolerance: Tolerance | null = null
  options.onEvent({ kind: 'started', total: rows.size, resumed: 0, workers: options.workers })
  const pool = new SessionPool(
    {
      gl,
      pages,
      workers: Math.min(options.workers, rows.size),
      batchSize: Math.max(1, Math.min(8, Math.floor(rows.size / (4 * options.workers)))),
      signal: options.signal,
      onEvent: options.onEvent,
      onSession: async session => {
        drawnBy = provenanceOf(session, gl, toolVersion)
        tolerance = toleranceFor(drawnBy, manifest.provenance)
        for (const { found, expected } of provenanceDifferences(drawnBy, manifest.provenance)) {
          notes.add(`drawn by ${found}, the dataset by ${expected}`)
        }
      },
      onScenes: async (worker, scenes) => {
        for (const scene of scenes) {
          const row = rows.get(scene.delivered.index)!
          differences.set(row.index, await compareScene(files, row, scene, manifest.passes, tolerance!))
        }
        options.onEvent({ kind: 'scenes-done', worker, ids: scenes.map(scene => scene.delivered.id) })
      },
      jobOf: index => {
        const { id, scene } = rows.get(index)!
        // The mask tells which object a pixel shows, also where the dataset has none.
        return { id, index, scene, passes: PASSES.filter(pass => pass === 'mask' || manifest.passes.includes(pass)) }
      },
    },
    new WorkQueue([...rows.keys()]),
  )
  await pool.run()
  options.onEvent({ kind: 'finishing' })
  if (differences.size < rows.size) throw interrupted(folder, differences.size, rows.size)
  const scenes = [...differences].sort(([a], [b]) => a - b).map(([, found]) => found)
  const verdicts = scenes.map(verdictOf)
  const count = (verdict: Verdict): number => verdicts.filter(found => found === verdict).length
  return {
    verdict: count('different') > 0 ? 'different' : count('within-tolerance') > 0 ? 'within-tolerance' : 'equal',
    identical: count('equal'),
    within: count('within-tolerance'),
    different: scenes.flat(),
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

async function selectRows(folder: string, only: string | null): Promise<Map<number, SceneRow>> {
  const rows = new Map<number, SceneRow>()
  for await (const row of readScenes(folder)) if (only === null || row.id === only) rows.set(row.index, row)
  if (rows.size > 0) return rows
  throw new SpatialTunnelError({
    code: 'scene-unknown',
    where: folder,
    found: `no scene ${JSON.stringify(only)}`,
    expected: 'the id of a row of scenes.jsonl',
  })
}

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

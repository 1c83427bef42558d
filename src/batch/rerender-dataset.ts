import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PassName, SceneRow } from '../core/dataset.ts'
import { SpatialTunnelError } from '../core/errors.ts'
import type { DatasetManifest } from '../core/manifest.ts'
import type { GlChoice, GlName } from '../node/gl.ts'
import { compareImages } from './compare-images.ts'
import { readManifest, readScenes } from './dataset-reader.ts'
import { provenanceOf } from './provenance.ts'
import type { RenderedScene } from './render-session.ts'
import type { OnRunEvent } from './run-events.ts'
import { provenanceDifferences } from './same-run.ts'
import { SessionPool } from './session-pool.ts'
import { WorkQueue } from './work-queue.ts'

export interface RerenderOptions {
  /** Only this scene. */
  readonly scene: string | null
  readonly gl: GlChoice
  readonly workers: number
  readonly signal: AbortSignal
  readonly onEvent: OnRunEvent
}

export interface SceneDifference {
  readonly scene: string
  readonly pass: PassName
  readonly code: string
  readonly pixels: number
  readonly largest: number
  readonly message: string
}

export interface RerenderSummary {
  /** Scenes whose files are all the same, byte by byte. */
  readonly identical: number
  readonly different: readonly SceneDifference[]
  /** What is not as it was when the dataset was drawn, and may explain differences. */
  readonly notes: readonly string[]
}

/**
 * Draws a dataset's scenes again and compares bytes. A scene's stored files are read only after it has been drawn.
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
  const gl = glOf(folder, manifest, options.gl)
  const rows = await selectRows(folder, options.scene)
  const notes = new Set<string>()
  const differences = new Map<number, SceneDifference[]>()
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
        const differs = provenanceDifferences(provenanceOf(session, gl, toolVersion), manifest.provenance)
        for (const { code, found, expected } of differs) {
          if (code === 'gl-differs') throw otherGl(folder, found, expected)
          notes.add(`drawn by ${found}, the dataset by ${expected}`)
        }
      },
      onScenes: async (worker, scenes) => {
        for (const scene of scenes) {
          differences.set(scene.delivered.index, await compareScene(folder, rows.get(scene.delivered.index)!, scene))
        }
        options.onEvent({ kind: 'scenes-done', worker, ids: scenes.map(scene => scene.delivered.id) })
      },
      jobOf: index => {
        const { id, scene } = rows.get(index)!
        return { id, index, scene, passes: manifest.passes }
      },
    },
    new WorkQueue([...rows.keys()]),
  )
  await pool.run()
  options.onEvent({ kind: 'finishing' })
  if (differences.size < rows.size) throw interrupted(folder, differences.size, rows.size)
  const inOrder = [...differences].sort(([a], [b]) => a - b).map(([, found]) => found)
  return {
    identical: inOrder.filter(found => found.length === 0).length,
    different: inOrder.flat(),
    notes: [...notes],
  }
}

function glOf(folder: string, manifest: DatasetManifest, asked: GlChoice): GlName {
  const drawn = manifest.provenance.gl.name as GlName
  if (asked === 'auto' || asked === drawn) return drawn
  throw otherGl(folder, `--gl ${asked}`, drawn)
}

const otherGl = (folder: string, found: string, expected: string): SpatialTunnelError =>
  new SpatialTunnelError({
    code: 'gl-differs',
    where: folder,
    found,
    expected: `${expected}, which drew the dataset: only the same gives the same bytes`,
    remedy: 'run it where that GL is, or leave --gl out',
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

async function compareScene(folder: string, row: SceneRow, drawn: RenderedScene): Promise<SceneDifference[]> {
  const refused = drawn.delivered.problems.map(({ code, message }) => ({
    scene: row.id,
    pass: 'mask' as const,
    code,
    pixels: 0,
    largest: 0,
    message,
  }))
  const compared = drawn.files.map(async ({ pass, bytes }): Promise<SceneDifference[]> => {
    const path = pass === 'rgb' ? row.image : row.passes[pass]?.path
    const stored = path === undefined ? null : await readFile(join(folder, path)).catch(() => null)
    if (stored === null) {
      return [{ scene: row.id, pass, code: 'file-missing', pixels: 0, largest: 0, message: `${path} cannot be read` }]
    }
    const difference = compareImages(bytes, stored)
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

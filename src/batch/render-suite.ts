import { rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { datasetRows } from '../core/dataset-rows.ts'
import { SpatialTunnelError } from '../core/errors.ts'
import type { DatasetManifest } from '../core/manifest.ts'
import type { Suite } from '../core/suite.ts'
import { allDone } from '../node/all-done.ts'
import type { GlChoice, GlName } from '../node/gl.ts'
import { writeFileAtomic } from '../node/write-file.ts'
import { readManifest } from './dataset-reader.ts'
import { finishDataset } from './finish-dataset.ts'
import { provenanceOf } from './provenance.ts'
import type { RenderedScene } from './render-session.ts'
import { reopenIfDamaged } from './reopen-dataset.ts'
import type { OnRunEvent } from './run-events.ts'
import { enterRunFolder, FAILURES_FILE, type RunFolder } from './run-folder.ts'
import { RunJournal } from './run-journal.ts'
import { PLAN_DEFAULTS, type PlanOptions, planRun, type RunPlan } from './run-plan.ts'
import { assertSamePlan, assertSameProvenance } from './same-run.ts'
import { SessionPool } from './session-pool.ts'
import { isWhole, type StoredScene, storeScene } from './stored-scene.ts'
import { WorkQueue } from './work-queue.ts'

export interface RenderOptions extends PlanOptions {
  readonly gl: GlChoice
  /** Browsers; each takes one core. */
  readonly workers: number
  readonly signal: AbortSignal
  readonly onEvent: OnRunEvent
  /** Writes what belongs beside the tables before the dataset is finished, such as its report. */
  readonly beforeLast: (folder: string, manifest: DatasetManifest) => Promise<void>
}

export const RENDER_DEFAULTS: RenderOptions = {
  ...PLAN_DEFAULTS,
  gl: 'auto',
  workers: Math.min(8, availableParallelism()),
  signal: new AbortController().signal,
  onEvent: () => {},
  beforeLast: async () => {},
}

export interface RenderRequest {
  readonly suite: Suite
  /** The dataset folder. */
  readonly out: string
  /** Folder of the built pages (`render.html`). */
  readonly pages: string
  readonly toolVersion: string
}

export interface RenderSummary {
  readonly out: string
  readonly scenes: number
  readonly rendered: number
  readonly resumed: number
  readonly failed: number
  readonly splits: DatasetManifest['counts']['splits']
  /** From the first scene to the last; null when nothing was drawn. */
  readonly imagesPerSecond: number | null
  readonly gl: string
}

/**
 * Draws a suite into a dataset folder, or goes on with one that was interrupted in whatever way; of a finished one, draws
 * again what was lost or changed.
 *
 * @throws SpatialTunnelError `out-holds-other-run`, `gl-differs` and kin before anything is written;
 *   `interrupted`; `timed-out`, `render-…` when no retry helps. Scenes whose certificate fails are counted in `failed`
 *   and listed in `failures.jsonl`, and then no `dataset.json` is written.
 * @example await renderSuite({ suite, out: 'out/grid', pages: 'dist', toolVersion }, { limit: 24 })
 */
export async function renderSuite(
  request: RenderRequest,
  options: Partial<RenderOptions> = {},
): Promise<RenderSummary> {
  const settings = { ...RENDER_DEFAULTS, ...options }
  const plan = planRun(request.suite, settings)
  const folder = await enterRunFolder(request.out)
  let finished = false
  try {
    const done = await finishedAlready(folder, plan)
    const summary = done
      ? summaryOf(request.out, done, { resumed: done.counts.scenes, rendered: 0, drawnMs: 0 })
      : await new Run(request, settings, plan, folder).run()
    finished = summary.failed === 0
    return summary
  } finally {
    await folder.release(finished)
  }
}

/** The manifest, if the folder holds all of the plan, and every file of it is what it was. */
async function finishedAlready(folder: RunFolder, plan: RunPlan): Promise<DatasetManifest | null> {
  if (!folder.holdsDataset) return null
  const manifest = await readManifest(folder.path)
  assertSamePlan(folder.path, { ...manifest, suiteName: manifest.suite.name }, plan)
  if (manifest.limit !== plan.limit) {
    throw new SpatialTunnelError({
      code: 'out-holds-other-run',
      where: folder.path,
      found: `a finished dataset of ${manifest.counts.scenes} scenes`,
      expected: `one of ${plan.to - plan.from}, or an empty folder`,
      remedy: 'choose another --out, or delete this folder',
    })
  }
  return (await reopenIfDamaged(folder, manifest, plan)) ? manifest : null
}

/** One call of `renderSuite` on a folder that is not finished. */
class Run {
  private readonly stored = new Map<number, StoredScene>()
  private readonly refused = new Map<number, RenderedScene>()
  private rendered = 0
  private firstAtMs = 0
  private journal!: RunJournal

  constructor(
    private readonly request: RenderRequest,
    private readonly settings: RenderOptions,
    private readonly plan: RunPlan,
    private readonly folder: RunFolder,
  ) {}

  async run(): Promise<RenderSummary> {
    this.journal = await RunJournal.open(this.folder.journalPath)
    try {
      const gl = this.glOfRun()
      await this.takeOver()
      const resumed = this.stored.size
      const left = indices(this.plan).filter(index => !this.stored.has(index))
      this.settings.onEvent({ kind: 'started', total: left.length + resumed, resumed, workers: this.settings.workers })
      if (left.length > 0) await this.draw(left, gl)
      const endAtMs = performance.now()
      if (this.settings.signal.aborted) throw this.interrupted()
      const drawn = { resumed, rendered: this.rendered, drawnMs: endAtMs - this.firstAtMs }
      if (this.refused.size > 0) return await this.refusedSummary(drawn)
      this.settings.onEvent({ kind: 'finishing' })
      return summaryOf(this.request.out, await this.finish(), drawn)
    } finally {
      await this.journal.close()
    }
  }

  /** Checks that the folder holds a part of this very run; `auto` goes on with the GL of that part. */
  private glOfRun(): GlChoice {
    const head = this.journal.started
    if (!head) return this.settings.gl
    assertSamePlan(this.folder.path, head, this.plan)
    const began = head.provenance.gl.name as GlName
    if (this.settings.gl === 'auto' || this.settings.gl === began) return began
    throw new SpatialTunnelError({
      code: 'gl-differs',
      where: this.folder.path,
      found: `--gl ${this.settings.gl}`,
      expected: `${began}, which drew the rest: only the same gives the same bytes`,
      remedy: `ask for --gl ${began}, or choose another --out`,
    })
  }

  /** Takes scenes of earlier parts whose files are still what they were. */
  private async takeOver(): Promise<void> {
    const { from, to } = this.plan
    for (const scene of this.journal.scenes.values()) {
      if (scene.index < from || scene.index >= to) continue
      if (await isWhole(this.folder.path, scene)) this.stored.set(scene.index, scene)
    }
    await rm(join(this.folder.path, FAILURES_FILE), { force: true })
  }

  private async draw(left: readonly number[], gl: GlChoice): Promise<void> {
    const { signal, onEvent } = this.settings
    const workers = Math.min(this.settings.workers, left.length)
    const pool = new SessionPool(
      {
        gl,
        pages: this.request.pages,
        workers,
        batchSize: batchSizeFor(this.plan, left.length, workers),
        signal,
        onEvent,
        onSession: async (session, name) => {
          const provenance = provenanceOf(session, name, this.request.toolVersion)
          const head = this.journal.started
          if (head) assertSameProvenance(this.folder.path, provenance, head.provenance)
          else await this.journal.start(this.plan, provenance, new Date().toISOString())
          if (this.firstAtMs === 0) this.firstAtMs = performance.now()
        },
        onScenes: (worker, scenes) => this.store(worker, scenes),
        jobOf: index => {
          const { id, scene } = this.plan.scenes.scene(index)
          return { id, index, scene, passes: this.plan.passes }
        },
      },
      new WorkQueue(left),
    )
    await pool.run()
  }

  private async store(worker: number, scenes: readonly RenderedScene[]): Promise<void> {
    const good = scenes.filter(scene => scene.delivered.problems.length === 0)
    const stored = await allDone(good.map(scene => storeScene(this.folder.path, this.plan, scene)))
    await this.journal.append(stored)
    for (const scene of stored) this.stored.set(scene.index, scene)
    this.rendered += stored.length
    this.settings.onEvent({ kind: 'scenes-done', worker, ids: stored.map(scene => scene.id) })
    for (const scene of scenes) {
      if (scene.delivered.problems.length === 0) continue
      this.refused.set(scene.delivered.index, scene)
      const problems = scene.delivered.problems.map(problem => problem.message)
      this.settings.onEvent({ kind: 'scene-refused', id: scene.delivered.id, problems })
    }
  }

  /** Lists the refused scenes in `failures.jsonl`; there will be no `dataset.json`. */
  private async refusedSummary(drawn: Drawn): Promise<RenderSummary> {
    const rows = [...this.refused.values()]
      .map(({ delivered: { id, index, problems, objects } }) => ({ id, index, problems, objects }))
      .sort((a, b) => a.index - b.index)
      .map(row => ({ ...row, scene: this.plan.scenes.scene(row.index).scene }))
    const path = join(this.folder.path, FAILURES_FILE)
    await writeFileAtomic(path, rows.map(row => `${JSON.stringify(row)}\n`).join(''))
    const splits = { consistent: 0, counter: 0, ambiguous: 0 }
    for (const index of this.stored.keys()) {
      for (const pair of this.plan.scenes.scene(index).truth.pairs) splits[pair.split]++
    }
    return {
      out: this.request.out,
      scenes: this.stored.size,
      rendered: drawn.rendered,
      resumed: drawn.resumed,
      failed: rows.length,
      splits,
      imagesPerSecond: imagesPerSecond(drawn),
      gl: this.journal.started!.provenance.gl.name,
    }
  }

  private async finish(): Promise<DatasetManifest> {
    const { suite, suiteSha256, shard, limit, passes, scenes } = this.plan
    const head = this.journal.started
    if (!head) throw new Error('a run without scenes has no head')
    const { stored } = this
    function* rows(plan: RunPlan) {
      for (const index of indices(plan)) yield datasetRows(suite, scenes.scene(index), stored.get(index)!)
    }
    return finishDataset(
      this.folder.path,
      {
        suite,
        suiteSha256,
        shard,
        limit,
        passes: [...passes],
        provenance: head.provenance,
        startedAt: head.startedAt,
        finishedAt: new Date().toISOString(),
      },
      rows(this.plan),
      manifest => this.settings.beforeLast(this.folder.path, manifest),
    )
  }

  private interrupted(): SpatialTunnelError {
    return new SpatialTunnelError({
      code: 'interrupted',
      kind: 'run',
      where: this.folder.path,
      found: `an interruption after ${this.stored.size} of ${this.plan.to - this.plan.from} scenes`,
      expected: 'the rest',
      remedy: 'run the same command again: it goes on from there',
    })
  }
}

const indices = ({ from, to }: RunPlan): number[] => Array.from({ length: to - from }, (_, i) => from + i)

/** Eight pictures of 512 × 512 a message; fewer when they are larger, or when all workers would not get any. */
function batchSizeFor(plan: RunPlan, left: number, workers: number): number {
  const { widthPx, heightPx } = plan.scenes.scene(plan.from).scene.camera
  const bySize = (8 * 512 * 512) / (widthPx * heightPx)
  const bySharing = left / (workers * 4)
  return Math.max(1, Math.min(8, Math.floor(Math.min(bySize, bySharing))))
}

interface Drawn {
  readonly resumed: number
  readonly rendered: number
  readonly drawnMs: number
}

const imagesPerSecond = ({ rendered, drawnMs }: Drawn): number | null =>
  rendered > 0 ? Number(((1000 * rendered) / drawnMs).toFixed(2)) : null

function summaryOf(out: string, manifest: DatasetManifest, drawn: Drawn): RenderSummary {
  return {
    out,
    scenes: manifest.counts.scenes,
    rendered: drawn.rendered,
    resumed: drawn.resumed,
    failed: 0,
    splits: manifest.counts.splits,
    imagesPerSecond: imagesPerSecond(drawn),
    gl: manifest.provenance.gl.name,
  }
}

import { rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { groupOf } from '../core/dataset.ts'
import { type DatasetRows, datasetRows } from '../core/dataset-rows.ts'
import { SpatialTunnelError } from '../core/errors.ts'
import type { DatasetManifest } from '../core/manifest.ts'
import type { Suite } from '../core/suite.ts'
import { readManifest } from '../node/dataset-reader.ts'
import type { GlChoice, GlName } from '../node/gl.ts'
import { writeAtomically } from '../node/write-file.ts'
import { finishDataset } from './finish-dataset.ts'
import { filePictures, type PictureStore } from './picture-store.ts'
import { provenanceOf } from './provenance.ts'
import type { RenderedScene } from './render-session.ts'
import { reopenIfDamaged } from './reopen-dataset.ts'
import type { OnRunEvent } from './run-events.ts'
import { enterRunFolder, FAILURES_FILE, type RunFolder } from './run-folder.ts'
import { RunJournal } from './run-journal.ts'
import { groupSize, groupsOf, PLAN_DEFAULTS, type PlanOptions, planRun, type RunPlan } from './run-plan.ts'
import { assertSamePlan, assertSameProvenance } from './same-run.ts'
import { SceneSet } from './scene-set.ts'
import { SessionPool } from './session-pool.ts'
import type { RefusedScene, StoredScene } from './stored-scene.ts'
import { tarPictures } from './tar-pictures.ts'
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

/** One call of `renderSuite` on a folder that is not finished; of a million scenes it remembers a bit each. */
class Run {
  private readonly stored: SceneSet
  private readonly pictures: PictureStore
  /** Scenes that are still to come, by group. */
  private readonly missing = new Map<number, number>()
  private refused = 0
  private rendered = 0
  private firstAtMs = 0
  private journal!: RunJournal

  constructor(
    private readonly request: RenderRequest,
    private readonly settings: RenderOptions,
    private readonly plan: RunPlan,
    private readonly folder: RunFolder,
  ) {
    this.stored = new SceneSet(plan.from, plan.to)
    this.pictures =
      plan.storage === 'tar' ? tarPictures(folder.path, folder.runPath, plan) : filePictures(folder.path, plan)
  }

  async run(): Promise<RenderSummary> {
    this.journal = await RunJournal.open(this.folder.runPath)
    try {
      const gl = this.glOfRun()
      await this.takeOver()
      const resumed = this.stored.size
      const total = this.plan.to - this.plan.from
      this.settings.onEvent({ kind: 'started', total, resumed, workers: this.settings.workers })
      if (resumed < total) await this.draw(total - resumed, gl)
      const endAtMs = performance.now()
      if (this.settings.signal.aborted) throw this.interrupted()
      const drawn = { resumed, rendered: this.rendered, drawnMs: endAtMs - this.firstAtMs }
      if (this.refused > 0) return await this.refusedSummary(drawn)
      this.settings.onEvent({ kind: 'finishing' })
      return summaryOf(this.request.out, await this.finish(), drawn)
    } finally {
      await this.pictures.close()
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

  /** Takes scenes of earlier parts whose pictures are still what they were, group by group. */
  private async takeOver(): Promise<void> {
    await rm(join(this.folder.path, FAILURES_FILE), { force: true })
    for (const group of groupsOf(this.plan)) {
      this.missing.set(group, groupSize(this.plan, group))
      if (!this.journal.started) continue
      await this.noteStored(await this.pictures.whole(group, await this.storedOf(group)))
    }
  }

  private async draw(left: number, gl: GlChoice): Promise<void> {
    const { signal, onEvent } = this.settings
    const workers = Math.min(this.settings.workers, left)
    const pool = new SessionPool(
      {
        gl,
        pages: this.request.pages,
        workers,
        batchSize: batchSizeFor(this.plan, left, workers),
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
      new WorkQueue(this.indicesLeft()),
    )
    await pool.run()
  }

  private *indicesLeft(): Generator<number> {
    for (let index = this.plan.from; index < this.plan.to; index++) if (!this.stored.has(index)) yield index
  }

  private async store(worker: number, scenes: readonly RenderedScene[]): Promise<void> {
    const refused = scenes.filter(scene => scene.delivered.problems.length > 0)
    const stored = await this.pictures.store(scenes.filter(scene => scene.delivered.problems.length === 0))
    await this.journal.append(stored)
    await this.journal.refuse(refused.map(refusedOf))
    this.rendered += stored.length
    this.refused += refused.length
    this.settings.onEvent({ kind: 'scenes-done', worker, ids: stored.map(scene => scene.id) })
    for (const { delivered } of refused) {
      const problems = delivered.problems.map(problem => problem.message)
      this.settings.onEvent({ kind: 'scene-refused', id: delivered.id, problems })
    }
    await this.noteStored(stored)
  }

  /** Counts scenes off; a group that has all of its own is completed. */
  private async noteStored(scenes: readonly StoredScene[]): Promise<void> {
    const completed: number[] = []
    for (const { index } of scenes) {
      this.stored.add(index)
      const group = groupOf(index)
      const missing = this.missing.get(group)! - 1
      this.missing.set(group, missing)
      if (missing === 0) completed.push(group)
    }
    for (const group of completed) {
      await this.pictures.complete(group, () => this.wholeGroup(group))
      await this.journal.closeGroup(group)
    }
  }

  /** Of a group's journalled scenes those of this plan: an earlier part may have had another `--limit`. */
  private async storedOf(group: number): Promise<StoredScene[]> {
    const { stored } = await this.journal.group(group)
    return stored.filter(({ index }) => index >= this.plan.from && index < this.plan.to)
  }

  /** All scenes of a group, once all are stored: a disk may have lost what it said it had written. */
  private async wholeGroup(group: number): Promise<StoredScene[]> {
    const stored = await this.storedOf(group)
    const expected = groupSize(this.plan, group)
    if (stored.length === expected) return stored
    throw new SpatialTunnelError({
      code: 'journal-incomplete',
      kind: 'run',
      where: this.folder.path,
      found: `${stored.length} of the ${expected} scenes of group ${group} in the journal`,
      expected: 'every scene that was written there',
      remedy: 'look at the disk, then run the same command again: it draws what is missing',
    })
  }

  /** Lists the refused scenes in `failures.jsonl`; there will be no `dataset.json`. */
  private async refusedSummary(drawn: Drawn): Promise<RenderSummary> {
    const splits = { consistent: 0, counter: 0, ambiguous: 0 }
    await writeAtomically(join(this.folder.path, FAILURES_FILE), async file => {
      for (const group of groupsOf(this.plan)) {
        const { refused } = await this.journal.group(group)
        const rows = refused.map(row => ({ ...row, scene: this.plan.scenes.scene(row.index).scene }))
        await file.appendFile(rows.map(row => `${JSON.stringify(row)}\n`).join(''))
        for (const { index } of await this.storedOf(group)) {
          for (const pair of this.plan.scenes.scene(index).truth.pairs) splits[pair.split]++
        }
      }
    })
    return {
      out: this.request.out,
      scenes: this.stored.size,
      rendered: drawn.rendered,
      resumed: drawn.resumed,
      failed: this.refused,
      splits,
      imagesPerSecond: imagesPerSecond(drawn),
      gl: this.journal.started!.provenance.gl.name,
    }
  }

  private async finish(): Promise<DatasetManifest> {
    const { plan } = this
    const head = this.journal.started
    if (!head) throw new Error('a run without scenes has no head')
    const { suite, suiteSha256, shard, limit, passes, storage } = plan
    const times = { startedAt: head.startedAt, finishedAt: new Date().toISOString() }
    return finishDataset(
      this.folder.path,
      { suite, suiteSha256, shard, limit, passes: [...passes], storage, provenance: head.provenance, ...times },
      this.rows(),
      manifest => this.settings.beforeLast(this.folder.path, manifest),
    )
  }

  private async *rows(): AsyncGenerator<DatasetRows> {
    for (const group of groupsOf(this.plan)) {
      for (const scene of await this.wholeGroup(group)) {
        yield datasetRows(this.plan.suite, this.plan.scenes.scene(scene.index), scene)
      }
    }
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

const refusedOf = ({ delivered: { id, index, problems, objects } }: RenderedScene): RefusedScene => ({
  id,
  index,
  problems: [...problems],
  objects: [...objects],
})

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

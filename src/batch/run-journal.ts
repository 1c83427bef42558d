import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { groupOf, PASSES, STORAGES } from '../core/dataset.ts'
import { SpatialTunnelError, shown } from '../core/errors.ts'
import { type Provenance, provenanceSchema, shardSchema } from '../core/manifest.ts'
import { allDone } from '../node/all-done.ts'
import { JsonlJournal } from '../node/jsonl-journal.ts'
import { makeFolder } from '../node/make-folder.ts'
import type { RunPlan } from './run-plan.ts'
import { sha256Of } from './sha256.ts'
import { type RefusedScene, refusedSceneSchema, type StoredScene, storedSceneSchema } from './stored-scene.ts'

/** What may not change between the parts of one run. */
const headSchema = z.object({
  kind: z.literal('run'),
  suiteName: z.string(),
  suiteSha256: z.string(),
  passes: z.array(z.enum(PASSES)),
  storage: z.enum(STORAGES),
  shard: shardSchema.nullable(),
  provenance: provenanceSchema,
  startedAt: z.string(),
})

const groupRowSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('scenes'), scenes: z.array(storedSceneSchema) }),
  z.object({ kind: z.literal('refused'), scenes: z.array(refusedSceneSchema) }),
])

export type RunHead = z.output<typeof headSchema>
type GroupRow = z.output<typeof groupRowSchema>

/** A row as it stands in the file: with the SHA-256 of its JSON without it. */
type Summed<Row> = Row & { readonly sum: string }

const summed = <Row extends object>(row: Row): Summed<Row> => ({ ...row, sum: sumOf(row) })
const sumOf = (row: object): string => sha256Of(Buffer.from(JSON.stringify(row)))

/** Reads rows of a kind. @throws SpatialTunnelError `journal-damaged` */
const rowOf =
  <Row extends object>(schema: z.ZodType<Row>) =>
  (value: unknown): Summed<Row> => {
    const { sum, ...rest } = Object(value) as Record<string, unknown>
    const result = schema.safeParse(rest)
    if (result.success && sum === sumOf(rest)) return { ...result.data, sum }
    throw damaged(shown(value))
  }

const damaged = (found: string): SpatialTunnelError =>
  new SpatialTunnelError({
    code: 'journal-damaged',
    where: '',
    found,
    expected: 'a row of this version’s journal',
    remedy: 'delete this folder to begin again, or render into another',
  })

/** What became of a group's scenes so far, the last word on each; in suite order. */
export interface GroupRecord {
  readonly stored: readonly StoredScene[]
  readonly refused: readonly RefusedScene[]
}

/**
 * The journal of an unfinished run: what it is and what draws it, and, a file a group of scenes, every batch whose
 * pictures are written. A scene counts as done when it stands here and its pictures have the checksums that stand here;
 * one whose row is damaged is drawn again. Read one group at a time: a million scenes take no more memory than a thousand.
 */
export class RunJournal {
  private readonly groups = new Map<number, Promise<JsonlJournal<Summed<GroupRow>>>>()

  private constructor(
    private readonly groupFolder: string,
    private readonly journal: JsonlJournal<Summed<RunHead>>,
    /** Null before the first browser has said what it is. */
    private head: RunHead | null,
  ) {}

  /**
   * @param runPath the run's own folder
   * @throws SpatialTunnelError `journal-damaged` when what is left does not say what draws it
   */
  static async open(runPath: string): Promise<RunJournal> {
    const groupFolder = join(runPath, 'groups')
    await makeFolder(groupFolder)
    const path = join(runPath, 'journal.jsonl')
    const heads: RunHead[] = []
    const onRow = (row: RunHead): void => void heads.push(row)
    const journal = await JsonlJournal.open(path, rowOf(headSchema), { onRow, onDamaged: leaveOut })
    const head = heads[0] ?? null
    if (head !== null || (await readdir(groupFolder)).length === 0) return new RunJournal(groupFolder, journal, head)
    await journal.close()
    throw damaged('no row that says what drew its scenes').at(path)
  }

  get started(): RunHead | null {
    return this.head
  }

  /** Writes the head, once. */
  async start(plan: RunPlan, provenance: Provenance, startedAt: string): Promise<void> {
    if (this.head !== null) return
    this.head = {
      kind: 'run',
      suiteName: plan.suite.name,
      suiteSha256: plan.suiteSha256,
      passes: [...plan.passes],
      storage: plan.storage,
      shard: plan.shard,
      provenance,
      startedAt,
    }
    await this.journal.append(summed(this.head))
  }

  append(scenes: readonly StoredScene[]): Promise<void> {
    return this.appendByGroup(scenes, inGroup => ({ kind: 'scenes', scenes: inGroup }))
  }

  refuse(scenes: readonly RefusedScene[]): Promise<void> {
    return this.appendByGroup(scenes, inGroup => ({ kind: 'refused', scenes: inGroup }))
  }

  /** Reads a group that nobody is writing to, and closes its file. */
  async group(group: number): Promise<GroupRecord> {
    await this.closeGroup(group)
    const rows: GroupRow[] = []
    await this.openGroup(group, row => void rows.push(row))
    await this.closeGroup(group)
    const stored = new Map<number, StoredScene>()
    const refused = new Map<number, RefusedScene>()
    for (const row of rows) {
      for (const { index } of row.scenes) {
        stored.delete(index)
        refused.delete(index)
      }
      if (row.kind === 'scenes') for (const scene of row.scenes) stored.set(scene.index, scene)
      else for (const scene of row.scenes) refused.set(scene.index, scene)
    }
    return { stored: inOrder(stored.values()), refused: inOrder(refused.values()) }
  }

  /** Closes a group's file; the next append opens it again. */
  async closeGroup(group: number): Promise<void> {
    const opened = this.groups.get(group)
    this.groups.delete(group)
    await (await opened)?.close()
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.groups.keys()].map(group => this.closeGroup(group)))
    await this.journal.close()
  }

  private async appendByGroup<Scene extends { readonly index: number }>(
    scenes: readonly Scene[],
    rowFor: (scenes: Scene[]) => GroupRow,
  ): Promise<void> {
    const groups = [...new Set(scenes.map(scene => groupOf(scene.index)))]
    await allDone(
      groups.map(async group => {
        const journal = await this.openGroup(group)
        await journal.append(summed(rowFor(scenes.filter(scene => groupOf(scene.index) === group))))
      }),
    )
  }

  private openGroup(group: number, onRow = (_: GroupRow): void => {}): Promise<JsonlJournal<Summed<GroupRow>>> {
    const known = this.groups.get(group)
    if (known) return known
    // A power cut may take the last lines, and with them pictures that nobody forced to the disk either.
    const path = join(this.groupFolder, `${String(group).padStart(6, '0')}.jsonl`)
    const opened = JsonlJournal.open(path, rowOf(groupRowSchema), { onRow, sync: false, onDamaged: leaveOut })
    this.groups.set(group, opened)
    return opened
  }
}

/** Its scene is drawn again. */
const leaveOut = (): void => {}

const inOrder = <Scene extends { readonly index: number }>(scenes: Iterable<Scene>): Scene[] =>
  [...scenes].sort((a, b) => a.index - b.index)

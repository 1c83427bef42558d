import { z } from 'zod'
import { PASSES } from '../core/dataset.ts'
import { SpatialTunnelError, shown } from '../core/errors.ts'
import { type Provenance, provenanceSchema, shardSchema } from '../core/manifest.ts'
import { JsonlJournal } from '../node/jsonl-journal.ts'
import type { RunPlan } from './run-plan.ts'
import { type StoredScene, storedSceneSchema } from './stored-scene.ts'

/** What may not change between the parts of one run. */
const headSchema = z.object({
  kind: z.literal('run'),
  suiteName: z.string(),
  suiteSha256: z.string(),
  passes: z.array(z.enum(PASSES)),
  shard: shardSchema.nullable(),
  provenance: provenanceSchema,
  startedAt: z.string(),
})

const rowSchema = z.discriminatedUnion('kind', [
  headSchema,
  z.object({ kind: z.literal('scenes'), scenes: z.array(storedSceneSchema) }),
])

export type RunHead = z.output<typeof headSchema>
type JournalRow = z.output<typeof rowSchema>

/**
 * The journal of an unfinished run: first what it is and what draws it, then every batch whose files are written.
 * A scene counts as done when it stands here and its files have the checksums that stand here.
 */
export class RunJournal {
  private constructor(
    private readonly journal: JsonlJournal<JournalRow>,
    /** Null before the first browser has said what it is. */
    private head: RunHead | null,
    /** Scenes of earlier parts of the run, the last line of each. */
    readonly scenes: ReadonlyMap<number, StoredScene>,
  ) {}

  static async open(path: string): Promise<RunJournal> {
    const journal = await JsonlJournal.open(path, value => {
      const result = rowSchema.safeParse(value)
      if (result.success) return result.data
      throw new SpatialTunnelError({
        code: 'journal-damaged',
        where: '',
        found: shown(value),
        expected: 'a row of this version’s journal',
        remedy: 'render into another folder',
      })
    })
    const scenes = new Map<number, StoredScene>()
    let head: RunHead | null = null
    for (const row of journal.rows) {
      if (row.kind === 'run') head ??= row
      else for (const scene of row.scenes) scenes.set(scene.index, scene)
    }
    return new RunJournal(journal, head, scenes)
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
      shard: plan.shard,
      provenance,
      startedAt,
    }
    await this.journal.append(this.head)
  }

  append(scenes: readonly StoredScene[]): Promise<void> {
    return this.journal.append({ kind: 'scenes', scenes: [...scenes] })
  }

  close(): Promise<void> {
    return this.journal.close()
  }
}

import { z } from 'zod'
import { PASSES } from '../core/dataset.ts'
import { SpatialTunnelError, shown } from '../core/errors.ts'
import { type Provenance, provenanceSchema, shardSchema } from '../core/manifest.ts'
import { JsonlJournal } from '../node/jsonl-journal.ts'
import type { RunPlan } from './run-plan.ts'
import { sha256Of } from './sha256.ts'
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

/** A row as it stands in the file: with the SHA-256 of its JSON without it. */
type SummedRow = JournalRow & { readonly sum: string }

const summed = (row: JournalRow): SummedRow => ({ ...row, sum: sumOf(row) })
const sumOf = (row: object): string => sha256Of(Buffer.from(JSON.stringify(row)))

/** @throws SpatialTunnelError `journal-damaged` */
function parseRow(value: unknown): SummedRow {
  const { sum, ...rest } = Object(value) as Record<string, unknown>
  const result = rowSchema.safeParse(rest)
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

/**
 * The journal of an unfinished run: first what it is and what draws it, then every batch whose files are written.
 * A scene counts as done when it stands here and its files have the checksums that stand here; one whose row is damaged
 * is drawn again.
 */
export class RunJournal {
  private constructor(
    private readonly journal: JsonlJournal<SummedRow>,
    /** Null before the first browser has said what it is. */
    private head: RunHead | null,
    /** Scenes of earlier parts of the run, the last line of each. */
    readonly scenes: ReadonlyMap<number, StoredScene>,
  ) {}

  /** @throws SpatialTunnelError `journal-damaged` when what is left does not say what draws it */
  static async open(path: string): Promise<RunJournal> {
    const journal = await JsonlJournal.open(path, parseRow, () => {})
    const scenes = new Map<number, StoredScene>()
    let head: RunHead | null = null
    for (const row of journal.rows) {
      if (row.kind === 'run') head ??= row
      else for (const scene of row.scenes) scenes.set(scene.index, scene)
    }
    if (head !== null || scenes.size === 0) return new RunJournal(journal, head, scenes)
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
      shard: plan.shard,
      provenance,
      startedAt,
    }
    await this.journal.append(summed(this.head))
  }

  append(scenes: readonly StoredScene[]): Promise<void> {
    return this.journal.append(summed({ kind: 'scenes', scenes: [...scenes] }))
  }

  close(): Promise<void> {
    return this.journal.close()
  }
}

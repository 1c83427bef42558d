import { z } from 'zod'
import { DATASET_VERSION, PASSES, QUESTIONS_FILE, SCENES_FILE, STORAGES } from './dataset.ts'
import { SpatialTunnelError, shown } from './errors.ts'
import { assertUnaltered, withChecksum } from './manifest-checksum.ts'
import { formatPath } from './scene.ts'
import { expectedBy, valueAt } from './schema-error.ts'
import type { Suite } from './suite.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'SHA-256 in lower-case hex')
const count = z.int().min(0)

/** What drew the pictures: the same bytes come only from the same tool, browser, GL and, on llvmpipe, kind of CPU. */
export const provenanceSchema = z.object({
  toolVersion: z.string(),
  gl: z.object({ name: z.string(), vendor: z.string(), renderer: z.string(), version: z.string() }),
  browser: z.object({ version: z.string(), flags: z.array(z.string()) }),
  cpuModel: z.string(),
  platform: z.string(),
})

export type Provenance = z.output<typeof provenanceSchema>

/** Part `index` of `count`, counted from 1. */
export const shardSchema = z.object({ index: z.int().min(1), count: z.int().min(1) })
export type Shard = z.output<typeof shardSchema>

const tableSchema = z.object({ sha256, bytes: count, rows: count })

/** `dataset.json`: written last, so that a folder without it is unfinished. */
export const manifestSchema = z.object({
  version: z.literal(DATASET_VERSION),
  suite: z.looseObject({ name: z.string(), seed: z.union([z.number(), z.string()]) }),
  /** Of the suite's canonical JSON. */
  suiteSha256: sha256,
  seed: z.union([z.number(), z.string()]),
  /** Null: all of the suite. */
  shard: shardSchema.nullable(),
  /** Only the suite's first scenes; null: all. */
  limit: count.nullable(),
  passes: z.array(z.enum(PASSES)),
  /** Left out by versions that knew files only. */
  storage: z.enum(STORAGES).default('files'),
  counts: z.object({
    scenes: count,
    questions: count,
    /** Pairs of objects by split. */
    splits: z.object({ consistent: count, counter: count, ambiguous: count }),
  }),
  files: z.object({ [SCENES_FILE]: tableSchema, [QUESTIONS_FILE]: tableSchema }),
  provenance: provenanceSchema,
  startedAt: z.string(),
  finishedAt: z.string(),
  /** Of all the rest, as canonical JSON. Left out by earlier versions. */
  sha256: sha256.optional(),
})

export type DatasetManifest = z.output<typeof manifestSchema>

/** What `dataset.json` says besides what the rows themselves tell. */
export interface DatasetHead
  extends Pick<DatasetManifest, 'suiteSha256' | 'shard' | 'limit' | 'passes' | 'storage' | 'provenance'> {
  readonly suite: Suite
  readonly startedAt: string
  readonly finishedAt: string
}

/** `dataset.json` from its head and what the rows came to. */
export function manifestOf(
  { suite, ...rest }: DatasetHead,
  splits: DatasetManifest['counts']['splits'],
  files: DatasetManifest['files'],
): DatasetManifest {
  return withChecksum({
    version: DATASET_VERSION,
    suite,
    seed: suite.seed,
    ...rest,
    counts: { scenes: files[SCENES_FILE].rows, questions: files[QUESTIONS_FILE].rows, splits },
    files,
  })
}

/** The scene fields that a manifest's suite crosses, read with care: the suite may be of another version of this tool. */
export function crossedFields({ factors }: DatasetManifest['suite']): string[] {
  if (!Array.isArray(factors)) return []
  return factors
    .flatMap((factor: { readonly field?: unknown; readonly fields?: unknown }) => factor?.fields ?? factor?.field ?? [])
    .filter(field => typeof field === 'string')
}

const FIELDS: ReadonlySet<string> = new Set(Object.keys(manifestSchema.shape))

/** @throws SpatialTunnelError `manifest-altered`, `manifest-invalid`, `version-too-new` */
export function parseManifest(value: unknown): DatasetManifest {
  const version = (value as { version?: unknown } | null)?.version
  if (typeof version === 'number' && version > DATASET_VERSION) {
    throw new SpatialTunnelError({
      code: 'version-too-new',
      where: 'version',
      found: shown(version),
      expected: `at most ${DATASET_VERSION}`,
      remedy: 'a newer SpatialTunnel wrote this dataset: update this one',
    })
  }
  const result = manifestSchema.safeParse(value)
  if (result.success) {
    // What the file says, not what the schema leaves of it.
    assertUnaltered(value as object, FIELDS)
    return result.data
  }
  const issue = result.error.issues[0]!
  throw new SpatialTunnelError({
    code: 'manifest-invalid',
    where: formatPath(issue.path) || 'dataset.json',
    found: shown(valueAt(value, issue.path)),
    expected: expectedBy(issue),
    remedy: 'bring dataset.json back from a copy, or render into another folder',
  })
}

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { canonicalJson } from '../core/canonical.ts'
import { certify } from '../core/certificate.ts'
import { type PassName, QUESTIONS_FILE, SCENES_FILE, type SceneRow } from '../core/dataset.ts'
import { SpatialTunnelError } from '../core/errors.ts'
import type { ExpandedScene } from '../core/expand.ts'
import type { DatasetManifest } from '../core/manifest.ts'
import { type QuestionRow, questionsOf } from '../core/questions.ts'
import { parseSuite, type Suite, suiteSha256Of } from '../core/suite.ts'
import type { PngImage } from '../formats/png.ts'
import { type DatasetFiles, datasetFiles } from '../node/dataset-files.ts'
import { readManifest, readQuestions, readScenes } from '../node/dataset-reader.ts'
import { decodePngFile } from '../node/decode-png-file.ts'
import { FirstFound } from './first-found.ts'
import { planRun, type RunPlan } from './run-plan.ts'
import { sha256Of } from './sha256.ts'

/** Something in a dataset that is not as its suite, its checksums or geometry say. */
export interface DatasetProblem {
  /** Scene id; empty for the dataset as a whole. */
  readonly scene: string
  /** `file-missing`, `file-changed`, `truth-differs`, a code of the certificate … */
  readonly code: string
  readonly message: string
}

export interface Validation {
  readonly scenes: number
  readonly problemCount: number
  /** The first 1,000 of them. */
  readonly problems: readonly DatasetProblem[]
}

/**
 * Checks a dataset against itself: tables and files against their checksums, scenes and truth and questions against
 * the suite, counts, and the mask's and depth's pixels against the analytic truth. Streams: memory does not grow.
 *
 * @param onScene called after every scene, for progress
 * @throws SpatialTunnelError when there is nothing to check: `dataset-unfinished`, `manifest-altered`, `manifest-invalid`
 */
export async function validateDataset(folder: string, onScene: (done: number) => void = () => {}): Promise<Validation> {
  const manifest = await readManifest(folder)
  const suite = parseSuite(manifest.suite)
  const plan = planRun(suite, manifest)
  const found = new FirstFound<DatasetProblem>()
  let scenes = 0
  const add = (...problems: readonly DatasetProblem[]): void => found.add(scenes, problems)
  add(...suiteProblems(manifest, suite, plan), ...(await tableProblems(folder, manifest)))
  const files = datasetFiles(folder)
  const questions = new RowCursor(readQuestions(folder))
  for await (const row of rowsOrProblem(readScenes(folder), add)) {
    const expected = plan.from + scenes < plan.to ? plan.scenes.scene(plan.from + scenes) : null
    scenes++
    if (expected === null || row.id !== expected.id || row.index !== expected.index) {
      const message = `expected ${expected?.id ?? 'no further row'}`
      add({ scene: String(row.id), code: 'row-unexpected', message })
      continue
    }
    add(...rowProblems(row, expected), ...(await pixelProblems(files, row, expected, manifest.passes)))
    const asked = questionsOf({ ...expected, sceneId: row.id, image: row.image }, suite.questions)
    add(...(await questions.compare(row.id, asked)))
    onScene(scenes)
  }
  if (scenes !== plan.to - plan.from || scenes !== manifest.counts.scenes) {
    add(
      whole(
        'scene-count',
        `${scenes} rows, ${manifest.counts.scenes} in dataset.json, ${plan.to - plan.from} in the suite`,
      ),
    )
  }
  add(...(await questions.rest()))
  return { scenes, problemCount: found.total, problems: found.list() }
}

const whole = (code: string, message: string): DatasetProblem => ({ scene: '', code, message })

function suiteProblems(manifest: DatasetManifest, suite: Suite, plan: RunPlan): DatasetProblem[] {
  return [
    ...(suiteSha256Of(suite) === manifest.suiteSha256
      ? []
      : [whole('suite-changed', 'suiteSha256 is another suite’s')]),
    ...(manifest.seed === suite.seed
      ? []
      : [whole('suite-changed', `seed ${manifest.seed} beside the suite’s ${suite.seed}`)]),
    ...(plan.limit === manifest.limit
      ? []
      : [whole('suite-changed', `limit ${manifest.limit} of ${plan.scenes.size} scenes`)]),
  ]
}

async function tableProblems(folder: string, manifest: DatasetManifest): Promise<DatasetProblem[]> {
  const problems: DatasetProblem[] = []
  for (const name of [SCENES_FILE, QUESTIONS_FILE] as const) {
    const hash = createHash('sha256')
    try {
      await pipeline(createReadStream(join(folder, name)), hash)
      if (hash.digest('hex') !== manifest.files[name].sha256)
        problems.push(whole('file-changed', `${name}: another SHA-256 than in dataset.json`))
    } catch (error) {
      problems.push(whole('file-missing', `${name}: ${(error as Error).message}`))
    }
  }
  return problems
}

/** The same JSON, whatever the order of keys; what this tool wrote has the same order, which is seen at once. */
const isSame = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a) === JSON.stringify(b) || canonicalJson(a) === canonicalJson(b)

/** Rows up to the first that cannot be read, which becomes a problem. */
async function* rowsOrProblem<Row>(
  rows: AsyncIterable<Row>,
  add: (problem: DatasetProblem) => void,
): AsyncGenerator<Row> {
  try {
    yield* rows
  } catch (error) {
    add(whole(error instanceof SpatialTunnelError ? error.code : 'file-missing', (error as Error).message))
  }
}

function rowProblems(row: SceneRow, expected: ExpandedScene): DatasetProblem[] {
  const problems: DatasetProblem[] = []
  if (!isSame(row.scene, expected.scene)) {
    problems.push({ scene: row.id, code: 'scene-differs', message: 'the scene is not the suite’s' })
  }
  const bare = { ...row.truth, objects: row.truth?.objects?.map(({ pixels: _, ...object }) => object) }
  if (!isSame(bare, expected.truth)) {
    problems.push({ scene: row.id, code: 'truth-differs', message: 'the truth is not the scene’s' })
  }
  return problems
}

async function pixelProblems(
  files: DatasetFiles,
  row: SceneRow,
  expected: ExpandedScene,
  passes: readonly PassName[],
): Promise<DatasetProblem[]> {
  const problems: DatasetProblem[] = []
  const add = (code: string, message: string): void => void problems.push({ scene: row.id, code, message })
  const images = new Map<PassName, PngImage>()
  for (const pass of passes) {
    const file = pass === 'rgb' ? { path: row.image, sha256: row.imageSha256 } : row.passes?.[pass]
    if (!file) {
      add('file-missing', `${pass}: the row names no file`)
      continue
    }
    const bytes = await files.read(file.path).catch(() => null)
    if (bytes === null) {
      add('file-missing', `${pass}: ${file.path} cannot be read`)
      continue
    }
    if (sha256Of(bytes) !== file.sha256)
      add('file-changed', `${pass}: ${file.path} has another SHA-256 than its row says`)
    try {
      images.set(pass, decodePngFile(bytes))
    } catch (error) {
      add((error as SpatialTunnelError).code, `${pass}: ${(error as Error).message}`)
    }
  }
  const rgb = images.get('rgb')
  if (rgb?.kind === 'rgb8' && sha256Of(rgb.data) !== row.pixelsSha256) {
    add('pixels-changed', 'rgb: the pixels have another SHA-256 than the row says')
  }
  for (const [pass, image] of images) {
    const { widthPx, heightPx } = expected.scene.camera
    if (image.widthPx !== widthPx || image.heightPx !== heightPx || image.kind !== KINDS[pass]) {
      add(
        'image-differs',
        `${pass}: ${image.kind} of ${image.widthPx} × ${image.heightPx}, expected ${KINDS[pass]} of ${widthPx} × ${heightPx}`,
      )
      images.delete(pass)
    }
  }
  problems.push(...certificateProblems(row, expected, images.get('mask'), images.get('depth')))
  return problems
}

const KINDS: Readonly<Record<PassName, PngImage['kind']>> = { rgb: 'rgb8', mask: 'indexed8', depth: 'gray16' }

/** The certificate again, from the files; how an object looks alone is known from the row only. */
function certificateProblems(
  row: SceneRow,
  expected: ExpandedScene,
  mask: PngImage | undefined,
  depth: PngImage | undefined,
): DatasetProblem[] {
  if (mask?.kind !== 'indexed8') return []
  const stored = expected.truth.objects.map((_, i) => row.truth?.objects?.[i]?.pixels)
  const aloneAreaPx = stored.map((pixels, i) =>
    pixels === undefined ? 0 : Math.round(pixels.inFrameFraction * expected.truth.objects[i]!.silhouetteAreaPx),
  )
  const { objects, problems } = certify(expected.scene, expected.truth, {
    widthPx: mask.widthPx,
    heightPx: mask.heightPx,
    ids: mask.data,
    ...(depth?.kind === 'gray16' ? { depthMm: depth.data } : {}),
    aloneAreaPx,
  })
  const differs = objects.findIndex((pixels, i) => !isSame(pixels, stored[i] ?? null))
  return [
    ...problems.map(({ code, message }) => ({ scene: row.id, code, message })),
    ...(differs >= 0
      ? [
          {
            scene: row.id,
            code: 'pixels-differ',
            message: `${expected.truth.objects[differs]!.name}: the mask measures otherwise than the row says`,
          },
        ]
      : []),
  ]
}

/** The questions file beside the scenes: read along, one scene's questions at a time. */
class RowCursor {
  private broken = false

  constructor(private readonly rows: AsyncGenerator<QuestionRow>) {}

  async compare(scene: string, expected: readonly QuestionRow[]): Promise<DatasetProblem[]> {
    const problems: DatasetProblem[] = []
    for (const question of expected) {
      const row = await this.next(problems)
      if (this.broken) return problems
      if (isSame(row ?? null, question)) continue
      problems.push({
        scene,
        code: 'question-differs',
        message: `found ${row?.id ?? 'no row'}, expected ${question.id} as the suite asks it`,
      })
    }
    return problems
  }

  async rest(): Promise<DatasetProblem[]> {
    const problems: DatasetProblem[] = []
    const row = await this.next(problems)
    return row === null
      ? problems
      : [...problems, whole('question-count', `${row.id} and what follows belong to no scene`)]
  }

  private async next(problems: DatasetProblem[]): Promise<QuestionRow | null> {
    if (this.broken) return null
    try {
      const { value, done } = await this.rows.next()
      return done ? null : value
    } catch (error) {
      this.broken = true
      problems.push(whole(error instanceof SpatialTunnelError ? error.code : 'file-missing', (error as Error).message))
      return null
    }
  }
}

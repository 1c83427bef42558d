import { join } from 'node:path'
import { sha256Hex } from '../core/canonical.ts'
import { QUESTIONS_FILE } from '../core/dataset.ts'
import { SpatialTunnelError } from '../core/errors.ts'
import { type Seed, shuffled, stream } from '../core/rng.ts'
import type { AskItem } from '../evaluate/ask/ask-row.ts'
import { groupBy } from '../evaluate/group-by.ts'
import { resamplePng } from '../formats/resample.ts'
import { type DatasetFiles, datasetFiles } from './dataset-files.ts'
import { locateQuestions, readManifest, readScenes } from './dataset-reader.ts'
import { JsonlRows } from './jsonl-rows.ts'

/**
 * A dataset's questions, each with the hash of its picture, by their places in `questions.jsonl` from 0. In memory stand
 * two numbers a question and a hash a scene; a row is read again when it is asked for.
 */
export class AskItems {
  private constructor(
    private readonly questions: JsonlRows,
    /** Of each question: row of its scene in `scenes.jsonl`. */
    private readonly sceneOf: readonly number[],
    /** Of each scene: SHA-256 of its picture. */
    private readonly hashes: readonly string[],
  ) {}

  /**
   * Close it after use.
   *
   * @throws SpatialTunnelError `question-without-scene`, and those of the dataset's reader
   */
  static async open(dir: string): Promise<AskItems> {
    await readManifest(dir)
    const rows = new Map<string, number>()
    const hashes: string[] = []
    for await (const { id, imageSha256 } of readScenes(dir)) {
      rows.set(id, hashes.length)
      hashes.push(imageSha256)
    }
    const sceneOf: number[] = []
    const positions: number[] = []
    for await (const { row, position } of locateQuestions(dir)) {
      const scene = rows.get(row.sceneId)
      if (scene === undefined) throw withoutScene(dir, row.id, row.sceneId)
      sceneOf.push(scene)
      positions.push(position)
    }
    return new AskItems(await JsonlRows.open(join(dir, QUESTIONS_FILE), positions), sceneOf, hashes)
  }

  async item(place: number): Promise<AskItem> {
    const question = (await this.questions.row(place)) as AskItem['question']
    return { question, imageSha256: this.hashes[this.sceneOf[place]!]! }
  }

  /** Places in the dataset's order. */
  inOrder(limit = Number.POSITIVE_INFINITY): number[] {
    return [...this.sceneOf.keys()].slice(0, limit)
  }

  /**
   * Scene by scene in a random order that the seed decides, so that the first questions are a fair sample of the whole; a
   * scene's questions stay together, so that its picture is read once.
   *
   * @param scenes only so many
   */
  shuffledByScene(seed: Seed, scenes = Number.POSITIVE_INFINITY): number[] {
    const ofScene = groupBy(this.sceneOf.keys(), place => this.sceneOf[place]!)
    return shuffled(stream(seed, 'ask', 'order'), [...ofScene.values()])
      .slice(0, scenes)
      .flat()
  }

  close(): Promise<void> {
    return this.questions.close()
  }
}

const withoutScene = (dir: string, id: string, sceneId: string): SpatialTunnelError =>
  new SpatialTunnelError({
    code: 'question-without-scene',
    kind: 'data',
    where: join(dir, QUESTIONS_FILE),
    found: `${id} of ${sceneId}`,
    expected: 'a scene of scenes.jsonl',
    remedy: 'check the folder with `spatialtunnel validate`',
  })

/**
 * Reads the picture of a question as it is sent; the last one stays at hand for the scene's other questions.
 *
 * @param scale of the picture that is sent
 * @throws SpatialTunnelError `image-altered` when the file is not the one that was rendered
 */
export function pictureLoader(dir: string, scale: number): (item: AskItem) => Promise<Uint8Array> {
  const files = datasetFiles(dir)
  let last: { path: string; picture: Promise<Uint8Array> } | undefined
  return ({ question: { image }, imageSha256 }) => {
    if (last?.path !== image) last = { path: image, picture: load(files, dir, image, imageSha256, scale) }
    return last.picture
  }
}

async function load(
  files: DatasetFiles,
  dir: string,
  image: string,
  sha256: string,
  scale: number,
): Promise<Uint8Array> {
  const png = await files.read(image)
  const found = sha256Hex(png)
  if (found === sha256) return resamplePng(png, scale)
  throw new SpatialTunnelError({
    code: 'image-altered',
    kind: 'data',
    where: join(dir, image),
    found: `SHA-256 ${found.slice(0, 12)}…`,
    expected: `${sha256.slice(0, 12)}…, as it was rendered`,
    remedy: 'check the folder with `spatialtunnel validate`',
  })
}

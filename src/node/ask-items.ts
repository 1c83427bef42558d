import { join } from 'node:path'
import { sha256Hex } from '../core/canonical.ts'
import { SpatialTunnelError } from '../core/errors.ts'
import { type Seed, shuffled, stream } from '../core/rng.ts'
import type { AskItem } from '../evaluate/ask/ask-row.ts'
import { resamplePng } from '../formats/resample.ts'
import { type DatasetFiles, datasetFiles } from './dataset-files.ts'
import type { Dataset } from './read-dataset.ts'

/** A dataset's questions, each with the hash of its picture, in the dataset's order. */
export function askItems({ dir, scenes, questions }: Dataset): AskItem[] {
  const hashes = new Map(scenes.map(scene => [scene.id, scene.imageSha256]))
  return questions.map(question => {
    const imageSha256 = hashes.get(question.sceneId)
    if (imageSha256 !== undefined) return { question, imageSha256 }
    throw new SpatialTunnelError({
      code: 'question-without-scene',
      kind: 'data',
      where: join(dir, 'questions.jsonl'),
      found: `${question.id} of ${question.sceneId}`,
      expected: 'a scene of scenes.jsonl',
      remedy: 'check the folder with `spatialtunnel validate`',
    })
  })
}

/**
 * Scene by scene in a random order that the seed decides, so that the first questions are a fair sample of the whole; a
 * scene's questions stay together, so that its picture is read once.
 */
export function shuffledByScene(items: readonly AskItem[], seed: Seed): AskItem[] {
  const scenes = new Map<string, AskItem[]>()
  for (const item of items) {
    const { sceneId } = item.question
    const known = scenes.get(sceneId)
    if (known) known.push(item)
    else scenes.set(sceneId, [item])
  }
  return shuffled(stream(seed, 'ask', 'order'), [...scenes.values()]).flat()
}

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

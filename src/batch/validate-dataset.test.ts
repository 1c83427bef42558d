import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SceneRow } from '../core/dataset.ts'
import { withChecksum } from '../core/manifest-checksum.ts'
import { decodePng, encodePng, type PngImage } from '../formats/png.ts'
import { readScenes } from '../node/dataset-reader.ts'
import { writeReferenceDataset } from './reference-dataset.fixture.ts'
import { sha256Of } from './sha256.ts'
import { validateDataset } from './validate-dataset.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spatialtunnel-test-'))
  await writeReferenceDataset(folder)
})
afterEach(() => rm(folder, { recursive: true }))

const SCENE = 'reference-000002'

/** Codes that are found, by scene. */
async function found(): Promise<Record<string, string[]>> {
  const { problems } = await validateDataset(folder)
  const byScene: Record<string, string[]> = {}
  for (const { scene, code } of problems) byScene[scene] = [...new Set([...(byScene[scene] ?? []), code])].sort()
  return byScene
}

/** Rewrites a picture; with `honest` its row's checksums follow, so that only geometry can tell. */
async function repaint(
  pass: 'mask' | 'depth' | 'rgb',
  change: (image: PngImage) => void,
  honest: boolean,
): Promise<void> {
  const rows: SceneRow[] = []
  for await (const row of readScenes(folder)) rows.push(row)
  const row = rows.find(item => item.id === SCENE)!
  const path = pass === 'rgb' ? row.image : row.passes[pass]!.path
  const image = decodePng(await readFile(join(folder, path)))
  change(image)
  const bytes = encodePng(image)
  await writeFile(join(folder, path), bytes)
  if (!honest) return
  const text = await readFile(join(folder, 'scenes.jsonl'), 'utf8')
  const before = pass === 'rgb' ? row.imageSha256 : row.passes[pass]!.sha256
  await rewriteTable('scenes.jsonl', text.replace(before, sha256Of(bytes)))
}

/** A table and its checksum in dataset.json. */
async function rewriteTable(name: 'scenes.jsonl' | 'questions.jsonl', text: string): Promise<void> {
  await writeFile(join(folder, name), text)
  const path = join(folder, 'dataset.json')
  const manifest = JSON.parse(await readFile(path, 'utf8'))
  manifest.files[name].sha256 = sha256Of(Buffer.from(text))
  await writeFile(path, JSON.stringify(withChecksum(manifest)))
}

test('a whole dataset has no problems', async () => {
  expect(await validateDataset(folder)).toEqual({ scenes: 4, problemCount: 0, problems: [] })
})

describe('pixels, their checksums adjusted', () => {
  test('an object shifted by 2 px', async () => {
    await repaint('mask', shiftObject, true)
    expect(await found()).toEqual({ [SCENE]: ['box-off', 'centroid-off', 'pixels-differ'] })
  })

  test('two ids swapped', async () => {
    await repaint(
      'mask',
      image => {
        image.data.forEach((id, i) => {
          image.data[i] = id === 0 ? 0 : 3 - id
        })
      },
      true,
    )
    expect((await found())[SCENE]).toEqual(expect.arrayContaining(['box-off', 'depth-off', 'pixels-differ']))
  })

  test('depth scaled by 1.001', async () => {
    await repaint(
      'depth',
      image => {
        image.data.forEach((mm, i) => {
          image.data[i] = Math.min(65534, Math.round(1.001 * mm))
        })
      },
      true,
    )
    expect(await found()).toEqual({ [SCENE]: ['depth-off'] })
  })
})

function shiftObject(image: PngImage): void {
  const before = image.data.slice()
  image.data.fill(0)
  before.forEach((id, i) => {
    if (id > 0) image.data[i + (id === 1 ? 2 : 0)] = id
  })
}

test('one altered pixel, of any pass', async () => {
  const alter = (image: PngImage): void => {
    image.data[100]! ^= 1
  }
  await repaint('rgb', alter, false)
  expect(await found()).toEqual({ [SCENE]: ['file-changed', 'pixels-changed'] })
  await repaint('depth', alter, false)
  expect((await found())[SCENE]).toContain('file-changed')
})

test('a picture that is gone, or is none', async () => {
  await writeFile(join(folder, 'masks', `${SCENE}.png`), 'no picture')
  await rm(join(folder, 'depth', `${SCENE}.png`))
  expect(await found()).toEqual({ [SCENE]: ['file-changed', 'file-missing', 'png-invalid'] })
})

describe('tables, their checksums adjusted', () => {
  const table = (name: string): Promise<string> => readFile(join(folder, name), 'utf8')

  test('a truth that is not the scene’s', async () => {
    await rewriteTable('scenes.jsonl', (await table('scenes.jsonl')).replace('"distance":"far"', '"distance":"close"'))
    expect(await found()).toEqual({ 'reference-000000': ['truth-differs'] })
  })

  test('a scene that is not the suite’s', async () => {
    await rewriteTable('scenes.jsonl', (await table('scenes.jsonl')).replace('"roughness":0.5', '"roughness":0.6'))
    expect(await found()).toEqual({ 'reference-000000': ['scene-differs'] })
  })

  test('a row too few', async () => {
    const lines = (await table('scenes.jsonl')).split('\n')
    await rewriteTable('scenes.jsonl', [...lines.slice(0, 3), ''].join('\n'))
    expect(await found()).toEqual({ '': ['question-count', 'scene-count'] })
  })

  test('an answer turned round', async () => {
    await rewriteTable('questions.jsonl', (await table('questions.jsonl')).replace('"answer":"No"', '"answer":"Yes"'))
    expect(await found()).toEqual({ 'reference-000000': ['question-differs'] })
  })
})

test('a table that was touched', async () => {
  await appendFile(join(folder, 'scenes.jsonl'), '\n')
  expect(await found()).toEqual({ '': ['file-changed'] })
})

test('a path that leaves the folder is not followed', async () => {
  const text = await readFile(join(folder, 'scenes.jsonl'), 'utf8')
  await rewriteTable('scenes.jsonl', text.replace(`"image":"images/${SCENE}.png"`, '"image":"../secret.png"'))
  expect((await found())['']).toContain('path-outside')
})

test('an unfinished folder is an error, not a problem', async () => {
  await rm(join(folder, 'dataset.json'))
  await expect(validateDataset(folder)).rejects.toMatchObject({ code: 'dataset-unfinished', kind: 'input' })
})

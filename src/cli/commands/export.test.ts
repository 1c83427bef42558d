import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tableFromIPC } from 'apache-arrow'
import { validateBytes } from 'gltf-validator'
import { parquetReadObjects } from 'hyparquet'
import { readParquet } from 'parquet-wasm/node'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { readGqaQuestions, readGqaSceneGraphs } from '../../chains/gqa/question.ts'
import { sha256Hex } from '../../core/canonical.ts'
import { parseTable } from '../../formats/delimited.ts'
import { readTar } from '../../formats/tar.ts'
import { openExportSource } from '../../node/export/export-source.ts'
import { EXPORT_DEFAULTS, EXPORTERS } from '../../node/export/exporters.ts'
import { runPython, testWithPython } from '../../testing/python.ts'
import { runCommand as run } from '../../testing/run-command.ts'
import { standInDataset, writeStandInFiles } from '../../testing/stand-in-dataset.ts'

const dataset = standInDataset(9)
const questions = dataset.entries.flatMap(entry => entry.questions)
const hashes = dataset.entries.map(entry => entry.scene.imageSha256)
let root: string
let dir: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'export-'))
  dir = join(root, 'grid')
  await writeStandInFiles(dataset, dir, { title: 'Grid', description: 'One scene a cell.' })
})
afterAll(() => rm(root, { recursive: true }))
afterEach(() => vi.restoreAllMocks())

let exports = 0
async function exported(to: string, ...more: string[]): Promise<{ out: string; files: string[] }> {
  const out = join(root, `${to}-${exports++}`)
  const { exitCode, stdout, stderr } = await run('export', dir, '--to', to, '--out', out, '--json', ...more)
  expect([exitCode, stderr]).toEqual([0, ''])
  const report = JSON.parse(stdout)
  expect(report).toMatchObject({ out, to, scenes: 9, questions: 36, fileCount: report.files.length })
  return { out, files: report.files }
}

const hashOf = async (path: string) => sha256Hex(await readFile(path))

test('vlmevalkit: a file whose name changes with the content', async () => {
  const { out, files } = await exported('vlmevalkit')
  expect(files).toEqual([expect.stringMatching(/^SpatialTunnel_grid_[0-9a-f]{8}\.tsv$/)])
  const rows = parseTable(await readFile(join(out, files[0]!), 'utf8'), '\t')
  expect(rows.map(row => row.question)).toEqual(questions.map(question => question.text))
})

test('vlmevalkit, webdataset: parts below a limit, every scene once, in order', async () => {
  const source = await openExportSource(dir)
  const tsvs = join(root, 'parts')
  const { files: parts } = await EXPORTERS.vlmevalkit(source, tsvs, { ...EXPORT_DEFAULTS, maxBytes: 8000 })
  expect(parts.length).toBeGreaterThan(1)
  const texts = await Promise.all(parts.map(part => readFile(join(tsvs, part), 'utf8')))
  for (const text of texts) {
    expect(text.length).toBeLessThan(8200)
    const [first] = parseTable(text, '\t')
    expect(first!.image!.length).toBeGreaterThan(64)
  }
  expect(texts.flatMap(text => parseTable(text, '\t').map(row => row.question))).toEqual(questions.map(q => q.text))

  const tars = join(root, 'shards')
  const written = await EXPORTERS.webdataset(source, tars, { ...EXPORT_DEFAULTS, maxBytes: 24_000 })
  const shards = written.files.filter(name => name.endsWith('.tar'))
  expect(shards.length).toBeGreaterThan(1)
  const archives = await Promise.all(shards.map(shard => readFile(join(tars, shard))))
  for (const archive of archives) expect(archive.byteLength).toBeLessThanOrEqual(24_000)
  const keys = archives.flatMap(archive => readTar(archive).filter(file => file.name.endsWith('.png')))
  expect(keys.map(file => sha256Hex(file.bytes))).toEqual(hashes)
})

test('inspect: samples whose pictures lie beside them', async () => {
  const { out, files } = await exported('inspect')
  expect(files).toHaveLength(10)
  const samples = (await readFile(join(out, 'samples.jsonl'), 'utf8'))
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(samples.map(sample => [sample.id, sample.target])).toEqual(questions.map(({ id, answer }) => [id, answer]))
  expect(await hashOf(join(out, samples[35].input[0].content[0].image))).toBe(hashes[8])
})

test('hf: Parquet that two readers read, a row a question or a scene', async () => {
  const { out, files } = await exported('hf')
  expect(files).toEqual(['README.md', 'data/test-00000-of-00001.parquet'])
  const bytes = Uint8Array.from(await readFile(join(out, files[1]!)))
  const table = tableFromIPC(readParquet(bytes).intoIPCStream())
  expect(table.numRows).toBe(36)
  const rows = await parquetReadObjects({ file: bytes.buffer, utf8: false })
  expect(rows.map(row => [row.id, sha256Hex(row.image.bytes)])).toEqual(
    questions.map((question, k) => [question.id, hashes[k >> 2]]),
  )
  const scenes = await exported('hf', '--rows', 'scene')
  const sceneTable = Uint8Array.from(await readFile(join(scenes.out, scenes.files[1]!)))
  expect(await parquetReadObjects({ file: sceneTable.buffer })).toHaveLength(9)
})

test('hf --layout imagefolder: metadata beside the pictures', async () => {
  const { out } = await exported('hf', '--layout', 'imagefolder')
  const rows = (await readFile(join(out, 'test/metadata.jsonl'), 'utf8'))
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  for (const [k, row] of rows.entries()) expect(await hashOf(join(out, 'test', row.file_name))).toBe(hashes[k])
  expect(rows).toHaveLength(9)
})

test('lmms-eval: YAML, Python and Parquet in one folder', async () => {
  const { files } = await exported('lmms-eval')
  expect(files).toEqual([
    'data/test-00000-of-00001.parquet',
    expect.stringMatching(/^spatialtunnel_grid_\w+\.yaml$/),
    'utils.py',
  ])
})

test('webdataset: bounded shards, every sample once, an index that counts them', async () => {
  const { out, files } = await exported('webdataset')
  expect(files).toEqual(['index.json', 'shard-000000.tar'])
  const names = readTar(await readFile(join(out, 'shard-000000.tar'))).map(file => file.name)
  expect(names).toEqual(dataset.entries.flatMap(({ scene: { id } }) => [`${id}.png`, `${id}.json`]))
  const listed = execFileSync('tar', ['tf', join(out, 'shard-000000.tar')], { encoding: 'utf8' })
    .trimEnd()
    .split('\n')
  expect(listed).toEqual(names)
  const index = JSON.parse(await readFile(join(out, 'index.json'), 'utf8'))
  expect(index.shardlist).toEqual([
    { url: 'shard-000000.tar', nsamples: 9, filesize: (await readFile(join(out, 'shard-000000.tar'))).byteLength },
  ])
})

testWithPython('PIL', 'coco: annotations cover the mask that Pillow reads', async () => {
  const { out } = await exported('coco')
  const read = runPython(
    `
import json, sys
from PIL import Image
out, data = sys.argv[1:]
coco = json.load(open(out + '/annotations.json'))
images = {image['id']: image for image in coco['images']}
result = []
for annotation in coco['annotations']:
    image = images[annotation['image_id']]
    with Image.open(out + '/' + image['file_name']) as picture:
        assert picture.size == (image['width'], image['height']) and picture.mode == 'RGB'
    mask = Image.open(data + '/' + image['file_name'].replace('images/', 'masks/'))
    pixels = list(mask.getdata())
    result.append([annotation['area'], sum(1 for p in pixels if p == annotation['attributes']['object']), annotation['bbox']])
names = {category['id']: category['name'] for category in coco['categories']}
print(json.dumps([result, sorted({names[a['category_id']] for a in coco['annotations']})]))
`,
    [out, dir],
  )
  const [areas, names] = JSON.parse(read) as [[number, number, number[]][], string[]]
  expect(areas).toHaveLength(18)
  for (const [area, pixels] of areas) expect(area).toBe(pixels)
  const truth = dataset.entries.flatMap(({ scene }) => scene.truth.objects.map(object => object.name))
  expect(names).toEqual([...new Set(truth)].sort())
})

test('gqa: scene graphs and questions that GQA’s reader takes, a picture each', async () => {
  const { out } = await exported('gqa')
  const file = async (name: string) => JSON.parse(await readFile(join(out, name), 'utf8'))
  const graphs = readGqaSceneGraphs(await file('sceneGraphs.json'))
  const read = readGqaQuestions(await file('questions.json'))
  expect(read.map(question => [question.id, question.answer])).toEqual(
    questions.map(({ id, answer }) => [id, answer.toLowerCase()]),
  )
  expect([...graphs.keys()]).toEqual(dataset.entries.map(({ scene }) => scene.id))
  expect(await hashOf(join(out, `images/${read[35]!.imageId}.png`))).toBe(hashes[8])
})

test('probing: the pairs of a contrastive dataset; without any, a plain refusal', async () => {
  const refused = await run('export', dir, '--to', 'probing', '--out', join(root, 'p.tsv'))
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('render scenes/contrastive.json')])
  const contrastive = standInDataset(6, ['contrastive'])
  const folder = join(root, 'contrastive')
  await writeStandInFiles(contrastive, folder)
  const out = join(root, 'pairs.tsv')
  expect((await run('export', folder, '--to', 'probing', '--out', out)).exitCode).toBe(0)
  const rows = parseTable(await readFile(out, 'utf8'), '\t')
  const originals = contrastive.entries.flatMap(entry => entry.questions.filter(({ id }) => id.endsWith('-o')))
  expect(rows.map(row => [row.question_id, row.category])).toEqual(originals.map(q => [q.pairId, q.category]))
  expect(sha256Hex(Buffer.from(rows[0]!.image!, 'base64'))).toBe(
    contrastive.entries.find(({ scene }) => scene.id === originals[0]!.sceneId)!.scene.imageSha256,
  )
})

test('croissant: hashes are the files’ own', async () => {
  const { out } = await exported('croissant')
  const { distribution } = JSON.parse(await readFile(out, 'utf8'))
  expect(distribution.map((file: { '@id': string }) => file['@id'])).toEqual([
    'scenes.jsonl',
    'questions.jsonl',
    'images',
    'masks',
    'depth',
  ])
  for (const file of distribution.slice(0, 2)) expect(file.sha256).toBe(await hashOf(join(dir, file.contentUrl)))
})

test('glb: one scene that the validator accepts', async () => {
  const { out } = await exported('glb', '--scene', dataset.entries[3]!.scene.id)
  const report = await validateBytes(Uint8Array.from(await readFile(out)))
  expect(report.issues.messages).toEqual([])
  const { exitCode, stderr } = await run(
    'export',
    dir,
    '--to',
    'glb',
    '--out',
    join(root, 'x.glb'),
    '--scene',
    'nowhere',
  )
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('expected a scene such as grid-000000')])
})

testWithPython(
  'zipfile',
  'zip: Python’s zipfile reads the whole folder, and the same archive comes again',
  async () => {
    const [first, second] = [await exported('zip'), await exported('zip')]
    expect(await hashOf(first.out)).toBe(await hashOf(second.out))
    const read = runPython(
      `
import hashlib, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    print(json.dumps({name: hashlib.sha256(archive.read(name)).hexdigest() for name in archive.namelist()}))
`,
      [first.out],
    )
    const files = (await readdir(dir, { recursive: true, withFileTypes: true })).filter(file => file.isFile())
    const expected = await Promise.all(
      files.map(async ({ parentPath, name }) => {
        const path = join(parentPath, name)
        return [path.slice(dir.length + 1), await hashOf(path)]
      }),
    )
    expect(JSON.parse(read)).toEqual(Object.fromEntries(expected))
  },
)

test('nothing is written over, and a picture that was altered stops the export without a trace', async () => {
  const { out } = await exported('inspect')
  expect((await run('export', dir, '--to', 'inspect', '--out', out)).exitCode).toBe(2)
  const picture = join(dir, dataset.entries[8]!.scene.image)
  const bytes = await readFile(picture)
  await writeFile(picture, 'x')
  const { exitCode, stderr } = await run('export', dir, '--to', 'hf', '--out', join(root, 'altered'))
  await writeFile(picture, bytes)
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('as it was rendered')])
  expect((await readdir(root)).filter(name => name.includes('altered'))).toEqual([])
})

test('a table that was touched, and questions apart from their scenes, stop the export', async () => {
  const folder = join(root, 'scattered')
  const [first, ...rest] = dataset.entries
  const call = ['export', folder, '--to', 'inspect', '--out', join(root, 'stopped')]
  await writeStandInFiles({ ...dataset, entries: [...rest, { ...first!, questions: rest[0]!.questions }] }, folder)
  const refused = await run(...call)
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('questions.jsonl:33')])
  await writeStandInFiles(dataset, folder)
  const text = await readFile(join(folder, 'questions.jsonl'), 'utf8')
  await writeFile(join(folder, 'questions.jsonl'), text.replace('"answer":"Yes"', '"answer":"No"'))
  const touched = await run(...call)
  expect([touched.exitCode, touched.stderr]).toEqual([1, expect.stringContaining('as it was rendered')])
  expect((await readdir(root)).filter(name => name.includes('stopped'))).toEqual([])
})

test('sft: a train suite as chats with an older set mixed in; an evaluation suite is refused', async () => {
  const refused = await run('export', dir, '--to', 'sft', '--out', join(root, 'no'))
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('render scenes/train.json')])
  const folder = join(root, 'train')
  await writeStandInFiles(dataset, folder, { name: 'train', role: 'train', canary: 'SPATIALTUNNEL-TRAIN-x', seed: 5 })
  const old = {
    messages: [
      { role: 'user', content: 'Say hello.' },
      { role: 'assistant', content: 'Hello.' },
    ],
  }
  await writeFile(join(root, 'old.jsonl'), `${JSON.stringify(old)}\n`.repeat(100))
  const out = join(root, 'sft')
  const call = ['--to', 'sft', '--out', out, '--chains', '1', '--replay', join(root, 'old.jsonl'), '--ratio', '0.5']
  expect((await run('export', folder, ...call)).exitCode).toBe(0)
  const rows = async (name: string) =>
    (await readFile(join(out, name), 'utf8'))
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
  const [marked, parts] = [await rows('sft.jsonl'), await rows('trl.jsonl')]
  const about = JSON.parse(await readFile(join(out, 'about.json'), 'utf8'))
  expect(about).toMatchObject({ role: 'train', canary: 'SPATIALTUNNEL-TRAIN-x', rows: marked.length })
  expect(about.replayed).toBe(about.own)
  expect(parts).toHaveLength(marked.length)
  const pictured = marked.filter(row => row.images.length === 1)
  expect(pictured).toHaveLength(about.own)
  expect(hashes).toContain(await hashOf(join(out, pictured[0].images[0])))
  expect(marked.filter(row => row.messages[1].content.startsWith('<think>')).length).toBeGreaterThan(5)
})

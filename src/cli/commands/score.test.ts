import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import grid from '../../../scenes/grid.json' with { type: 'json' }
import { parseSuite } from '../../core/suite.ts'
import { paintScene } from '../../evaluate/painted-scene.fixture.ts'
import { suiteData } from '../../evaluate/suite-data.fixture.ts'
import { imageSize } from '../../formats/image-size.ts'
import { encodePng } from '../../formats/png.ts'
import { readPngText } from '../../formats/png-chunks.ts'
import { writeTar } from '../../node/write-tar.ts'
import { runCommand as run } from '../../testing/run-command.ts'
import { writeStandInTables } from '../../testing/stand-in-dataset.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'score-'))
  const { scenes, questions } = suiteData(grid)
  const entries = scenes.map(scene => ({ scene, questions: questions.filter(({ sceneId }) => sceneId === scene.id) }))
  await writeStandInTables(parseSuite(grid), entries, dir)
})
afterEach(() => rm(dir, { recursive: true }))

test('baseline, then score --json: one document, in the form of the spec', async () => {
  const file = join(dir, 'answers', 'height.jsonl')
  expect((await run('baseline', dir, '--model', 'height', '--out', file)).exitCode).toBe(0)
  expect(await readdir(join(dir, 'answers'))).toEqual(['height.jsonl'])
  expect((await readFile(file, 'utf8')).trimEnd().split('\n')).toHaveLength(1024)

  const { exitCode, stdout, stderr } = await run('score', dir, file, '--draws', '200', '--json')
  expect(exitCode).toBe(0)
  const { models, baselines } = JSON.parse(stdout)
  expect(models.height).toMatchObject({ n: 1024, vCons: 1, vCtr: 0, delta: 1, deltaS: null })
  expect(models.height.v).toBeCloseTo(0.5, 1)
  expect(models.height.ci).toMatchObject({ vCons: [1, 1], vCtr: [0, 0], delta: [1, 1], deltaS: null })
  expect(Object.keys(baselines)).toEqual(['height', 'size', 'radial'])
  expect(stderr).toContain('with v = ½ by construction: a pure height guesser')
})

test('score --out: report, figures and tables, the same bytes twice', async () => {
  const file = join(dir, 'size.jsonl')
  await run('baseline', dir, '--model', 'size', '--out', file)
  const folders = [join(dir, 'a'), join(dir, 'b')]
  for (const out of folders) {
    expect((await run('score', dir, file, '--draws', '100', '--preset', 'lncs', '--out', out)).exitCode).toBe(0)
  }
  const names = (await readdir(folders[0]!, { recursive: true })).toSorted()
  expect(names).toContain('report.html')
  expect(names).toContain(join('figures', 'lncs', 'heatmaps-size.svg'))
  expect(names).toContain(join('tables', 'models.csv'))
  const [a, b] = await Promise.all(folders.map(folder => readFile(join(folder, 'report.html'), 'utf8')))
  expect(a).toBe(b)
})

test('score --out: pictures of an archive stand in the report', async () => {
  const { scenes, questions } = suiteData(grid, 20)
  const archived = scenes.map(scene => ({ ...scene, image: `tar/000000.tar/${scene.id}.png` }))
  const entries = archived.map(scene => ({ scene, questions: questions.filter(({ sceneId }) => sceneId === scene.id) }))
  await writeStandInTables(parseSuite(grid), entries, dir)
  const members = async function* () {
    for (const scene of scenes) {
      yield { name: `${scene.id}.png`, bytes: encodePng({ kind: 'rgb8', ...paintScene(scene) }) }
    }
  }
  await mkdir(join(dir, 'tar'))
  await writeTar(join(dir, 'tar/000000.tar'), members())
  const file = join(dir, 'height.jsonl')
  await run('baseline', dir, '--model', 'height', '--out', file)
  expect((await run('score', dir, file, '--draws', '20', '--out', join(dir, 'a'))).exitCode).toBe(0)
  const shown = (await readFile(join(dir, 'a', 'report.html'), 'utf8')).match(/<img src="data:image\/png;base64,/g)
  expect(shown).toHaveLength(8)
})

test('score --print: PDF and PNG of the exact size, with their origin', async () => {
  const file = join(dir, 'size.jsonl')
  await run('baseline', dir, '--model', 'size', '--out', file)
  const flags = ['--draws', '50', '--preset', 'cvpr-column', '--print', 'pdf', 'png', '--out', join(dir, 'a')]
  expect((await run('score', dir, file, ...flags)).exitCode).toBe(0)
  const figure = join(dir, 'a', 'figures', 'cvpr-column', 'gaps-logits')
  const pdf = (await readFile(`${figure}.pdf`)).toString('latin1')
  // 3.25 in = 234 points.
  expect(Number(/MediaBox ?\[0 0 ([\d.]+)/.exec(pdf)![1])).toBeCloseTo(234, 0)
  expect(pdf.match(/\/Type ?\/Page\b/g)).toHaveLength(1)
  expect(pdf).toContain('D:19700101000000')
  const png = await readFile(`${figure}.png`)
  expect(imageSize(png)!.widthPx).toBe(975)
  expect(readPngText(png, 'Source')).toMatch(/^command: spatialtunnel/)
})

test('baseline pixels reads the pictures: half of them painted, the other half missing', async () => {
  const { scenes, questions } = suiteData(grid, 2)
  await writeFile(join(dir, 'questions.jsonl'), questions.map(row => `${JSON.stringify(row)}\n`).join(''))
  await mkdir(join(dir, 'images'))
  const out = join(dir, 'pixels.jsonl')
  await writeFile(join(dir, scenes[0]!.image!), encodePng({ kind: 'rgb8', ...paintScene(scenes[0]!) }))
  expect((await run('baseline', dir, '--model', 'pixels', '--out', out)).exitCode).toBe(2)
  await writeFile(join(dir, scenes[1]!.image!), encodePng({ kind: 'rgb8', ...paintScene(scenes[1]!) }))
  expect((await run('baseline', dir, '--model', 'pixels', '--out', out)).exitCode).toBe(0)
  const rows = (await readFile(out, 'utf8'))
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(rows.map(row => row.questionId)).toEqual(questions.map(question => question.id))
  // θ1 = θ2 = 0: level; then θ2 = 22.5°, the nearer object is higher: "farther" is said of it.
  expect(rows.map(row => row.pYes)).toEqual([0.5, 0.5, 0.5, 0.5, 1, 0, 1, 0])
})

test('bad input is one line and exit code 2', async () => {
  const file = join(dir, 'bad.jsonl')
  await writeFile(file, '{"questionId":"a","model":"m","protocol":"logits","status":"ok","pYes":2}\n')
  const { exitCode, stderr } = await run('score', dir, file)
  expect(exitCode).toBe(2)
  expect(stderr).toMatch(/^error: .*bad\.jsonl:1: pYes: found .*\n$/)
  expect((await run('score', join(dir, 'nowhere'), file)).exitCode).toBe(2)
  expect((await run('score', dir, file, '--margin', '2')).exitCode).toBe(2)
  await rm(join(dir, 'dataset.json'))
  expect((await run('score', dir, file)).stderr).toContain('it resumes')
})

test('answers of another dataset are named, and are no success', async () => {
  const file = join(dir, 'foreign.jsonl')
  await run('baseline', dir, '--model', 'height', '--out', file)
  const rows = (await readFile(file, 'utf8')).trimEnd().split('\n')
  await writeFile(file, `${rows[0]}\n${rows[1]!.replace(/"questionId":"[^"]*"/, '"questionId":"elsewhere"')}\n`)
  const { exitCode, stderr } = await run('score', dir, file, '--draws', '20')
  expect(exitCode).toBe(1)
  expect(stderr).toContain('1 answers belong to no question of this dataset (elsewhere …)')
  expect(stderr).toContain(`${rows.length - 1} of ${rows.length} questions have no answer`)
})

test('the same call writes the same file', async () => {
  const [a, b] = [join(dir, 'a.jsonl'), join(dir, 'b.jsonl')]
  for (const out of [a, b]) await run('baseline', dir, '--model', 'random', '--seed', '3', '--out', out)
  expect(await readFile(a, 'utf8')).toBe(await readFile(b, 'utf8'))
})

test('score --intervention: directions beside their controls, and a report', async () => {
  const file = join(dir, 'height.jsonl')
  await run('baseline', dir, '--model', 'height', '--out', file)
  const rows = (await readFile(file, 'utf8')).trimEnd().split('\n')
  const changed = (direction: string, layer: number): string[] => {
    const intervention = { layer, direction, mode: 'ablate', strength: 1, everywhere: false, baseModel: 'height' }
    return rows.map(row => JSON.stringify({ ...JSON.parse(row), model: `height ${direction} ${layer}`, intervention }))
  }
  const all = [4, 8].flatMap(layer => [...changed('vertical', layer), ...changed('random0', layer)])
  await writeFile(file, [...rows, ...all].join('\n'))
  const out = join(dir, 'interventions')
  const { exitCode, stdout } = await run('score', dir, file, '--intervention', '--draws', '20', '--out', out, '--json')
  expect(exitCode).toBe(0)
  const [study] = JSON.parse(stdout).studies
  expect(study.base.delta).toBe(1)
  expect(
    study.scores.map((score: { layer: number; control: { delta: number[] } }) => [score.layer, score.control.delta]),
  ).toEqual([
    [4, [1, 1]],
    [8, [1, 1]],
  ])
  const html = await readFile(join(out, 'report.html'), 'utf8')
  expect(html).toContain('0 of 2 interventions move Δ further than every random control. Left alone its Δ is 1.000.')
  expect(html).toContain('within the controls')
  expect(html).not.toContain('<script')
  expect(html.match(/<svg/g)).toHaveLength(4)
})

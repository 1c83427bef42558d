import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bytesSource } from '../../formats/byte-source.ts'
import { openNpz } from '../../formats/npz.ts'
import { type NpzArray, writeNpz } from '../../formats/npz-writer.ts'
import { parseReleased } from '../../formats/released-results.ts'
import { openSafetensors } from '../../formats/safetensors.ts'
import { plantedLayer } from '../../probe/planted-layer.ts'
import { runCommand as run } from '../../testing/run-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'probe-'))
const vectors = join(folder, 'model.npz')
afterAll(() => rmSync(folder, { recursive: true }))

beforeAll(async () => {
  const arrays: NpzArray[] = [0, 1, 2].flatMap(layer => {
    const planted = plantedLayer({ layer, perCategory: 12, columns: 48, double: false })
    return [
      { name: `delta_L${layer}`, shape: [planted.rows, 48], data: planted.deltas as Float32Array },
      { name: `categories_L${layer}`, texts: planted.labels.map(label => label.category) },
    ]
  })
  const parts: Uint8Array[] = []
  await writeNpz({ write: async bytes => void parts.push(bytes.slice()) }, arrays)
  writeFileSync(vectors, Buffer.concat(parts))
  const pairs = plantedLayer({ perCategory: 12, columns: 3 }).labels.map(({ category }, index) => ({
    pairId: `c-${index}`,
    category,
    index,
    sceneId: `s-${index}`,
    split: Math.floor(index / 6) % 2 ? 'counter' : 'consistent',
  }))
  writeFileSync(join(folder, 'pairs.jsonl'), pairs.map(pair => `${JSON.stringify(pair)}\n`).join(''))
})

const few = ['--draws', '40', '--null-draws', '99', '--splits', '4']

test('probe --json: one document, and every file of a run', async () => {
  const out = join(folder, 'one')
  const pairs = join(folder, 'pairs.jsonl')
  const { exitCode, stdout, stderr } = await run('probe', vectors, '--out', out, '--pairs', pairs, ...few, '--json')
  expect(exitCode).toBe(0)
  const document = JSON.parse(stdout)
  expect(Object.keys(document)).toEqual(['layers', 'chosenLayer', 'candidateLayers', 'warnings'])
  expect(Object.keys(document.layers)).toEqual(['0', '1', '2'])
  expect(document.layers[1].n).toEqual({ horizontal: 24, vertical: 24, distance: 24 })
  expect(document.layers[1].cohV).toBeCloseTo(0.4, 1)
  expect(document.layers[1].ci.vdEi[0]).toBeLessThan(document.layers[1].vdEiUnbiased)
  expect(document.candidateLayers).toContain(document.chosenLayer)
  expect(stderr).toContain('entanglement VD-EI')

  const report = JSON.parse(readFileSync(join(out, 'probe.json'), 'utf8'))
  expect(report.pairs[5]).toEqual({ id: 'c-5', category: 'close', sceneId: 's-5', split: 'consistent' })
  const released = readdirSync(join(out, 'released')).sort()
  expect(released).toEqual([
    'axis_coherence_model.json',
    ...[0, 1, 2].map(layer => `delta_similarity_model_L${layer}.csv`),
    'vd_ei_model.json',
  ])
  const json = (name: string): unknown => JSON.parse(readFileSync(join(out, 'released', name), 'utf8'))
  const layers = parseReleased(json('axis_coherence_model.json'), json('vd_ei_model.json'), 'x')
  expect(layers[1]!.axes.vertical.mean).toBeCloseTo(document.layers[1].cohV, 10)
  expect(layers[1]!.vdEiSigned).toBeCloseTo(document.layers[1].vdEiSigned, 10)

  const bytes = (name: string) => bytesSource(readFileSync(join(out, name)), name)
  const tensors = await openSafetensors(bytes('directions.safetensors'))
  const npz = await openNpz(bytes('directions.npz'))
  expect([...tensors.tensors.keys()].slice(0, 4)).toEqual(
    ['horizontal', 'vertical', 'distance', 'shared'].map(name => `layer.0.${name}`),
  )
  expect(npz.names).toEqual(new Set(tensors.tensors.keys()))
})

test('several models: a folder each, one document', async () => {
  const out = join(folder, 'two')
  const names = ['--name', 'base', 'tuned/80k']
  const scores = join(folder, 'scores.json')
  writeFileSync(scores, JSON.stringify({ models: { base: { accCtr: 0.4 }, 'tuned/80k': { vCtr: 0.5 } } }))
  const more = [...names, ...few, '--fast', '--json', '--score', scores]
  const { exitCode, stdout } = await run('probe', vectors, vectors, '--out', out, ...more)
  expect(exitCode).toBe(0)
  expect(Object.keys(JSON.parse(stdout).models)).toEqual(['base', 'tuned/80k'])
  expect(readdirSync(out).sort()).toEqual(['base', 'models.csv', 'report.html', 'tuned_80k'])
  expect(readFileSync(join(out, 'models.csv'), 'utf8')).toMatch(/accCtr\nbase,\d,.*,0\.4\n/)
  expect(readdirSync(join(out, 'base'))).toContain('report.html')
})

test('bad input is one line and exit code 2', async () => {
  writeFileSync(join(folder, 'bad.npz'), 'PK\u0003\u0004 not a zip at all, only the beginning of one')
  const bad = await run('probe', join(folder, 'bad.npz'), '--out', join(folder, 'bad'))
  expect([bad.exitCode, bad.stdout, bad.stderr.trim().split('\n').length]).toEqual([2, '', 1])
  const few = await run('probe', vectors, '--out', join(folder, 'bad'), '--per-category', '200')
  expect(few.exitCode).toBe(1)
  expect(few.stderr).toContain('left 12')
  const missing = await run('probe', join(folder, 'none.npz'), '--out', join(folder, 'bad'))
  expect(missing.exitCode).toBe(2)
  expect(readdirSync(folder)).not.toContain('bad')
})

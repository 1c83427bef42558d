import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantedLayer } from '../../probe/planted-layer.ts'
import { probeReportJson } from '../../probe/probe-report.ts'
import { runProbe } from '../../probe/run-probe.ts'
import { runCommand as run } from '../../testing/run-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'study-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Five models of two families: the more distance coherence, the better on counter rows. */
const MODELS = [
  { name: 'base A', family: 'A', samples: 0, coherence: 0.1, counter: 0.3 },
  { name: 'A 80k', family: 'A', samples: 80_000, coherence: 0.2, counter: 0.35 },
  { name: 'A 2M', family: 'A', samples: 2_000_000, coherence: 0.4, counter: 0.5 },
  { name: 'base B', family: 'B', samples: 0, coherence: 0.3, counter: 0.45 },
  { name: 'B 2M', family: 'B', samples: 2_000_000, coherence: 0.6, counter: 0.8 },
]

beforeAll(async () => {
  const models: object[] = []
  for (const [i, { name, family, samples, coherence, counter }] of MODELS.entries()) {
    const report = await runProbe(
      {
        name: 'x',
        layers: [0, 1],
        read: async layer =>
          plantedLayer({ layer, columns: 64, coherence: { horizontal: 0.3, vertical: 0.5, distance: coherence } }),
      },
      { model: name, draws: 0, nullDraws: 0, splits: 0, pairwise: false, totalLayers: 4 },
    )
    writeFileSync(join(folder, `probe-${i}.json`), probeReportJson(report))
    const accuracy = { consistent: { accuracy: 0.9 }, counter: { accuracy: counter }, ambiguous: { accuracy: null } }
    writeFileSync(join(folder, `partition-${i}.json`), JSON.stringify({ accuracy }))
    models.push({ name, family, samples, probe: `probe-${i}.json`, partitions: { bench: `partition-${i}.json` } })
  }
  writeFileSync(join(folder, 'study.json'), JSON.stringify({ version: 1, name: 'two families', models }))
})

test('study joins probes and partitions, correlates, and draws each family', async () => {
  const out = join(folder, 'out')
  const { exitCode, stdout } = await run('study', join(folder, 'study.json'), '--out', out, '--json')
  expect(exitCode).toBe(0)
  const { models, correlations } = JSON.parse(stdout)
  expect(models.map((model: { values: Record<string, number> }) => model.values['bench counter'])).toEqual(
    MODELS.map(model => model.counter),
  )
  const found = correlations.find((item: { x: string; y: string }) => item.x === 'bench counter' && item.y === 'cohD')
  expect(found).toMatchObject({ n: 5, r: 1, withoutOneFamily: [1, 1] })
  expect(readdirSync(out).sort()).toEqual(['correlations.csv', 'report.html', 'study-table.csv'])
  const html = readFileSync(join(out, 'report.html'), 'utf8')
  expect(html.match(/<svg/g)).toHaveLength(2)
  expect(html).not.toContain('<script')
  expect(readFileSync(join(out, 'study-table.csv'), 'utf8').split('\n')[0]).toMatch(
    /^model,family,checkpoint,samples,bench consistent/,
  )
})

test('vectors are measured in the place of a probe, to the same values', async () => {
  const coherence = { horizontal: 0.3, vertical: 0.5, distance: 0.2 }
  const layers = [0, 1].map(layer => plantedLayer({ layer, columns: 64, coherence }))
  const lines = layers.flatMap(({ layer, rows, columns, deltas, labels }) =>
    Array.from({ length: rows }, (_, i) => {
      const swapped = [...deltas.subarray(i * columns, (i + 1) * columns)]
      const { id: pairId, category } = labels[i]!
      return JSON.stringify({ pairId, category, layer, original: swapped.map(() => 0), swapped })
    }),
  )
  writeFileSync(join(folder, 'a.jsonl'), `${lines.join('\n')}\n`)
  const models = [
    { name: 'measured before', family: 'A', probe: 'probe-1.json' },
    { name: 'measured now', family: 'A', vectors: 'a.jsonl', totalLayers: 4 },
  ]
  writeFileSync(join(folder, 'vectors.json'), JSON.stringify({ version: 1, name: 'x', models }))
  const { exitCode, stdout } = await run('study', join(folder, 'vectors.json'), '--out', join(folder, 'v'), '--json')
  expect(exitCode).toBe(0)
  const [before, now] = JSON.parse(stdout).models as { values: Record<string, number> }[]
  expect(Object.keys(now!.values)).toEqual(['cohH', 'cohV', 'cohD', 'vdEi', 'vdEiSigned', 'chosenLayerShare'])
  for (const [key, value] of Object.entries(before!.values)) expect(now!.values[key]).toBeCloseTo(value, 5)
})

test('probe and vectors of one model are refused', async () => {
  const models = [{ name: 'a', family: 'f', probe: 'probe-1.json', vectors: 'a.jsonl' }]
  writeFileSync(join(folder, 'both.json'), JSON.stringify({ version: 1, name: 'x', models }))
  const { exitCode, stderr } = await run('study', join(folder, 'both.json'), '--out', join(folder, 'no'))
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('probe and vectors')])
})

test('a file that is missing, or no study, is one line and exit code 2', async () => {
  writeFileSync(
    join(folder, 'bad.json'),
    JSON.stringify({ version: 1, name: 'x', models: [{ name: 'a', family: 'f', probe: 'no' }] }),
  )
  expect((await run('study', join(folder, 'bad.json'), '--out', join(folder, 'no'))).exitCode).toBe(2)
  const wrong = await run('study', join(folder, 'probe-0.json'), '--out', join(folder, 'no'))
  expect([wrong.exitCode, wrong.stderr.trim().split('\n').length]).toEqual([2, 1])
})

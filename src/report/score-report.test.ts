import { expect, test } from 'vitest'
import grid from '../../scenes/grid.json' with { type: 'json' }
import size from '../../scenes/size.json' with { type: 'json' }
import { answerBaseline } from '../evaluate/baselines.ts'
import { depthSentence } from '../evaluate/depth-verdict.ts'
import { openingSentence } from '../evaluate/opening-sentence.ts'
import { scoreResponses } from '../evaluate/score.ts'
import { suiteData } from '../evaluate/suite-data.fixture.ts'
import { firstUnbalancedTag } from './balanced.fixture.ts'
import { escapeMarkup } from './markup.ts'
import { scoreFigureFiles, scoreTextFiles } from './score-files.ts'
import { reportSceneIds, scoreReport, WORST_SCENES } from './score-report.ts'

const data = suiteData(grid)
const rows = [
  ...answerBaseline('height', data, 1),
  ...answerBaseline('oracle', data, 1).map(row => ({ ...row, model: '<script>alert(1)</script>' })),
]
const score = scoreResponses(data, rows, { draws: 100 })
const report = (imageOf: (id: string) => string | null = () => null) =>
  scoreReport({ score, imageOf, provenance: [['command', 'spatialtunnel score a & b']] })

test('one file: no script, nothing from elsewhere, well formed, the same twice', () => {
  const html = report()
  expect(html).not.toMatch(/<script|<link|<iframe|@import|url\(|https?:\/\/(?!www\.w3\.org\/2000\/svg)/)
  expect(html).toContain('&lt;script&gt;alert(1)')
  expect(firstUnbalancedTag(html)).toBeNull()
  expect(html).not.toMatch(/NaN|undefined|Infinity/)
  expect(report()).toBe(html)
})

test('its first screen answers the question; the sentence of every model follows, and says when Δ means nothing', () => {
  const html = report()
  const first = html.slice(0, html.indexOf('<nav'))
  expect(first).toContain(`<p class="lede">${escapeMarkup(depthSentence(score.models))}</p>`)
  expect([first.split('<svg').length, first.split('<table').length]).toEqual([2, 2])
  for (const model of score.models) expect(html).toContain(`<li>${escapeMarkup(openingSentence(model))}</li>`)
  expect(html).not.toContain('at chance.</strong>')
  const random = scoreResponses(data, answerBaseline('random', data, 1), { draws: 100 })
  expect(scoreReport({ score: random, imageOf: () => null, provenance: [] })).toContain(
    '<strong>random: Δ not interpretable: at chance.</strong>',
  )
})

test('it asks for the pictures of the worst scenes, and shows them', () => {
  const ids = reportSceneIds(score)
  const asked: string[] = []
  const html = report(id => {
    asked.push(id)
    return `data:image/png;base64,${id}`
  })
  expect(new Set(asked)).toEqual(new Set(ids))
  // The second model is the oracle: it has no scene that is more wrong than right.
  expect(html.split('<img ')).toHaveLength(WORST_SCENES + 1)
  const first = score.models[0]!.joined.items.find(item => item.value === 0)!
  expect(ids[0]).toBe(first.scene.id)
})

test('everything else is folded away, and the contents lead into it', () => {
  const html = report()
  const targets = [...html.matchAll(/<a href="#([^"]+)">/g)].map(([, id]) => id!)
  expect(targets).toEqual(['scores', 'printed', 'model-1', 'model-2', 'shortcuts', 'behaviour', 'compared'])
  for (const id of targets)
    expect(html).toMatch(new RegExp(`<details class="part">\n<summary>.*</summary>\n<div id="${id}">`))
})

test('a size series brings the size table and curve', () => {
  const sizeData = suiteData({ ...size, repeats: 8 })
  const sized = scoreResponses(sizeData, answerBaseline('size', sizeData, 1), { draws: 100 })
  const html = scoreReport({ score: sized, imageOf: () => null, provenance: [] })
  expect(html).toContain('Size series')
  expect(html).toContain('Molmo + 2M ‡')
  expect(html).toContain('objects[0].sizeM')
  expect(html).not.toContain('heatmaps')
})

test('files: every figure and LaTeX table holds its command', () => {
  const provenance = [
    ['command', 'spatialtunnel score X'],
    ['questions', 'abc'],
  ] as const
  const files = [...scoreTextFiles(score, provenance), ...scoreFigureFiles(score, 'slide', provenance)]
  const paths = files.map(file => file.path)
  expect(new Set(paths).size).toBe(paths.length)
  expect(paths).toContain('figures/slide/heatmaps-height.svg')
  expect(paths).toContain('tables/models.tex')
  expect(paths.every(path => /^[\w./-]+$/.test(path))).toBe(true)
  for (const { path, text } of files) {
    if (/\.(svg|tex)$/.test(path)) expect(text).toMatch(/command: spatialtunnel score X\n(% )?questions: abc/)
  }
})

import { expect, test } from 'vitest'
import grid from '../../../scenes/grid.json' with { type: 'json' }
import { answerBaseline } from '../../evaluate/baselines.ts'
import { scoreResponses } from '../../evaluate/score.ts'
import { suiteData } from '../../evaluate/suite-data.fixture.ts'
import { firstUnbalancedTag } from '../balanced.fixture.ts'
import { TOKENS } from '../tokens.ts'
import { calibrationChart } from './calibration-chart.ts'
import { curveChart } from './curve-chart.ts'
import { FIGURE_PRESETS, type FigurePreset, figureSvg, frameOf } from './figure.ts'
import { PAGE_THEME } from './figure-theme.ts'
import { groupChart } from './group-chart.ts'
import { scoreGaps } from './score-gaps.ts'
import { differenceHeatmap, scoreHeatmaps } from './score-heatmaps.ts'

const data = suiteData(grid)
const rows = (['height', 'size'] as const).flatMap(name => answerBaseline(name, data, 1))
const score = scoreResponses(data, rows, { draws: 100 })
const [height, size] = score.models as [(typeof score.models)[0], (typeof score.models)[0]]
const frame = frameOf('cvpr-column')

const fills = (svg: string, color: string): number => svg.split(`fill="${color}"`).length - 1

test('the heatmap of height: every consistent cell fully right, every counter cell fully wrong, the rest grey', () => {
  const svg = figureSvg(scoreHeatmaps(height, frame)!)
  const titles = [...svg.matchAll(/<title>θ₁ [\d.]+°, θ₂ [\d.]+°: ([\d.]+) \((\w+)/g)].map(
    ([, v, split]) => `${split} ${v}`,
  )
  // All 256 cells once, the consistent and the counter ones once more in their own panels.
  expect(titles).toHaveLength(256 + 116 + 116)
  expect(titles.filter(title => title === 'consistent 1.000')).toHaveLength(232)
  expect(titles.filter(title => title === 'counter 0.000')).toHaveLength(232)
  expect(fills(svg, TOKENS.ambiguousWash.light)).toBeGreaterThan(2 * 140)
})

test('rows of the heatmap run downwards from 0°, columns to the right, as contact sheet and studio have them', () => {
  const svg = figureSvg(scoreHeatmaps(height, frame)!)
  const place = (theta1: string, theta2: string): number[] => {
    const rect = new RegExp(`<rect x="([\\d.]+)" y="([\\d.]+)"[^>]*><title>θ₁ ${theta1}°, θ₂ ${theta2}°`).exec(svg)!
    return rect.slice(1).map(Number)
  }
  const [[x0, y0], [x1, y1]] = [place('0', '0'), place('337.5', '22.5')] as [[number, number], [number, number]]
  expect(y1 - y0).toBeCloseTo(15 * (x1 - x0), 0)
  expect(x1).toBeGreaterThan(x0)
})

test('a difference of two equal models is the middle of the scale everywhere', () => {
  const svg = figureSvg(differenceHeatmap(height, height, frame)!)
  expect(fills(svg, TOKENS.heat2.light)).toBeGreaterThanOrEqual(256)
})

const figures = {
  heatmaps: (f: typeof frame) => scoreHeatmaps(height, f)!,
  gaps: (f: typeof frame) => scoreGaps(score, 'logits', f)!,
  shapes: (f: typeof frame) => groupChart(size.breakdowns.find(b => b.factor === 'shapes')!, 'by shapes', f),
  area: (f: typeof frame) => curveChart(size.breakdowns.find(b => b.factor === 'areaRatio')!, 'by area', f),
  calibration: (f: typeof frame) => calibrationChart(size.calibration!, 'calibration', f),
}

test.each(Object.keys(figures) as (keyof typeof figures)[])(
  '%s: exact width of every preset, well formed, the same twice',
  name => {
    for (const preset of Object.keys(FIGURE_PRESETS) as FigurePreset[]) {
      const draw = (): string => figureSvg(figures[name](frameOf(preset)), ['command: a & b'])
      const svg = draw()
      expect(svg).toContain(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${Number(FIGURE_PRESETS[preset].widthPt.toFixed(2))}pt"`,
      )
      expect(svg).toContain('<metadata>command: a &amp; b</metadata>')
      expect(firstUnbalancedTag(svg)).toBeNull()
      expect(svg).not.toMatch(/NaN|undefined|Infinity|var\(/)
      expect(draw()).toBe(svg)
    }
  },
)

test('inside a page colours follow the page', () => {
  const svg = figureSvg(figures.gaps(frameOf('lncs', PAGE_THEME)))
  expect(svg).toContain('fill="var(--consistent)"')
  expect(svg).not.toMatch(/#[0-9a-f]{6}/)
})

test('the gap chart places a value where its axis says', () => {
  const svg = figureSvg(figures.gaps(frame))
  const discs = [...svg.matchAll(/<circle cx="([\d.]+)"/g)].map(match => Number(match[1]))
  // The legend's disc, then the rows: height (1) and size.
  const [zero, one] = ['0.0', '1.0'].map(label =>
    Number(new RegExp(`<text x="([\\d.]+)"[^>]*>${label}<`).exec(svg)![1]),
  )
  expect(discs[1]).toBeCloseTo(one!, 1)
  expect(discs[2]).toBeCloseTo(zero! + size.scalars.estimate.vCons! * (one! - zero!), 1)
})

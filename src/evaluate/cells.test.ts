import { expect, test } from 'vitest'
import grid from '../../scenes/grid.json' with { type: 'json' }
import size from '../../scenes/size.json' with { type: 'json' }
import { TUNNEL_ANGLES_DEG } from '../core/frames.ts'
import { answerBaseline } from './baselines.ts'
import { thetaCells } from './cells.ts'
import { joinItems } from './items.ts'
import { suiteData } from './suite-data.fixture.ts'

const data = suiteData({ ...grid, repeats: 3 })

test('the heatmap of height: 1 on the consistent cells, 0 on the counter cells', () => {
  const { anglesDeg1, anglesDeg2, cells } = thetaCells(
    data.scenes,
    joinItems(data, answerBaseline('height', data, 1)).items,
  )!
  expect(anglesDeg1).toEqual(TUNNEL_ANGLES_DEG)
  expect(anglesDeg2).toEqual(TUNNEL_ANGLES_DEG)
  const of = (split: string) => cells.filter(cell => cell.split === split)
  expect([of('consistent').length, of('counter').length, of('ambiguous').length]).toEqual([116, 116, 24])
  expect(new Set(of('consistent').map(cell => cell.v))).toEqual(new Set([1]))
  expect(new Set(of('counter').map(cell => cell.v))).toEqual(new Set([0]))
  expect(cells[16 * 4 + 12]).toMatchObject({
    theta1Deg: 90,
    theta2Deg: 270,
    split: 'consistent',
    scenes: 3,
    ci: [1, 1],
  })
})

test('intervals over instances: the t interval of three values', () => {
  const values = [0.2, 0.5, 0.8]
  const rows = data.questions.map(question => {
    const v = values[Number(question.sceneId.slice(-6)) % 3]!
    const pYes = question.answer === 'Yes' ? v : 1 - v
    return { version: 1, questionId: question.id, model: 'm', protocol: 'logits', status: 'ok', pYes } as const
  })
  const [cell] = thetaCells(data.scenes, joinItems(data, rows).items)!.cells
  // t(2, .975) = 4.302653, sd = .3
  expect(cell!.v).toBeCloseTo(0.5, 12)
  expect(cell!.ci![0]).toBe(0)
  expect(cell!.ci![1]).toBe(1)
  const narrow = rows.map(row => ({ ...row, pYes: 0.5 + (row.pYes - 0.5) / 100 }))
  const [thin] = thetaCells(data.scenes, joinItems(data, narrow).items)!.cells
  expect(thin!.ci![1] - 0.5).toBeCloseTo((4.302653 * 0.003) / Math.sqrt(3), 7)
})

test('a suite that does not cross the angles has no heatmap', () => {
  expect(thetaCells(suiteData(size, 200).scenes, [])).toBeNull()
})

import { expect, test } from 'vitest'
import { RESULTS_VIEW_DEFAULTS, type ResultsView, readResultsView, resultsParams } from './results-view.ts'

const read = (text: string): ResultsView => readResultsView(new URLSearchParams(text))

test('there and back, whatever models are called; defaults take no room', () => {
  expect(resultsParams(RESULTS_VIEW_DEFAULTS)).toBe('')
  const view: ResultsView = {
    model: 'org/model-7b & more #1',
    versus: 'ältere=Fassung',
    heatmap: 'difference',
    cell: '90,247.5',
    list: 'questions',
    sort: 'behind',
    scene: 'grid-000012',
    question: 'grid-000012-d3',
  }
  expect(read(resultsParams(view))).toEqual(view)
})

test.each([
  `model=${'x'.repeat(301)}`,
  'cell=90',
  'cell=90,<b>',
  'cell=1e9,3',
  'sort=constructor',
  'list=toString',
  'heatmap=__proto__',
  'scene=',
])('%s is passed over', text => {
  expect(read(text)).toEqual(RESULTS_VIEW_DEFAULTS)
})

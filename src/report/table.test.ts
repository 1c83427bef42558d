import { expect, test } from 'vitest'
import { type Table, tableCsv, tableHtml, tableLatex, tableMarkdown } from './table.ts'

const table: Table = {
  caption: 'c',
  columns: ['Model', 'n', 'Δ'],
  rows: [
    { cells: ['a_1 & "b", c', { value: 12, places: 0 }, { value: -0.0284, ci: [-0.05, 0.01], signed: true }] },
    { cells: ['=HYPERLINK(1)', { value: null, places: 0 }, { value: null, ci: null }], minor: true, rule: true },
  ],
  notes: ['a note'],
}

test('CSV: full precision, an interval in two columns, no formulas', () => {
  expect(tableCsv(table)).toBe(`Model,n,Δ,Δ lo,Δ hi\n"a_1 & ""b"", c",12,-0.0284,-0.05,0.01\n'=HYPERLINK(1),,,,\n`)
})

test('Markdown', () => {
  expect(tableMarkdown(table)).toBe(
    '| Model | n | Δ |\n| :-- | --: | --: |\n| a_1 & "b", c | 12 | −0.028 [−0.050, 0.010] |\n| =HYPERLINK(1) | – | – |\n\na note\n',
  )
})

test('LaTeX: booktabs, escaped, with its origin', () => {
  expect(tableLatex(table, ['command: score\nx'])).toBe(
    [
      '% command: score x',
      '% needs \\usepackage{booktabs}',
      '\\begin{tabular}{lrr}',
      '\\toprule',
      'Model & n & $\\Delta$ \\\\',
      '\\midrule',
      'a\\_1 \\& "b", c & $12$ & $-0.028$ {\\scriptsize $[-0.050, 0.010]$} \\\\',
      '\\midrule',
      '=HYPERLINK(1) & -- & -- \\\\',
      '\\bottomrule',
      '\\end{tabular}',
      '% a note',
      '',
    ].join('\n'),
  )
})

test('HTML: numbers to the right, minor rows and rules marked', () => {
  const html = tableHtml(table).text
  expect(html).toContain('<td>a_1 &amp; &quot;b&quot;, c</td><td class="number">12</td>')
  expect(html).toContain('−0.028<span class="interval">[−0.050, 0.010]</span>')
  expect(html).toContain('<tr class="minor rule">')
})

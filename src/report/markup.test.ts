import { expect, test } from 'vitest'
import { Markup, markup } from './markup.ts'

test('what is inserted is escaped, markup is not, lists are joined, nothing is left out', () => {
  const bold = markup`<b>${'<&>'}</b>`
  expect(markup`<p title="${`"'`}">${bold}${[1, null, [2]]}${false}${undefined}</p>`.text).toBe(
    '<p title="&quot;&#39;"><b>&lt;&amp;&gt;</b>12</p>',
  )
})

test('control characters cannot break an SVG file', () => {
  expect(markup`${'a\u0000b\u001bc\n'}`.text).toBe('a\ufffdb\ufffdc\n')
})

test('markup from elsewhere goes in as it is', () => {
  expect(markup`${new Markup('<i/>')}`.toString()).toBe('<i/>')
})

import { expect, test } from 'vitest'
import { enclosed, withoutEnclosed } from './enclosed.ts'
import { choice, stream } from './rng.ts'

test('the same parts as the lazy pattern finds', () => {
  const next = stream(1, 'enclosed', 'texts')
  const pieces = ['<a>', '</a>', '<A>', 'x', '\n', ' ', '<']
  for (let trial = 0; trial < 500; trial++) {
    const text = Array.from({ length: 12 }, () => choice(next, pieces)).join('')
    const lazy = [...text.matchAll(/<a>([\s\S]*?)<\/a>/gi)]
    expect(enclosed(text, /<a>/gi, /<\/a>/gi)).toEqual(
      lazy.map(match => ({ inner: match[1], start: match.index, end: match.index + match[0].length })),
    )
    expect(withoutEnclosed(text, /<a>/gi, /<\/a>/gi)).toBe(text.replace(/<a>[\s\S]*?<\/a>/gi, ' '))
  }
})

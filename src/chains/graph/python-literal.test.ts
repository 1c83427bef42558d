import { expect, test } from 'vitest'
import { parsePythonLiteral } from './python-literal.ts'

test('brackets end somewhere', () => {
  const nested = (depth: number) => parsePythonLiteral(`${'['.repeat(depth)}${']'.repeat(depth)}`)
  expect(nested(100)).toHaveLength(1)
  expect(() => nested(101)).toThrow(expect.objectContaining({ code: 'python-literal' }))
  expect(() => nested(100_000)).toThrow(expect.objectContaining({ code: 'python-literal' }))
  expect(parsePythonLiteral(`[${'[],'.repeat(1000)}]`)).toHaveLength(1000)
})

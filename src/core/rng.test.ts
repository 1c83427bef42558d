import { expect, test } from 'vitest'
import { choice, shuffled, stream, uniform } from './rng.ts'

test('the key is JSON of [seed, scene, field], so the first draws of a stream are frozen', () => {
  const next = stream(20260605, 'phase-000000', 'objects[0].sizeM')
  expect([next(), next()]).toEqual([0.6231089421331014, 0.42677056685730047])
})

test('every part of the name gives another stream, and 0 and "" are seeds', () => {
  const firsts = [
    stream(0, 'a', 'f'),
    stream('', 'a', 'f'),
    stream('0', 'a', 'f'),
    stream(0, 'b', 'f'),
    stream(0, 'a', 'g'),
    stream(0, 'a', 'f', 1),
    stream(0, 'a', 'f', 2),
  ].map(next => next())
  expect(new Set(firsts).size).toBe(firsts.length)
  expect(stream(0, 'a', 'f')()).toBe(firsts[0])
  expect(stream(0, 'a', 'f#1')()).toBe(firsts[5])
})

test('uniform is lo + u (hi − lo), choice is list[⌊u n⌋], both to the last bit', () => {
  expect(uniform(() => 0.25, 2, 10)).toBe(4)
  expect([0, 0.49, 0.5, 0.999].map(u => choice(() => u, ['a', 'b']))).toEqual(['a', 'a', 'b', 'b'])
})

test('a shuffle keeps the members', () => {
  const list = Array.from({ length: 50 }, (_, i) => i)
  const mixed = shuffled(stream(1, 's', 'f'), list)
  expect(mixed).not.toEqual(list)
  expect([...mixed].sort((a, b) => a - b)).toEqual(list)
})

import { expect, test } from 'vitest'
import { shuffled, stream } from '../core/rng.ts'
import { FirstFound } from './first-found.ts'

test('the first by place, whatever the order they come in; all are counted', () => {
  const places = Array.from({ length: 500 }, (_, place) => place)
  const found = new FirstFound<string>(7)
  for (const place of shuffled(stream(1, 'first-found.test', 'order'), places)) {
    found.add(place, place % 2 === 0 ? [`${place}a`, `${place}b`] : [])
  }
  expect(found.total).toBe(500)
  expect(found.list()).toEqual(['0a', '0b', '2a', '2b', '4a', '4b', '6a'])
})

import { expect, test } from 'vitest'
import { sha256Hex } from '../core/canonical.ts'
import { DigestSet } from './digest-set.ts'

const digests = Array.from({ length: 6000 }, (_, k) => sha256Hex(String(k)))

test('holds what was put in, however often and many, and nothing else', () => {
  const set = new DigestSet()
  const put = digests.slice(0, 3000)
  for (const digest of [...put, ...put.slice(0, 100)]) set.add(digest)
  expect(set.size).toBe(3000)
  expect(digests.map(digest => set.has(digest))).toEqual(digests.map((_, k) => k < 3000))
})

test('digests with the same beginning are different ones', () => {
  const set = new DigestSet()
  const twins = ['1', '2', '3'].map(last => `${'0000abcd'.repeat(3)}0000000${last}${'0'.repeat(32)}`)
  set.add(twins[0]!)
  set.add(twins[1]!)
  expect(twins.map(digest => set.has(digest))).toEqual([true, true, false])
})

test('a text that is no digest is no member', () => {
  const set = new DigestSet()
  for (const text of ['', 'other', digests[0]!.slice(1)]) set.add(text)
  expect([set.size, set.has(''), set.has('other')]).toEqual([0, false, false])
})

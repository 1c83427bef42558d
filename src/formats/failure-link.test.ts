import { expect, test } from 'vitest'
import { SpatialTunnelError } from '../core/errors.ts'
import { stream } from '../core/rng.ts'
import { parseScene } from '../core/scene.ts'
import {
  decodeFailureToken,
  encodeFailureToken,
  FAILURE_LIMITS,
  failureLink,
  type SharedFailure,
} from './failure-link.ts'
import { encodeToken, LINK_LIMITS } from './link-token.ts'
import { decodeSceneToken, tokenOfLink } from './share-link.ts'

const scene = parseScene({
  objects: [
    { shape: 'sphere', color: 'red', sizeM: 0.2, depthM: 6, thetaDeg: 270 },
    { shape: 'cube', color: 'cyan', sizeM: 0.1, depthM: 3, thetaDeg: 90 },
  ],
})
const failure: SharedFailure = {
  question: { text: 'Is the red sphere closer to the camera than the cyan cube?', answer: 'No' },
  answers: [
    { model: 'my-model', pYes: 0.912345, right: false },
    { model: 'other', said: 'Yes, it is <b>closer</b>.', right: false },
  ],
  note: 'Look at the floor.\nTwice.',
}
const codeOf = (call: () => unknown): string => {
  try {
    call()
  } catch (error) {
    if (error instanceof SpatialTunnelError) return error.code
    throw error
  }
  return 'no error'
}

test('there and back; the scene is the link’s own', () => {
  expect(decodeFailureToken(encodeFailureToken(scene, failure), scene)).toEqual(failure)
  const link = failureLink(scene, failure, 'https://example.org/studio/?x#old')
  expect(decodeSceneToken(tokenOfLink(link))).toEqual(scene)
  expect(link.length).toBeLessThan(700)
})

test.each([
  ['ASCII', 33],
  ['CJK', 0x4e00],
])('long texts of %s are cut when the link is made, and it stays within the limits', (_, first) => {
  const next = stream(1, 'failure', 'text')
  const noise = (length: number) =>
    Array.from({ length }, () => String.fromCharCode(first + Math.floor(next() * 90))).join('')
  const answers = Array.from({ length: 20 }, () => ({ model: noise(300), said: noise(900), right: false }))
  const token = encodeFailureToken(scene, { ...failure, answers, note: noise(5000) })
  expect(token.length).toBeLessThanOrEqual(LINK_LIMITS.tokenLength)
  const read = decodeFailureToken(token, scene)
  expect(read.answers).toHaveLength(FAILURE_LIMITS.answers)
  expect(read.note.endsWith('…')).toBe(true)
})

test('answers of another scene are refused', () => {
  const other = { ...scene, objects: scene.objects.toReversed() }
  expect(codeOf(() => decodeFailureToken(encodeFailureToken(scene, failure), other))).toBe('failure-other-scene')
})

const whole = { version: 1, scene: '0123456789ab', ...failure }
test.each([
  ['no object', 3, 'failure-invalid'],
  ['an array', [], 'failure-invalid'],
  ['a later version', { ...whole, version: 2 }, 'failure-invalid'],
  ['a field of its own', { ...whole, html: '<b>' }, 'failure-invalid'],
  ['a note that is no text', { ...whole, note: { toString: 1 } }, 'failure-invalid'],
  ['too long a note', { ...whole, note: 'x'.repeat(1001) }, 'failure-invalid'],
  ['no answers', { ...whole, answers: [] }, 'failure-invalid'],
  ['a probability of 2', { ...whole, answers: [{ model: 'm', pYes: 2, right: true }] }, 'failure-invalid'],
  ['a prototype', JSON.parse(`{"__proto__":{"x":1},${JSON.stringify(whole).slice(1)}`), 'failure-invalid'],
  ['too deep', JSON.parse(`${'['.repeat(9)}${']'.repeat(9)}`), 'link-too-deep'],
  ['too large', 'x'.repeat(30_000), 'link-too-large'],
])('%s is refused', (_, value, code) => {
  expect(codeOf(() => decodeFailureToken(encodeToken(value), scene))).toBe(code)
})

test('letters that steer terminals or turn the writing around do not come through', () => {
  const hostile = { ...failure, note: 'a\u202eb\u0007c\u200bd\u001b[31m\ne' }
  expect(decodeFailureToken(encodeFailureToken(scene, hostile), scene).note).toBe('abcd[31m\ne')
})

test('two thousand altered tokens: refused with a reason, or the same failure', () => {
  const token = encodeFailureToken(scene, failure)
  const next = stream(7, 'failure', 'fuzz')
  for (let i = 0; i < 2000; i++) {
    const at = Math.floor(next() * token.length)
    const letter = 'ABCdef012_-.'[Math.floor(next() * 12)]!
    const altered = next() < 0.2 ? token.slice(0, at) : token.slice(0, at) + letter + token.slice(at + 1)
    const code = codeOf(() => decodeFailureToken(altered, scene))
    expect(
      altered === token
        ? ['no error']
        : ['link-damaged', 'link-too-new', 'failure-invalid', 'failure-other-scene', 'no error'],
    ).toContain(code)
  }
})

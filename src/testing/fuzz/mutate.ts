import { choice, type Stream } from '../../core/rng.ts'

/** What an input is made of: decides what is done to it besides damage to its bytes. */
export type InputKind = 'bytes' | 'json' | 'text'

/** Levels of brackets that no parser may fall over. */
const DEEP = 20_000

/** Numbers at which counts, lengths and offsets break. */
const LYING = [0, 1, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_fff0, 0xffff_ffff]
const HUGE = ['1e308', '-1e308', '1e400', '-0', '9007199254740993', '0.1e-320', '1'.repeat(400), 'NaN', '-1', '1e9']
const KEYS = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length', '']
const POLLUTION = [
  '"__proto__":{"polluted":1}',
  '"constructor":{"prototype":{"polluted":1}}',
  '"__proto__":null',
  '"toString":1',
]
const TEXTS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '\u202e\u0000\ud800',
  '{'.repeat(200),
  'left of '.repeat(300),
  '<think>'.repeat(50),
  '\\boxed{'.repeat(50),
  'the red sphere behind the blue cube in front of '.repeat(40),
  ' '.repeat(3000),
  'aA1_'.repeat(1000),
]

type Damage = (bytes: Uint8Array, next: Stream) => Uint8Array

const index = (next: Stream, length: number): number => Math.floor(next() * Math.max(1, length))

const joined = (...parts: readonly Uint8Array[]): Uint8Array => {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  parts.reduce((at, part) => {
    bytes.set(part, at)
    return at + part.length
  }, 0)
  return bytes
}

const DAMAGES: readonly Damage[] = [
  function flipBits(bytes, next) {
    const copy = bytes.slice()
    for (let n = 1 + index(next, 4); n > 0 && copy.length > 0; n--)
      copy[index(next, copy.length)]! ^= 1 << index(next, 8)
    return copy
  },
  function truncate(bytes, next) {
    return bytes.slice(0, index(next, bytes.length))
  },
  function insert(bytes, next) {
    const at = index(next, bytes.length + 1)
    const noise = Uint8Array.from({ length: 1 + index(next, 16) }, () => index(next, 256))
    return joined(bytes.subarray(0, at), noise, bytes.subarray(at))
  },
  function repeatPart(bytes, next) {
    const from = index(next, bytes.length)
    const part = bytes.subarray(from, from + 1 + index(next, 64))
    return joined(bytes.subarray(0, from), part, part, bytes.subarray(from + part.length))
  },
  function dropPart(bytes, next) {
    const from = index(next, bytes.length)
    return joined(bytes.subarray(0, from), bytes.subarray(from + 1 + index(next, 32)))
  },
  /** A number where a length, a count or an offset may stand, in both byte orders and three widths. */
  function lie(bytes, next) {
    if (bytes.length < 9) return bytes
    const copy = bytes.slice()
    const view = new DataView(copy.buffer)
    const at = index(next, copy.length - 8)
    const value = choice(next, LYING)
    const little = next() < 0.7
    const width = choice(next, [2, 4, 8])
    if (width === 2) view.setUint16(at, value, little)
    else if (width === 4) view.setUint32(at, value, little)
    else view.setBigUint64(at, BigInt(value) << choice(next, [0n, 16n, 31n]), little)
    return copy
  },
]

/** A reader whose work grows with the square of such an input takes far longer than a second over it. */
const SWOLLEN_BYTES = 100_000

const NEVER_CLOSED = [
  ...[
    '<think>',
    '<answer>',
    '\\boxed{',
    '<row>',
    '<row ',
    '```',
    '"',
    '“',
    '(',
    '[',
    '{',
    '<',
    '&',
    '\\',
    '"""',
    '{"a":',
  ],
  ...[' ', '\n', '*', '_', '#', ',', '. ', '- ', 'answer ', 'a "b ', 'no ', 'the answer is: '],
]

/** A part of it, or a mark that wants another one, again and again in one place. */
function swell(bytes: Uint8Array, kind: InputKind, next: Stream): Uint8Array {
  if (bytes.length === 0) return bytes
  const from = index(next, bytes.length)
  const own = bytes.subarray(from, from + 1 + index(next, choice(next, [12, 12, 40, 200])))
  const part = kind === 'text' && next() < 0.5 ? new TextEncoder().encode(choice(next, NEVER_CLOSED)) : own
  const swollen = new Uint8Array(SWOLLEN_BYTES)
  for (let at = 0; at < SWOLLEN_BYTES; at++) swollen[at] = part[at % part.length]!
  return joined(bytes.subarray(0, from), swollen, bytes.subarray(from + own.length))
}

type Rewrite = (text: string, next: Stream) => string

/** Puts something in the place of one match of a pattern. */
function replaceOne(text: string, pattern: RegExp, next: Stream, replacement: (match: string) => string): string {
  const matches = [...text.matchAll(pattern)]
  if (matches.length === 0) return text
  const match = choice(next, matches)
  return text.slice(0, match.index) + replacement(match[0]) + text.slice(match.index + match[0].length)
}

const NUMBER = /-?\d+(?:\.\d+)?(?:e[-+]?\d+)?/g
const PAIR = /"(?:[^"\\]|\\.)*"\s*:\s*(?:"(?:[^"\\]|\\.)*"|[-\d.e+]+|true|false|null)/g

const JSON_REWRITES: readonly Rewrite[] = [
  (text, next) => replaceOne(text, NUMBER, next, () => choice(next, HUGE)),
  (text, next) => replaceOne(text, PAIR, next, pair => `${pair},${pair.replace(/:.*$/s, `:${choice(next, HUGE)}`)}`),
  (text, next) => replaceOne(text, /\{/g, next, () => `{${choice(next, POLLUTION)},`),
  (text, next) => replaceOne(text, /"(?:[^"\\]|\\.)*"(?=\s*:)/g, next, () => JSON.stringify(choice(next, KEYS))),
  (text, next) => replaceOne(text, PAIR, next, pair => pair.replace(/:.*$/s, `:${nested(next)}`)),
  (text, next) =>
    replaceOne(text, PAIR, next, pair =>
      pair.replace(/:.*$/s, `:${choice(next, ['null', '""', '[]', '{}', '0', 'true', '[null]', '{"a":[1]}'])}`),
    ),
  (text, next) => replaceOne(text, /"(?:[^"\\]|\\.)*"/g, next, () => JSON.stringify(choice(next, TEXTS))),
  (text, next) => choice(next, ['null', '[]', '1', '""', `[${text}]`, `${text}\n${text}`, nested(next)]),
]

function nested(next: Stream): string {
  const depth = next() < 0.2 ? DEEP : 1 + index(next, 100)
  return next() < 0.5 ? `${'['.repeat(depth)}${']'.repeat(depth)}` : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
}

const TEXT_REWRITES: readonly Rewrite[] = [
  (text, next) => {
    const at = index(next, text.length + 1)
    return text.slice(0, at) + choice(next, TEXTS) + text.slice(at)
  },
  (text, next) => replaceOne(text, /\S+/g, next, word => `${word} `.repeat(1 + index(next, 200))),
  (text, next) => replaceOne(text, NUMBER, next, () => choice(next, HUGE)),
  (text, next) => replaceOne(text, /\S+/g, next, () => choice(next, KEYS)),
]

/**
 * One hostile input: a valid one, or two halves of valid ones, changed one to three times.
 *
 * @param next the input's own stream, so that every input can be made again from reader, seed and index
 */
export function mutant(seeds: readonly Uint8Array[], kind: InputKind, next: Stream): Uint8Array {
  let bytes = choice(next, seeds)
  if (next() < 0.03) return swell(bytes, kind, next)
  if (next() < 0.05) {
    const other = choice(next, seeds)
    bytes = joined(bytes.subarray(0, index(next, bytes.length)), other.subarray(index(next, other.length)))
  }
  for (let n = 1 + index(next, 3); n > 0; n--) bytes = changed(bytes, kind, next)
  return bytes
}

function changed(bytes: Uint8Array, kind: InputKind, next: Stream): Uint8Array {
  if (kind === 'bytes' || next() < 0.3) return choice(next, DAMAGES)(bytes, next)
  const rewrites = kind === 'json' ? JSON_REWRITES : TEXT_REWRITES
  return new TextEncoder().encode(choice(next, rewrites)(new TextDecoder().decode(bytes), next))
}

import type { z } from 'zod'

/** What a zod issue expected, as a person would say it: `a number ≥ 0.01`, `one of "sphere" | "cube"`. */
export function expectedBy(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'too_small':
      return bound(issue.origin, issue.inclusive ? '≥' : '>', 'at least', issue.minimum)
    case 'too_big':
      return bound(issue.origin, issue.inclusive ? '≤' : '<', 'at most', issue.maximum)
    case 'invalid_type':
      return article(issue.expected)
    case 'invalid_value':
      return `${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(value => JSON.stringify(value)).join(' | ')}`
    case 'unrecognized_keys':
      return `no field named ${issue.keys.map(key => JSON.stringify(key)).join(', ')}`
    default:
      return issue.message.replace(/^Invalid (input|option|string): (expected |must )?/, '')
  }
}

const NOUNS: Readonly<Record<string, string>> = { array: 'entries', string: 'characters', set: 'entries' }

function bound(origin: string, sign: string, words: string, limit: number | bigint): string {
  const noun = NOUNS[origin]
  return noun ? `${words} ${limit} ${noun}` : `a number ${sign} ${limit}`
}

const article = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`)

/** What stands where a zod issue points; undefined where nothing does. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      inner !== null && typeof inner === 'object' && Object.hasOwn(inner, key)
        ? (inner as Record<PropertyKey, unknown>)[key]
        : undefined,
    value,
  )
}

import { z } from 'zod'
import { canonicalJson, sha256Hex } from './canonical.ts'
import { SpatialTunnelError, shown } from './errors.ts'
import { formatPath, MAX_OBJECTS } from './scene.ts'
import { type FieldKeys, parseFieldPath } from './scene-fields.ts'
import { expectedBy } from './schema-error.ts'

/**
 * A suite: scenes as data. Defaults, factors to cross, random fields with their distributions, constraints, repeats,
 * questions and a seed; `expand.ts` turns it into scenes.
 */
export const SUITE_VERSION = 1

/** Ids have six digits. */
export const MAX_SUITE_SCENES = 1_000_000

/** Redraws of a constraint's fields before the suite is called unsatisfiable. */
export const MAX_TRIES = 100

const value = z.union([z.number(), z.string()])

/** One factor sets one field, or several at once (`fields`, each value a list as long). */
const factorSchema = z.union([
  z.strictObject({ field: z.string(), values: z.array(value).min(1).max(MAX_SUITE_SCENES) }),
  z.strictObject({ fields: z.array(z.string()).min(2), values: z.array(z.array(value)).min(1).max(MAX_SUITE_SCENES) }),
  z.strictObject({
    field: z.string(),
    range: z.strictObject({ from: z.number(), step: z.number(), count: z.int().min(1).max(MAX_SUITE_SCENES) }),
  }),
])

const pair = z.tuple([z.number(), z.number()])

/** A random field draws from its own stream. `scale` multiplies a base: base · uniform. */
const randomSchema = z.union([
  z.strictObject({ field: z.string(), choice: z.array(value).min(1).max(10_000) }),
  z.strictObject({ field: z.string(), uniform: pair }),
  z.strictObject({ field: z.string(), base: z.number(), scale: pair }),
])

const redraw = z.array(z.string()).default([])

/**
 * - `distinct`: no two objects agree in all of `fields`.
 * - `fullyVisible`: every object in the image, none covered, decided analytically.
 * - `depthOrder`: no pair whose depth order is ambiguous.
 * - `contrastive`: the balanced design of `contrastive.ts` (category = index mod 6).
 *
 * A constraint that fails redraws its `redraw` fields, up to 100 times; without any it is a plain condition.
 */
const constraintSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('distinct'), fields: z.array(z.enum(['shape', 'color'])).min(1), redraw }),
  z.strictObject({ kind: z.literal('fullyVisible'), redraw }),
  z.strictObject({ kind: z.literal('depthOrder'), redraw }),
  z.strictObject({ kind: z.literal('noOverlap'), redraw }),
  z.strictObject({ kind: z.literal('contrastive'), redraw }),
])

/** Every field of a scene is a number or a word. */
const fields = z.record(z.string(), value)
const part = fields.default({})

export const suiteSchema = z.strictObject({
  version: z.literal(SUITE_VERSION),
  name: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'lower-case letters, digits and dashes, at most 40'),
  title: z.string().max(200).default(''),
  description: z.string().max(4000).default(''),
  /** `train` suites share no scene with any `evaluation` suite. */
  role: z.enum(['evaluation', 'train']).default('evaluation'),
  /** A text that is found nowhere else: shows later whether a corpus holds what was made from this suite. */
  canary: z.string().max(200).exactOptional(),
  seed: z.union([z.number(), z.string()]),
  /** What all scenes share: a scene in which random and crossed fields may be missing. */
  base: z.strictObject({
    camera: part,
    tunnel: part,
    light: part,
    objects: z.array(fields).min(1).max(MAX_OBJECTS),
  }),
  /** Crossed in this order, the last fastest; then the repeats. */
  factors: z.array(factorSchema).max(16).default([]),
  repeats: z.int().min(1).max(MAX_SUITE_SCENES).default(1),
  random: z.array(randomSchema).max(200).default([]),
  /** Scenes keep the first n of `base.objects`, n drawn from this list. */
  objectCount: z.array(z.int().min(1).max(MAX_OBJECTS)).min(1).optional(),
  constraints: z.array(constraintSchema).max(16).default([]),
  questions: z.array(z.enum(['depth', 'contrastive'])).default(['depth']),
})

export type Suite = z.output<typeof suiteSchema>
export type SuiteConstraint = Suite['constraints'][number]

/** A factor in one form: the fields it sets and, for every level, their values. */
export interface Factor {
  readonly fields: readonly string[]
  readonly keys: readonly FieldKeys[]
  readonly levels: ReadonlyArray<readonly (number | string)[]>
}

/**
 * @throws SpatialTunnelError `suite-invalid`, `unknown-field`, `suite-too-large`, `version-too-new`
 */
export function parseSuite(input: unknown): Suite {
  const version = input !== null && typeof input === 'object' ? (input as { version?: unknown }).version : undefined
  if (typeof version === 'number' && version > SUITE_VERSION)
    throw new SpatialTunnelError({
      code: 'version-too-new',
      where: 'version',
      found: shown(version),
      expected: `at most ${SUITE_VERSION}`,
      remedy: 'a newer SpatialTunnel wrote this suite: update this one',
    })
  const result = suiteSchema.safeParse(input)
  if (!result.success && input !== null && typeof input === 'object' && 'objects' in input && !('base' in input))
    throw new SpatialTunnelError({
      code: 'suite-invalid',
      where: 'suite',
      found: 'a scene',
      expected: 'a suite: a name, and a base with objects',
      remedy: 'put the scene’s fields under "base" and add a "name"; scenes/*.json are examples',
    })
  if (!result.success) {
    const issue = result.error.issues[0]!
    throw new SpatialTunnelError({
      code: 'suite-invalid',
      where: formatPath(issue.path) || 'suite',
      found: shown(issue.path.reduce<unknown>((node, key) => (node as Record<PropertyKey, unknown>)?.[key], input)),
      expected: expectedBy(issue),
      remedy: 'see public/schema/suite.schema.json, and scenes/*.json for examples',
    })
  }
  const suite = result.data
  const count = suiteSize(suite)
  if (count > MAX_SUITE_SCENES)
    throw new SpatialTunnelError({
      code: 'suite-too-large',
      where: 'factors',
      found: `${count.toLocaleString('en')} scenes`,
      expected: `at most ${MAX_SUITE_SCENES.toLocaleString('en')}`,
      remedy: 'take fewer levels or repeats, or split the suite in several with other names',
    })
  const set = new Set<string>()
  const setOnce = (field: string, where: string): void => {
    parseFieldPath(field, where)
    if (set.has(field))
      throw new SpatialTunnelError({
        code: 'suite-invalid',
        where,
        found: `${field} a second time`,
        expected: 'every field in one factor or one random entry',
      })
    set.add(field)
  }
  factorsOf(suite).forEach((factor, i) => {
    for (const field of factor.fields) setOnce(field, `factors[${i}]`)
  })
  suite.random.forEach((item, i) => {
    setOnce(item.field, `random[${i}].field`)
  })
  suite.constraints.forEach((item, i) => {
    item.redraw.forEach((field, k) => {
      if (!suite.random.some(random => random.field === field))
        throw new SpatialTunnelError({
          code: 'suite-invalid',
          where: `constraints[${i}].redraw[${k}]`,
          found: shown(field),
          expected: 'the field of an entry of random',
        })
    })
  })
  return suite
}

const levelCount = (factor: Suite['factors'][number]): number =>
  'range' in factor ? factor.range.count : factor.values.length

/** How many scenes a suite has. */
export const suiteSize = (suite: Pick<Suite, 'factors' | 'repeats'>): number =>
  suite.factors.reduce((count, factor) => count * levelCount(factor), suite.repeats)

export function factorsOf(suite: Suite): Factor[] {
  return suite.factors.map((factor, i) => {
    const where = `factors[${i}]`
    const fields = 'fields' in factor ? factor.fields : [factor.field]
    const keys = fields.map(field => parseFieldPath(field, where))
    if ('range' in factor) {
      const { from, step, count } = factor.range
      return { fields, keys, levels: Array.from({ length: count }, (_, k) => [from + k * step]) }
    }
    if (!('fields' in factor)) return { fields, keys, levels: factor.values.map(level => [level]) }
    const uneven = factor.values.findIndex(level => level.length !== fields.length)
    if (uneven >= 0)
      throw new SpatialTunnelError({
        code: 'suite-invalid',
        where: `${where}.values[${uneven}]`,
        found: `${factor.values[uneven]!.length} values`,
        expected: `${fields.length}, one a field`,
      })
    return { fields, keys, levels: factor.values }
  })
}

/** Level of every factor, then the instance: scene `index` in mixed radix, the last fastest. */
export function cellOf(suite: Suite, index: number): { levels: number[]; instance: number } {
  const instance = index % suite.repeats
  let rest = Math.floor(index / suite.repeats)
  const levels = suite.factors.map(() => 0)
  for (let i = suite.factors.length - 1; i >= 0; i--) {
    const count = levelCount(suite.factors[i]!)
    levels[i] = rest % count
    rest = Math.floor(rest / count)
  }
  return { levels, instance }
}

export const sceneIdOf = (suite: Pick<Suite, 'name'>, index: number): string =>
  `${suite.name}-${String(index).padStart(6, '0')}`

/** Of the suite's canonical JSON: equal suites, equal hashes. */
export const suiteSha256Of = (suite: Suite): string => sha256Hex(canonicalJson(suite))

import { contrastiveDesign, satisfiesDesign } from './contrastive.ts'
import { SpatialTunnelError } from './errors.ts'
import { choice, stream, uniform } from './rng.ts'
import { parseScene, type Scene } from './scene.ts'
import { checkScene, OVERLAP_TOLERANCE_M, objectProblems, refuse, sceneProblems } from './scene-check.ts'
import { type FieldKeys, parseFieldPath, setField } from './scene-fields.ts'
import { cellOf, factorsOf, MAX_TRIES, type Suite, type SuiteConstraint, sceneIdOf, suiteSize } from './suite.ts'
import { type SceneTruth, sceneTruth } from './truth.ts'
import { isFullyVisible } from './visibility.ts'

export interface ExpandedScene {
  readonly id: string
  readonly index: number
  readonly scene: Scene
  readonly truth: SceneTruth
}

/** A suite made ready: paths parsed once, whatever the number of scenes. */
export interface Expander {
  readonly suite: Suite
  readonly size: number
  /** Scene `index`, from the suite and the index alone. */
  scene(index: number): ExpandedScene
}

/**
 * Makes a suite ready to expand. Pure and order-free: any shard, worker or order gives the same scene.
 *
 * @throws SpatialTunnelError from `scene`: `scene-invalid`, a code of `checkScene`, or `suite-unsatisfiable`
 */
export function expander(suite: Suite): Expander {
  const factors = factorsOf(suite)
  const random = suite.random.map((item, i) => ({ item, keys: parseFieldPath(item.field, `random[${i}].field`) }))
  const keysOf = new Map<string, FieldKeys>(random.map(({ item, keys }) => [item.field, keys]))

  const draw = (id: string, field: string, retry: number): number | string => {
    const item = suite.random.find(entry => entry.field === field)!
    const next = stream(suite.seed, id, field, retry)
    if ('choice' in item) return choice(next, item.choice)
    return 'uniform' in item ? uniform(next, ...item.uniform) : item.base * uniform(next, ...item.scale)
  }

  const compose = (id: string, index: number, retries: ReadonlyMap<string, number>): Scene => {
    const root: Record<string, unknown> = { version: 1, ...structuredClone(suite.base) }
    const { levels } = cellOf(suite, index)
    factors.forEach((factor, f) => {
      factor.keys.forEach((keys, k) => {
        setField(root, keys, factor.levels[levels[f]!]![k])
      })
    })
    for (const { item } of random)
      setField(root, keysOf.get(item.field)!, draw(id, item.field, retries.get(item.field) ?? 0))
    if (suite.objectCount) {
      const count = choice(stream(suite.seed, id, 'objectCount'), suite.objectCount)
      root.objects = (root.objects as unknown[]).slice(0, count)
    }
    const scene = parseScene(root)
    refuse(objectProblems(scene)[0])
    return scene
  }

  const scene = (index: number): ExpandedScene => {
    const id = sceneIdOf(suite, index)
    const retries = new Map<string, number>()
    let current = compose(id, index, retries)
    for (const constraint of suite.constraints) {
      for (let attempt = 1; !satisfied(constraint, current, index); attempt++) {
        if (constraint.redraw.length === 0 || attempt > MAX_TRIES) throw unsatisfiable(id, constraint)
        for (const field of constraint.redraw) retries.set(field, attempt)
        current = compose(id, index, retries)
      }
    }
    const broken = suite.constraints.find(constraint => !satisfied(constraint, current, index))
    if (broken) throw unsatisfiable(id, broken)
    checkScene(current)
    return { id, index, scene: current, truth: sceneTruth(current) }
  }

  return {
    suite,
    size: suiteSize(suite),
    scene: index => {
      try {
        return scene(index)
      } catch (error) {
        throw error instanceof SpatialTunnelError && !error.where.startsWith(suite.name)
          ? error.at(sceneIdOf(suite, index))
          : error
      }
    },
  }
}

/** All scenes of a suite, or those from `from` up to but not including `to`, one at a time. */
export function* expandSuite(suite: Suite, from = 0, to = suiteSize(suite)): Generator<ExpandedScene> {
  const ready = expander(suite)
  for (let index = from; index < to; index++) yield ready.scene(index)
}

function satisfied(constraint: SuiteConstraint, scene: Scene, index: number): boolean {
  switch (constraint.kind) {
    case 'distinct': {
      const seen = scene.objects.map(object => constraint.fields.map(field => object[field]).join('\0'))
      return new Set(seen).size === seen.length
    }
    case 'fullyVisible':
      return isFullyVisible(scene)
    case 'depthOrder':
      return sceneTruth(scene).pairs.every(pair => !pair.depthOrderAmbiguous)
    case 'noOverlap':
      return sceneProblems(scene).every(problem => problem.code !== 'objects-overlap')
    case 'contrastive':
      return satisfiesDesign(sceneTruth(scene), contrastiveDesign(index))
  }
}

const unsatisfiable = (id: string, constraint: SuiteConstraint): SpatialTunnelError =>
  new SpatialTunnelError({
    code: 'suite-unsatisfiable',
    where: `${id}: constraint ${constraint.kind}`,
    found: constraint.redraw.length === 0 ? 'a scene that breaks it' : `none that holds in ${MAX_TRIES} redraws`,
    expected:
      constraint.kind === 'noOverlap'
        ? `objects at most ${OVERLAP_TOLERANCE_M} m inside each other`
        : 'a scene that keeps it',
    remedy: 'widen the random fields that it redraws, or change the factors',
  })

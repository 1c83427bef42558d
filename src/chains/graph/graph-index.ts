import { canonical } from '../text/mentions.ts'
import { inverseRelation, normaliseRelation, type Relation } from '../text/relation.ts'
import type { GraphObject, SceneGraph } from './scene-graph.ts'

/** A scene graph made ready for look-ups: programs and predicates run on this. Objects are numbered in the graph's order. */
export interface GraphIndex {
  readonly graph: SceneGraph
  readonly ids: readonly string[]
  readonly objects: readonly GraphObject[]
  readonly numberOfId: ReadonlyMap<string, number>
  /** Canonical names. */
  readonly names: readonly string[]
  /** Canonical name → object numbers. */
  readonly byName: ReadonlyMap<string, readonly number[]>
  /** Relation key → n × n matrix, 1 at [subject · n + object]; inverse edges are filled in. */
  readonly edges: ReadonlyMap<string, Uint8Array>
}

/** Spatial relations share one key whatever their wording; the others keep their own. */
export function relationKey(raw: string, world: 'gqa' | 'tunnel' = 'gqa'): string {
  const relation = normaliseRelation(raw, world)
  return relation === 'other' ? raw.trim().toLowerCase() : relation
}

export function indexGraph(graph: SceneGraph): GraphIndex {
  const ids = Object.keys(graph.objects)
  const objects = ids.map(id => graph.objects[id]!)
  const numberOfId = new Map(ids.map((id, i) => [id, i]))
  const byName = new Map<string, number[]>()
  const names = objects.map(object => canonical(object.name))
  names.forEach((name, i) => {
    byName.set(name, [...(byName.get(name) ?? []), i])
  })
  const edges = new Map<string, Uint8Array>()
  const mark = (key: string, subject: number, object: number): void => {
    const matrix = edges.get(key) ?? new Uint8Array(ids.length ** 2)
    edges.set(key, matrix)
    matrix[subject * ids.length + object] = 1
  }
  const world = graph.closedWorld ? 'tunnel' : 'gqa'
  const keysOf = new Map<string, { readonly key: string; readonly inverse: Relation | null }>()
  const keys = (name: string) => {
    const known = keysOf.get(name) ?? {
      key: relationKey(name, world),
      inverse: inverseRelation(normaliseRelation(name, world)),
    }
    keysOf.set(name, known)
    return known
  }
  objects.forEach((owner, i) => {
    for (const { name, object } of owner.relations) {
      const other = numberOfId.get(object)
      if (other === undefined) continue
      const { key, inverse } = keys(name)
      mark(key, i, other)
      if (inverse) mark(inverse, other, i)
    }
  })
  return { graph, ids, objects, numberOfId, names, byName, edges }
}

/** Does the graph hold this edge (or its inverse the other way round)? */
export const hasEdge = (index: GraphIndex, key: string, subject: number, object: number): boolean =>
  index.edges.get(key)?.[subject * index.ids.length + object] === 1

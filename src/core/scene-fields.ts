import { SpatialTunnelError, shown } from './errors.ts'
import { cameraSchema, lightSchema, MAX_OBJECTS, objectSchema, tunnelSchema } from './scene.ts'

/** A parsed field path: `objects[1].depthM` → `['objects', 1, 'depthM']`. */
export type FieldKeys = readonly (string | number)[]

const GROUPS = { camera: cameraSchema, tunnel: tunnelSchema, light: lightSchema } as const

/** Paths of every field of a scene's camera, tunnel and light, and of object i (`objects[i].…`). */
export function sceneFieldPaths(objectCount: number): string[] {
  const grouped = Object.entries(GROUPS).flatMap(([group, schema]) =>
    Object.keys(schema.shape).map(key => `${group}.${key}`),
  )
  const objects = Array.from({ length: objectCount }, (_, i) =>
    Object.keys(objectSchema.shape).map(key => `objects[${i}].${key}`),
  )
  return [...grouped, ...objects.flat()]
}

const KNOWN = new Set(sceneFieldPaths(MAX_OBJECTS))

/**
 * @param where the place that names the field, for the error
 * @throws SpatialTunnelError `unknown-field`
 */
export function parseFieldPath(path: string, where: string): FieldKeys {
  if (!KNOWN.has(path))
    throw new SpatialTunnelError({
      code: 'unknown-field',
      where,
      found: shown(path),
      expected: 'a scene field such as objects[0].depthM, camera.pitchDeg, light.sunRotationRad',
    })
  const [head, index, tail] = path.split(/\[(\d+)\]\.|\./)
  return index === undefined ? [head!, tail!] : [head!, Number(index), tail!]
}

/** Sets a field of a plain, mutable JSON tree; groups that are missing are made. */
export function setField(root: Record<string, unknown>, keys: FieldKeys, value: unknown): void {
  let node: Record<string | number, unknown> = root
  for (let i = 0; i + 1 < keys.length; i++) {
    const key = keys[i]!
    const next = node[key]
    if (next === null || typeof next !== 'object') node[key] = typeof keys[i + 1] === 'number' ? [] : {}
    node = node[key] as Record<string | number, unknown>
  }
  node[keys[keys.length - 1]!] = value
}

export function getField(root: unknown, keys: FieldKeys): unknown {
  return keys.reduce<unknown>(
    (node, key) =>
      node !== null && typeof node === 'object' ? (node as Record<string | number, unknown>)[key] : undefined,
    root,
  )
}

import type { Vec3 } from '../core/frames.ts'
import type { Scene } from '../core/scene.ts'
import type { PackedScene } from './scene-uniforms.ts'

/**
 * The numbers of a scene that fragments need, in as few vec4 as hold them. They reach the fragments as flat varyings,
 * which the vertex shader fills: a software GL checks the bounds of every uniform that a fragment reads, and
 * SwiftShader spent a third of its time on that. WebGL 2 promises 15 varying vectors.
 *
 * `SCENE_DEFINES` names them in the shaders; each shader says what `SCENE` is.
 */
export interface SceneNumbers {
  readonly scene: Scene
  readonly packed: PackedScene
  /** Whether GL's bottom row is the image's top row. */
  readonly topRowFirst: boolean
}

type Entry<Value> = readonly [name: string, of: (numbers: SceneNumbers) => Value]

/** Three numbers, one after the other. Positions and directions: the world's frame (core/frames.ts), metres. */
const VECTORS: readonly Entry<Vec3>[] = [
  ['EYE', ({ packed }) => packed.eyeM],
  // Directions of one pixel right, one pixel down, and of the image's centre. Depth 1 along the optical axis, so that a
  // ray's parameter is the planar depth.
  ['RAY_RIGHT', ({ packed }) => packed.rays[0]],
  ['RAY_DOWN', ({ packed }) => packed.rays[1]],
  ['RAY_CENTRE', ({ packed }) => packed.rays[2]],
  // Light: see light.ts. Walls in their mean radiance.
  ['SUN_DIRECTION', ({ packed }) => packed.light.sunDirection],
  ['SUN', ({ packed }) => packed.light.sun],
  ['SKY', ({ packed }) => packed.light.sky],
  ['OPENING', ({ packed }) => packed.light.opening],
  ['EXPOSURE', ({ packed }) => packed.light.exposure],
  ['WALL_RIGHT', ({ packed }) => packed.light.walls[0]],
  ['WALL_CEILING', ({ packed }) => packed.light.walls[1]],
  ['WALL_LEFT', ({ packed }) => packed.light.walls[2]],
  ['WALL_FLOOR', ({ packed }) => packed.light.walls[3]],
]

/** What stands in the fourth places: single numbers, and vectors in pieces. */
const SCALARS: readonly (readonly [...Entry<readonly number[]>, width: number])[] = [
  ['SIZE_PX', ({ packed }) => [packed.widthPx, packed.heightPx], 2],
  ['TOP_ROW_FIRST', ({ topRowFirst }) => [topRowFirst ? 1 : 0], 1],
  ['TUNNEL_END', ({ scene }) => [scene.tunnel.lengthM], 1],
  ['FOG_PER_M', ({ scene }) => [scene.tunnel.fogPerM], 1],
  ['SUN_INVERSE', ({ packed: { light } }) => light.sunDirection.slice(0, 2).map(inverse), 2],
  ['WALL_MEAN', ({ packed }) => packed.light.wallMean, 3],
  ['HAZE', ({ packed }) => packed.light.haze, 3],
]

export const SCENE_VECTORS = VECTORS.length

const inverse = (x: number): number => 1 / (Math.abs(x) < 1e-9 ? 1e-9 : x)

/** `#define EYE SCENE[0].xyz` … */
export const SCENE_DEFINES = sceneDefines().join('\n')

function sceneDefines(): string[] {
  const vectors = VECTORS.map(([name], k) => `#define ${name} SCENE[${k}].xyz`)
  let place = 0
  const scalars = SCALARS.map(([name, , width]) => {
    const parts = Array.from({ length: width }, () => `SCENE[${place++}].w`)
    return `#define ${name} ${parts.length === 1 ? parts[0] : `vec${parts.length}(${parts.join(', ')})`}`
  })
  return [...vectors, ...scalars]
}

/** @param into 4 × `SCENE_VECTORS` numbers */
export function writeSceneNumbers(into: Float32Array, numbers: SceneNumbers): void {
  VECTORS.forEach(([, of], k) => {
    into.set(of(numbers), 4 * k)
  })
  SCALARS.flatMap(([, of]) => of(numbers)).forEach((value, k) => {
    into[4 * k + 3] = value
  })
}

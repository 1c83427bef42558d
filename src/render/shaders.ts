import { PAPER_SHAPES, SHAPES, type Shape } from '../core/palette.ts'
import type { Texture } from '../core/scene.ts'
import { MAX_OBJECTS } from '../core/scene.ts'
import { TORUS_MAJOR_SHARE, TORUS_MINOR_SHARE } from '../core/solid.ts'
import environment from './glsl/environment.glsl?raw'
import objectPass from './glsl/object-pass.glsl?raw'
import objects from './glsl/objects.glsl?raw'
import scene from './glsl/scene.glsl?raw'
import shadow from './glsl/shadow.glsl?raw'
import tone from './glsl/tone.glsl?raw'
import wallPass from './glsl/wall-pass.glsl?raw'
import walls from './glsl/walls.glsl?raw'
import { SCENE_DEFINES, SCENE_VECTORS } from './scene-numbers.ts'
import { OBJECT_VECTORS, OWN_VECTORS } from './scene-uniforms.ts'

/** Samples of a pixel that an object touches, and the step of their rotated grid (coprime to it). */
export const SAMPLES = 8
const SAMPLE_STEP = 3

/** What decides which program draws: few in a run, since a suite's scenes hold the same kinds of things. */
export interface Variant {
  readonly texture: Texture
  readonly fog: boolean
  readonly objectCount: number
  /** Shape of each object where the program is made for exactly that; null = any (the shape is a uniform). */
  readonly shapes: readonly Shape[] | null
  /** The wall pass, an object of one shape alone in its rectangle, or objects whose rectangles meet. */
  readonly pass: 'walls' | Shape | 'cluster'
  /** Whether the GL has room for the objects' numbers as varyings. */
  readonly wide: boolean
}

export const variantKey = ({ texture, fog, objectCount, shapes, pass, wide }: Variant): string =>
  `${pass} ${texture}${fog ? ' fog' : ''} ${objectCount} ${shapes ?? 'any'}${wide ? '' : ' narrow'}`

/** Scenes with more objects than this, unless all are of the paper's shapes, share programs that ask for each shape. */
const MOST_SPECIAL_OBJECTS = 2

/** Shapes to compile into a program, in packed order; null where that would make too many programs. */
export function specialShapes(shapes: readonly Shape[]): readonly Shape[] | null {
  const paperShapesOnly = shapes.every(shape => (PAPER_SHAPES as readonly Shape[]).includes(shape))
  return paperShapesOnly || shapes.length <= MOST_SPECIAL_OBJECTS ? shapes : null
}

/** Objects whose numbers come as varyings, where there is room for them. */
const MOST_FLAT_OBJECTS = 2

/** Varying vectors that a wide program takes at most. */
export const WIDE_VECTORS = SCENE_VECTORS + OBJECT_VECTORS * MOST_FLAT_OBJECTS + OWN_VECTORS

/** One quad in pixels of the image; the top row is gl's bottom row when the target is read back. */
export function vertexShader(variant: Variant): string {
  return `${defines(variant)}
#define SCENE uScene
precision highp float;
precision highp int;
in vec3 position;
uniform vec4 uBox;
uniform vec4 uScene[SCENE_VECTORS];
flat out vec4 vScene[SCENE_VECTORS];
#if FLAT_OBJECTS > 0
uniform vec4 uObjects[${OBJECT_VECTORS * MAX_OBJECTS}];
flat out vec4 vObjects[${OBJECT_VECTORS} * FLAT_OBJECTS];
#endif
#ifdef FLAT_OWN
uniform vec4 uOwn[${OWN_VECTORS}];
flat out vec4 vOwn[${OWN_VECTORS}];
#endif
void main() {
  for (int k = 0; k < SCENE_VECTORS; k++) vScene[k] = uScene[k];
#if FLAT_OBJECTS > 0
  for (int k = 0; k < ${OBJECT_VECTORS} * FLAT_OBJECTS; k++) vObjects[k] = uObjects[k];
#endif
#ifdef FLAT_OWN
  for (int k = 0; k < ${OWN_VECTORS}; k++) vOwn[k] = uOwn[k];
#endif
  vec2 px = mix(uBox.xy, uBox.zw, position.xy);
  vec2 ndc = px / SIZE_PX * 2.0 - 1.0;
  gl_Position = vec4(ndc.x, TOP_ROW_FIRST > 0.5 ? ndc.y : -ndc.y, 0.0, 1.0);
}
`
}

export function fragmentShader(variant: Variant): string {
  const body = [scene, tone, environment, shadow, walls]
  return [defines(variant), ...body, ...(variant.pass === 'walls' ? [wallPass] : [objects, objectPass])].join('\n')
}

function defines({ texture, fog, objectCount, shapes, pass, wide }: Variant): string {
  const flatObjects = wide ? Math.min(objectCount, MOST_FLAT_OBJECTS) : 0
  const shade = Array.from({ length: objectCount }, (_, k) => {
    const from = k < flatObjects ? 'vObjects' : 'uObjects'
    return shapes ? `SHADE(${from}, ${k}, ${shapes[k]}Clearance, ${shapes[k]}Gap)` : `SHADE_ANY(${from}, ${k})`
  })
  const lines = [
    `TEXTURE_${texture.toUpperCase()}`,
    `TORUS_MAJOR ${TORUS_MAJOR_SHARE}`,
    `TORUS_MINOR ${TORUS_MINOR_SHARE}`,
    `SAMPLES ${SAMPLES}`,
    `SAMPLE_STEP ${SAMPLE_STEP}`,
    `SHADE_ALL ${shade.join(' ')}`,
    `SCENE_VECTORS ${SCENE_VECTORS}`,
    `FLAT_OBJECTS ${flatObjects}`,
  ]
  if (fog) lines.push('FOG')
  if (pass === 'cluster') lines.push('CLUSTER')
  else if (pass !== 'walls') lines.push(`SHAPE ${SHAPES.indexOf(pass)}`, ...(wide ? ['FLAT_OWN'] : []))
  return [...lines.map(line => `#define ${line}`), SCENE_DEFINES].join('\n')
}

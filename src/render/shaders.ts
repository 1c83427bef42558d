import { PAPER_SHAPES, SHAPES, type Shape } from '../core/palette.ts'
import type { Texture } from '../core/scene.ts'
import { TORUS_MAJOR_SHARE, TORUS_MINOR_SHARE } from '../core/solid.ts'
import environment from './glsl/environment.glsl?raw'
import objectPass from './glsl/object-pass.glsl?raw'
import objects from './glsl/objects.glsl?raw'
import scene from './glsl/scene.glsl?raw'
import shadow from './glsl/shadow.glsl?raw'
import tone from './glsl/tone.glsl?raw'
import wallPass from './glsl/wall-pass.glsl?raw'
import walls from './glsl/walls.glsl?raw'

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
}

export const variantKey = ({ texture, fog, objectCount, shapes, pass }: Variant): string =>
  `${pass} ${texture}${fog ? ' fog' : ''} ${objectCount} ${shapes ?? 'any'}`

/** Scenes with more objects than this, unless all are of the paper's shapes, share programs that ask for each shape. */
const MOST_SPECIAL_OBJECTS = 2

/** Shapes to compile into a program, in packed order; null where that would make too many programs. */
export function specialShapes(shapes: readonly Shape[]): readonly Shape[] | null {
  const paperShapesOnly = shapes.every(shape => (PAPER_SHAPES as readonly Shape[]).includes(shape))
  return paperShapesOnly || shapes.length <= MOST_SPECIAL_OBJECTS ? shapes : null
}

/** One quad in pixels of the image; the top row is gl's bottom row when the target is read back. */
export const VERTEX_SHADER = `precision highp float;
precision highp int;
in vec3 position;
uniform vec2 uSizePx;
uniform float uTopRowFirst;
uniform vec4 uBox;
void main() {
  vec2 px = mix(uBox.xy, uBox.zw, position.xy);
  vec2 ndc = px / uSizePx * 2.0 - 1.0;
  gl_Position = vec4(ndc.x, uTopRowFirst > 0.5 ? ndc.y : -ndc.y, 0.0, 1.0);
}
`

export function fragmentShader(variant: Variant): string {
  const body = [scene, tone, environment, shadow, walls]
  return [defines(variant), ...body, ...(variant.pass === 'walls' ? [wallPass] : [objects, objectPass])].join('\n')
}

function defines({ texture, fog, objectCount, shapes, pass }: Variant): string {
  const shade = Array.from({ length: objectCount }, (_, k) =>
    shapes ? `SHADE(${k}, ${shapes[k]}Clearance, ${shapes[k]}Gap)` : `SHADE_ANY(${k})`,
  )
  const lines = [
    `TEXTURE_${texture.toUpperCase()}`,
    `TORUS_MAJOR ${TORUS_MAJOR_SHARE}`,
    `TORUS_MINOR ${TORUS_MINOR_SHARE}`,
    `SAMPLES ${SAMPLES}`,
    `SAMPLE_STEP ${SAMPLE_STEP}`,
    `SHADE_ALL ${shade.join(' ')}`,
  ]
  if (fog) lines.push('FOG')
  if (pass === 'cluster') lines.push('CLUSTER')
  else if (pass !== 'walls') lines.push(`SHAPE ${SHAPES.indexOf(pass)}`)
  return lines.map(line => `#define ${line}`).join('\n')
}

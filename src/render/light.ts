import type { Vec3 } from '../core/frames.ts'
import type { Scene } from '../core/scene.ts'

/**
 * The light of a scene in numbers, shared by the shaders, the outside view and the GLB export. All radiances are
 * linear sRGB, relative to white paper facing a sun of intensity 1.
 */
export interface Light {
  /** Unit vector towards the sun. */
  readonly sunDirection: Vec3
  /** Radiance of white facing the sun. */
  readonly sun: Vec3
  /** Radiance of white under the sky alone, deep inside the tunnel. */
  readonly sky: Vec3
  /** Radiance seen through the open ends. */
  readonly opening: Vec3
  /** Mean radiance of the walls after all interreflection: right, ceiling, left, floor. */
  readonly walls: readonly [Vec3, Vec3, Vec3, Vec3]
  readonly wallMean: Vec3
  /** Radiance of fog that nothing shines through. */
  readonly haze: Vec3
  /** Factors from radiance to the tone curve's input, by channel: brightness and white balance. */
  readonly exposure: Vec3
}

export const LIGHT_DEFAULTS = {
  /** Colour of the sun and of the sky at a `backgroundIntensity` of 0.15. */
  sunColor: [1.08, 0.94, 0.76] as Vec3,
  skyColor: [0.058, 0.08, 0.112] as Vec3,
  openingColor: [2.9, 3.15, 3.4] as Vec3,
  /** What remains when sun and sky are both 0: a picture, not darkness. */
  leastSky: 0.06,
  wallAlbedo: [0.5, 0.5, 0.495] as Vec3,
  /** Mean wall radiance × exposure where that radiance is REFERENCE_LEVEL. */
  key: 0.28,
  /** 1 = the exposure cancels every change of the light, 0 = it never moves. */
  adaptation: 0.8,
  /** The same for the colour of the light: walls look neutral at noon and under clouds. */
  whiteBalance: 0.65,
}

const REFERENCE_BACKGROUND = 0.15

export function lightOf(light: Scene['light']): Light {
  const settings = LIGHT_DEFAULTS
  const [a, e] = [light.sunRotationRad, (light.sunElevationDeg * Math.PI) / 180]
  const sunDirection: Vec3 = [Math.cos(e) * Math.cos(a), Math.sin(e), -Math.cos(e) * Math.sin(a)]
  const background = light.backgroundIntensity / REFERENCE_BACKGROUND
  const sun = map(settings.sunColor, c => c * light.sunIntensity)
  const sky = map(settings.skyColor, c => c * Math.max(background, settings.leastSky))
  const opening = map(settings.openingColor, c => c * (0.1 + 0.55 * background + 0.35 * light.sunIntensity))
  const walls = wallRadiances(sunDirection, sun, sky)
  const mean = map(sky, (_, k) => walls.reduce((sum, wall) => sum + wall[k]!, 0) / 4)
  const luminance = ([r, g, b]: Vec3): number => 0.2126 * r + 0.7152 * g + 0.0722 * b
  // What the exposure looks at: the walls, and a sun that may fall on the objects alone.
  const level = Math.hypot(luminance(mean), 0.2 * luminance(sun))
  const brightness = (settings.key / REFERENCE_LEVEL) * (REFERENCE_LEVEL / level) ** settings.adaptation
  const exposure = map(mean, c => brightness * (luminance(mean) / c) ** settings.whiteBalance)
  const haze = map(mean, (c, k) => 0.8 * c + 0.06 * opening[k]!)
  return { sunDirection, sun, sky, opening, walls, wallMean: mean, haze, exposure }
}

/** Level at which the exposure is `key / level` whatever the adaptation. */
const REFERENCE_LEVEL = 0.28

/** Inward normals of the walls: right, ceiling, left, floor. */
const NORMALS: readonly Vec3[] = [
  [-1, 0, 0],
  [0, -1, 0],
  [1, 0, 0],
  [0, 1, 0],
]

/** Form factors in an endless square duct: to the opposite wall and to each neighbour. */
const TO_OPPOSITE = Math.SQRT2 - 1
const TO_NEIGHBOUR = 1 - Math.SQRT1_2

/** Radiosity: B = albedo · (direct + Σ F B), by fixed-point iteration. */
function wallRadiances(sunDirection: Vec3, sun: Vec3, sky: Vec3): Light['walls'] {
  const direct = NORMALS.map(n => {
    const facing = Math.max(0, n[0] * sunDirection[0] + n[1] * sunDirection[1] + n[2] * sunDirection[2])
    return map(sun, (c, k) => c * facing + sky[k]!)
  })
  const { wallAlbedo } = LIGHT_DEFAULTS
  let walls = direct.map(e => map(e, (c, k) => c * wallAlbedo[k]!))
  for (let step = 0; step < 32; step++) {
    const before = walls
    walls = direct.map((e, wall) =>
      map(e, (c, k) => {
        const from = (turn: number): number => before[(wall + turn) % 4]![k]!
        return wallAlbedo[k]! * (c + TO_OPPOSITE * from(2) + TO_NEIGHBOUR * (from(1) + from(3)))
      }),
    )
  }
  return walls as unknown as Light['walls']
}

function map(v: Vec3, f: (x: number, k: 0 | 1 | 2) => number): Vec3 {
  return [f(v[0], 0), f(v[1], 1), f(v[2], 2)]
}

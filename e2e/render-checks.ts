import { certify } from '../src/core/certificate.ts'
import { PAPER_COLORS } from '../src/core/palette.ts'
import { referenceFrame } from '../src/core/reference-frame.fixture.ts'
import { mirrored, randomScene } from '../src/core/scene.fixture.ts'
import { parseScene, type Scene } from '../src/core/scene.ts'
import { sceneTruth } from '../src/core/truth.ts'
import type { CapturedFrame } from '../src/protocol/render-job.ts'
import { type Capturer, createCapturer } from '../src/render/capture.ts'

/**
 * Runs inside the browser, beside the renderer, so that no frame has to travel: each function draws scenes and gives
 * back numbers for `render.spec.ts` to judge.
 */
export interface Disagreement {
  readonly seed: string
  /** Pixels whose id differs from the float64 ray caster's, and all pixels of objects. */
  readonly differentIds: number
  readonly objectPixels: number
  /** Of these, pixels not beside an outline: always an error. */
  readonly insideDifferent: number
  /** Largest difference of depth where the ids agree and neither pass is saturated, mm. */
  readonly depthMm: number
  readonly aloneDifference: number
  readonly problems: readonly string[]
}

const capturer: Capturer = createCapturer()
const ALL = ['rgb', 'mask', 'depth'] as const

export const glInfo = () => capturer.glInfo()
export const draw = (scene: Scene): CapturedFrame => capturer.capture(scene, ALL)

/** Random scenes of all shapes and cameras against `referenceFrame` and the certificate. */
export function compareWithReference(from: number, to: number): Disagreement[] {
  const found: Disagreement[] = []
  for (let k = from; k < to; k++) {
    const seed = `render-${k}`
    found.push(compareScene(seed, randomScene(seed, { objects: [1, 2, 4][k % 3]! })))
  }
  return found
}

export function compareScene(seed: string, scene: Scene): Disagreement {
  const frame = draw(scene)
  const reference = referenceFrame(scene)
  const { widthPx, ids } = frame
  let [differentIds, objectPixels, insideDifferent, depthMm] = [0, 0, 0, 0]
  for (let i = 0; i < ids.length; i++) {
    if (reference.ids[i] !== 0) objectPixels++
    if (ids[i] !== reference.ids[i]) {
      differentIds++
      const neighbours = [i - 1, i + 1, i - widthPx, i + widthPx].map(at => reference.ids[at])
      if (neighbours.every(id => id === undefined || id === reference.ids[i])) insideDifferent++
    } else if (frame.depthMm[i]! < 65534 && reference.depthMm[i]! < 65534) {
      depthMm = Math.max(depthMm, Math.abs(frame.depthMm[i]! - reference.depthMm[i]!))
    } else if (frame.depthMm[i] !== reference.depthMm[i]) depthMm = Infinity
  }
  const { problems } = certify(scene, sceneTruth(scene), frame)
  return {
    seed,
    differentIds,
    objectPixels,
    insideDifferent,
    depthMm,
    aloneDifference: Math.max(...frame.aloneAreaPx.map((area, k) => Math.abs(area - reference.aloneAreaPx[k]!))),
    problems: problems.map(problem => problem.message),
  }
}

/** What the certificate says against random scenes: nothing. */
export function failedCertificates(from: number, to: number): { seed: string; problems: readonly string[] }[] {
  return Array.from({ length: to - from }, (_, k) => {
    const seed = `certificate-${from + k}`
    const scene = randomScene(seed, { objects: [1, 2, 5][k % 3]! })
    const { problems } = certify(scene, sceneTruth(scene), draw(scene))
    return { seed, problems: problems.map(problem => problem.message) }
  }).filter(({ problems }) => problems.length > 0)
}

/** A clock that jumps and random numbers that never repeat: neither may show in a pixel. */
export function disturbClockAndRandom(): void {
  let ticks = 0
  Date.now = () => ++ticks * 1e7
  performance.now = () => ++ticks * 12345
  Math.random = () => (++ticks * 0.618) % 1
}

/** Takes the renderer's context away, as a driver's reset does. */
export function loseContext(): void {
  capturer.loseContext()
}

/** Share of the objects' mask pixels that a mirrored scene's mirrored mask does not repeat, by seed. */
export function mirrorDifferences(from: number, to: number): { seed: string; share: number; inside: number }[] {
  return Array.from({ length: to - from }, (_, k) => {
    const seed = `mirror-${from + k}`
    const scene = randomScene(seed)
    const [here, there] = [draw(scene).ids, draw(mirrored(scene)).ids]
    const width = scene.camera.widthPx
    let [different, inside, total] = [0, 0, 0]
    for (let i = 0; i < here.length; i++) {
      const x = i % width
      if (here[i] !== 0) total++
      if (here[i] === there[i - x + width - 1 - x]) continue
      different++
      if ([i - 1, i + 1, i - width, i + width].every(at => here[at] === undefined || here[at] === here[i])) inside++
    }
    return { seed, share: different / Math.max(total, 1), inside }
  })
}

/** SHA-256 of every frame's arrays, in the order asked for; `narrow`: as on a GL with no more varyings than WebGL 2 promises. */
export async function hashes(scenes: readonly Scene[], order: readonly number[], narrow = false): Promise<string[]> {
  const found: string[] = []
  const from = narrow ? createCapturer({ maxVaryingVectors: 15 }) : capturer
  for (const k of order) {
    const { rgb, ids, depthMm, aloneAreaPx } = from.capture(scenes[k]!, ALL)
    const parts = [rgb, ids, new Uint8Array(depthMm.buffer), new TextEncoder().encode(aloneAreaPx.join())]
    const all = new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer())
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', all))
    found[k] = [...digest].map(byte => byte.toString(16).padStart(2, '0')).join('')
  }
  if (narrow) from.dispose()
  return found
}

/** Smallest CIELAB distance between the mean object colours of any two of the paper's colours, with the pair. */
export function closestColors(light: object, shape: string, thetaDeg: number): { distance: number; pair: string } {
  const means = PAPER_COLORS.map(color => {
    const object = { shape, color, sizeM: 0.2, depthM: 3, thetaDeg, roughness: 0.4 }
    const camera = { widthPx: 128, heightPx: 128 }
    return { color, lab: meanLab(draw(parseScene({ version: 1, camera, light, objects: [object] }))) }
  })
  let closest = { distance: Infinity, pair: '' }
  means.forEach((a, i) => {
    for (const b of means.slice(i + 1)) {
      const distance = Math.hypot(...a.lab.map((x, k) => x - b.lab[k]!))
      if (distance < closest.distance) closest = { distance, pair: `${a.color} ${b.color}` }
    }
  })
  return closest
}

function meanLab({ rgb, ids }: CapturedFrame): number[] {
  const sum = [0, 0, 0]
  let count = 0
  for (let i = 0; i < ids.length; i++) {
    if (ids[i] === 0) continue
    count++
    for (const k of [0, 1, 2]) sum[k]! += linearOf(rgb[3 * i + k]! / 255)
  }
  return labOf(sum.map(value => value / count))
}

const linearOf = (code: number): number => (code <= 0.04045 ? code / 12.92 : ((code + 0.055) / 1.055) ** 2.4)

/** Linear sRGB → CIELAB, D65. */
function labOf([r, g, b]: readonly number[]): number[] {
  const f = (t: number): number => (t > 216 / 24389 ? Math.cbrt(t) : (24389 / 27 / 116) * t + 16 / 116)
  const x = f((0.4124564 * r! + 0.3575761 * g! + 0.1804375 * b!) / 0.95047)
  const y = f(0.2126729 * r! + 0.7151522 * g! + 0.072175 * b!)
  const z = f((0.0193339 * r! + 0.119192 * g! + 0.9503041 * b!) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

/**
 * Largest difference of code values between a wall image and itself turned by 90°, 180°, 270° and mirrored, under
 * light without a direction: whatever is left would tell floor from ceiling.
 */
export function wallAsymmetry(texture: string): number {
  const speck = { shape: 'sphere', color: 'gray', sizeM: 0.01, depthM: 0.3, thetaDeg: 0 } // outside the image
  const scene = parseScene({ version: 1, tunnel: { texture }, light: { sunIntensity: 0 }, objects: [speck] })
  const { rgb, widthPx: n } = draw(scene)
  let largest = 0
  for (let y = 0; y < n; y++) {
    for (let x = 0; x < n; x++) {
      const turned = [y * n + (n - 1 - x), (n - 1 - y) * n + x, x * n + y, (n - 1 - x) * n + (n - 1 - y)]
      const here = y * n + x
      for (const there of turned) {
        for (const k of [0, 1, 2]) largest = Math.max(largest, Math.abs(rgb[3 * here + k]! - rgb[3 * there + k]!))
      }
    }
  }
  return largest
}

/** Resource counts after n scenes of all kinds, twice over the same kinds. */
export function resourceGrowth(n: number): { first: object; second: object } {
  const run = (): object => {
    for (let k = 0; k < n; k++) draw(small(randomScene(`growth-${k}`, { objects: k % 4 === 0 ? 8 : 1 + (k % 2) })))
    return capturer.resourceCounts()
  }
  return { first: run(), second: run() }
}

const small = (scene: Scene): Scene => ({ ...scene, camera: { ...scene.camera, widthPx: 64, heightPx: 48 } })

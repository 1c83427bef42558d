import { TUNNEL_ANGLES_DEG } from '../core/frames.ts'
import { PAPER_SHAPES } from '../core/palette.ts'
import { choice, type Seed, stream } from '../core/rng.ts'
import { parseScene, type Scene } from '../core/scene.ts'
import { sceneProblems } from '../core/scene-check.ts'
import { MARGINS_DEFAULTS, sceneTruth } from '../core/truth.ts'
import { isFullyVisible } from '../core/visibility.ts'
import { SHORTCUTS, type Shortcut, shortcutSays } from './baselines.ts'

/** The fields that a layout of `scenes/radial-control.json` sets, in the order of its values. */
export const CONTROL_FIELDS = [
  'objects[0].thetaDeg',
  'objects[1].thetaDeg',
  'objects[0].insetM',
  'objects[1].insetM',
  'objects[0].depthM',
  'objects[1].depthM',
  'objects[0].sizeM',
  'objects[1].sizeM',
  'camera.xM',
  'camera.yM',
] as const
export type ControlLayout = readonly number[]

/** What layouts are drawn from; the farther object is object 1, as in the paper's suites. */
const CANDIDATES = {
  /** Gaps to the wall: far out or near the axis. */
  fartherInsetM: [0, 0.15, 0.4],
  nearerInsetM: [0, 0.3, 0.5, 0.6],
  depthsM: [
    [6, 3],
    [5, 3],
    [7, 4],
  ],
  nearerSizeM: [0.1, 0.13],
  /** Apparent size, farther ÷ nearer: clearly smaller or clearly larger for any two shapes. */
  apparentRatio: [0.62, 1.6],
  cameraM: [-0.25, 0, 0.25],
} as const

/** A cue must be clear: at least this far apart. */
const CLEAR = { positionShare: MARGINS_DEFAULTS.positionShare, radialPx: 12, areaRatio: 1.3 }

/** Draws before the design counts as impossible. */
const MAX_DRAWS = 200_000

/**
 * Layouts in which the three shortcuts are right equally often and independently of each other: `perCombination` of
 * each of the eight combinations of height, size and radial right or wrong. A cue is the same whatever the two shapes
 * are, so shapes and colours can be drawn freely.
 *
 * On the paper's geometry the object nearer the image centre is always the farther one; here objects keep a gap to the
 * wall and the camera leaves the axis.
 */
export function controlLayouts(seed: Seed, perCombination: number): ControlLayout[] {
  const next = stream(seed, 'radial-control', 'layouts')
  const found = new Map<string, ControlLayout[]>()
  for (let draw = 0; draw < MAX_DRAWS && countOf(found) < 8 * perCombination; draw++) {
    const layout = drawLayout(next)
    const combination = combinationOf(layout)
    const layouts = combination === null ? null : (found.get(combination) ?? [])
    if (combination !== null && layouts !== null && layouts.length < perCombination) {
      found.set(combination, [...layouts, layout])
    }
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, layouts]) => layouts)
}

const countOf = (found: ReadonlyMap<string, readonly ControlLayout[]>): number =>
  [...found.values()].reduce((sum, layouts) => sum + layouts.length, 0)

function drawLayout(next: () => number): ControlLayout {
  const [fartherDepth, nearerDepth] = choice(next, CANDIDATES.depthsM)
  const nearerSize = choice(next, CANDIDATES.nearerSizeM)
  const fartherSize = (choice(next, CANDIDATES.apparentRatio) * nearerSize * fartherDepth) / nearerDepth
  return [
    choice(next, TUNNEL_ANGLES_DEG),
    choice(next, TUNNEL_ANGLES_DEG),
    choice(next, CANDIDATES.fartherInsetM),
    choice(next, CANDIDATES.nearerInsetM),
    fartherDepth,
    nearerDepth,
    Number(fartherSize.toFixed(3)),
    nearerSize,
    choice(next, CANDIDATES.cameraM),
    choice(next, CANDIDATES.cameraM),
  ]
}

/** Which shortcuts are right, `height,size,radial` as 0 and 1; null if a cue is unclear or depends on the shapes. */
function combinationOf(layout: ControlLayout): string | null {
  const combinations = PAPER_SHAPES.flatMap(first => PAPER_SHAPES.map(second => cuesOf(sceneOf(layout, first, second))))
  const [one] = combinations
  return one !== undefined && one !== null && combinations.every(other => other === one) ? one : null
}

function cuesOf(scene: Scene): string | null {
  if (sceneProblems(scene).length > 0 || !isFullyVisible(scene)) return null
  const truth = sceneTruth(scene)
  const [farther, nearer] = [truth.objects[0]!, truth.objects[1]!]
  const { widthPx, heightPx } = scene.camera
  const radius = ({ centerPx: [x, y] }: typeof farther): number => Math.hypot(x - widthPx / 2, y - heightPx / 2)
  const areas = farther.silhouetteAreaPx / nearer.silhouetteAreaPx
  const clear =
    !truth.pairs[0]!.depthOrderAmbiguous &&
    Math.abs(farther.centerPx[1] - nearer.centerPx[1]) >= CLEAR.positionShare * heightPx &&
    Math.abs(radius(farther) - radius(nearer)) >= CLEAR.radialPx &&
    Math.max(areas, 1 / areas) >= CLEAR.areaRatio
  if (!clear) return null
  const right = (shortcut: Shortcut): number => shortcutSays(shortcut, farther, nearer, scene.camera)
  return SHORTCUTS.map(right).join('')
}

function sceneOf(layout: ControlLayout, first: string, second: string): Scene {
  const [theta1, theta2, inset1, inset2, depth1, depth2, size1, size2, xM, yM] = layout
  return parseScene({
    version: 1,
    camera: { xM, yM },
    objects: [
      { shape: first, color: 'red', thetaDeg: theta1, insetM: inset1, depthM: depth1, sizeM: size1 },
      { shape: second, color: 'blue', thetaDeg: theta2, insetM: inset2, depthM: depth2, sizeM: size2 },
    ],
  })
}

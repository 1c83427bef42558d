import type { Scene } from '../../core/scene.ts'
import { parseSuite, type Suite } from '../../core/suite.ts'
import type { Axis } from './axis.ts'

/**
 * The plane of a scene as a suite: what `render` would draw of it. Rows are the first factor, columns the second: scenes
 * lie row by row, as its contact sheet shows them.
 *
 * @throws SpatialTunnelError `suite-invalid`
 */
export function planeSuite(scene: Scene, x: Axis, y: Axis): Suite {
  const { camera, tunnel, light, objects } = scene
  return parseSuite({
    version: 1,
    name: 'plane',
    title: `${y.label} × ${x.label}`,
    description: 'A scene of the studio, swept over two of its fields.',
    seed: 0,
    base: { camera, tunnel, light, objects },
    factors: [y, x].map(({ field, values }) => ({ field, values })),
    questions: ['depth'],
  })
}

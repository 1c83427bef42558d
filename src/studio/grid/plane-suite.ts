import type { Scene } from '../../core/scene.ts'
import { parseSuite, type Suite } from '../../core/suite.ts'
import type { Axis } from './axis.ts'

/**
 * The plane of a scene as a suite: what `render` would draw of it. Columns are the first factor, rows the second; the
 * order of scenes is the suite's.
 *
 * @throws SpatialTunnelError `suite-invalid`
 */
export function planeSuite(scene: Scene, x: Axis, y: Axis): Suite {
  const { camera, tunnel, light, objects } = scene
  return parseSuite({
    version: 1,
    name: 'plane',
    title: `${x.label} × ${y.label}`,
    description: 'A scene of the studio, swept over two of its fields.',
    seed: 0,
    base: { camera, tunnel, light, objects },
    factors: [x, y].map(({ field, values }) => ({ field, values })),
    questions: ['depth'],
  })
}

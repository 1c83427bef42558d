import type { Scene } from '../../core/scene.ts'
import type { PairTruth, SceneTruth } from '../../core/truth.ts'
import type { GraphObject, SceneGraph } from './scene-graph.ts'

/** Edge names, as GQA writes them. */
const EDGE_NAMES = {
  left: 'to the left of',
  right: 'to the right of',
  above: 'above',
  below: 'below',
  far: 'behind',
  close: 'in front of',
} as const

/**
 * The scene graph of a tunnel scene: GQA's shape, closed (what is not in it does not exist), with everything that the truth
 * knows. Ids are the objects' numbers from 1; edges hold exactly the relations that lie outside the truth's margins.
 */
export function tunnelGraph(scene: Scene, truth: SceneTruth): SceneGraph {
  const objects = truth.objects.map((object): [string, GraphObject] => {
    const [x, y, w, h] = object.bboxPx
    const [centerX, centerY, centerZ] = object.centerM
    const graphObject: GraphObject = {
      name: object.shape,
      x,
      y,
      w,
      h,
      attributes: [object.color],
      relations: truth.pairs.flatMap(pair => edgesOf(pair, object.index)),
      center3d: [centerX, centerY, -centerZ],
      sizeM: scene.objects[object.index - 1]!.sizeM,
      depthM: object.depthM,
      centerPx: [object.centerPx[0], object.centerPx[1]],
    }
    return [
      String(object.index),
      object.pixels ? { ...graphObject, visiblePx: object.pixels.visibleAreaPx } : graphObject,
    ]
  })
  return {
    width: scene.camera.widthPx,
    height: scene.camera.heightPx,
    location: 'tunnel',
    objects: Object.fromEntries(objects),
    closedWorld: true,
  }
}

/** Edges from object `from` that a pair gives it. */
function edgesOf(pair: PairTruth, from: number): GraphObject['relations'] {
  if (pair.a !== from && pair.b !== from) return []
  const object = String(pair.a === from ? pair.b : pair.a)
  const other = { left: 'right', right: 'left', above: 'below', below: 'above', far: 'close', close: 'far' } as const
  return [pair.horizontal, pair.vertical, pair.distance].flatMap(relation =>
    relation === 'undetermined' ? [] : [{ name: EDGE_NAMES[pair.a === from ? relation : other[relation]], object }],
  )
}

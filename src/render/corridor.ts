import {
  BufferAttribute,
  BufferGeometry,
  GLSL3,
  Group,
  type IUniform,
  Mesh,
  NoBlending,
  RawShaderMaterial,
  Vector4,
} from 'three'
import { SHAPES } from '../core/palette.ts'
import { MAX_OBJECTS, type Scene } from '../core/scene.ts'
import { SCENE_VECTORS, writeSceneNumbers } from './scene-numbers.ts'
import { OBJECT_VECTORS, OWN_VECTORS, type PackedScene, packScene } from './scene-uniforms.ts'
import { fragmentShader, specialShapes, type Variant, variantKey, vertexShader, WIDE_VECTORS } from './shaders.ts'

/** Size of what is drawn into, when it is not the scene's own image size (a studio canvas). */
export interface TargetSize {
  readonly widthPx: number
  readonly heightPx: number
}

/**
 * The picture of a scene as a three.js object tree: one quad for the walls and one for each object, drawn by ray
 * casting in the fragment shader. The camera that renders it does not matter: the scene's own camera is in the uniforms.
 */
export interface Corridor {
  readonly root: Group
  /** Shows another scene; materials and programs are kept for the next scene like it. */
  update(scene: Scene, target?: TargetSize): PackedScene
  /** Materials made so far: bounded by the kinds of scenes, not by their number. */
  materialCount(): number
  dispose(): void
}

export interface CorridorOptions {
  /** `MAX_VARYING_VECTORS` of the GL that will draw: how fast it draws depends on it, the picture does not. */
  readonly maxVaryingVectors: number
  /** `true`: the image's top row first in memory, as read-back wants it. `false`: the usual way up. */
  readonly topRowFirst: boolean
}

type Uniforms = Record<string, IUniform>

export function createCorridor({ maxVaryingVectors, topRowFirst }: CorridorOptions): Corridor {
  const root = new Group()
  root.name = 'corridor'
  const geometry = unitQuad()
  const uniforms = sharedUniforms()
  const slots = Array.from({ length: MAX_OBJECTS + 1 }, (_, place) => {
    const mesh = new Mesh(geometry)
    mesh.name = place === 0 ? 'walls' : `object rectangle ${place}`
    mesh.frustumCulled = false
    mesh.renderOrder = place
    root.add(mesh)
    return { mesh, own: ownUniforms(place - 1), materials: new Map<string, RawShaderMaterial>() }
  })

  const show = (place: number, variant: Variant): void => {
    const { mesh, own, materials } = slots[place]!
    const key = variantKey(variant)
    const material = materials.get(key) ?? createMaterial(variant, { ...uniforms, ...own })
    materials.set(key, material)
    mesh.material = material
    mesh.visible = true
  }

  const update = (scene: Scene, target: TargetSize = scene.camera): PackedScene => {
    const packedScene = packScene(atSize(scene, target))
    const { objects, objectNumbers } = packedScene
    writeSceneNumbers(uniforms.uScene!.value, { scene, packed: packedScene, topRowFirst })
    uniforms.uObjects!.value = objectNumbers
    uniforms.uIds!.value.set(objects.map(({ id }) => id))
    uniforms.uShapes!.value.set(objects.map(({ shape }) => SHAPES.indexOf(shape)))
    const kind = {
      texture: scene.tunnel.texture,
      fog: scene.tunnel.fogPerM > 0,
      objectCount: objects.length,
      shapes: specialShapes(objects.map(object => object.shape)),
      wide: maxVaryingVectors >= WIDE_VECTORS,
    }
    slots[0]!.own.uBox!.value.set(0, 0, packedScene.widthPx, packedScene.heightPx)
    show(0, { ...kind, pass: 'walls' })
    for (let place = 0; place < MAX_OBJECTS; place++) {
      const object = objects[place]
      if (!object?.box) {
        slots[place + 1]!.mesh.visible = false
        continue
      }
      const own = slots[place + 1]!.own
      own.uBox!.value.set(...object.box)
      const first = 4 * OBJECT_VECTORS * place
      own.uOwn!.value.set(objectNumbers.subarray(first, first + 4 * OWN_VECTORS))
      own.uOwnId!.value = object.id
      own.uClusterSize!.value = object.cluster.length
      object.cluster.forEach((other, k) => {
        own.uCluster!.value.set([other, SHAPES.indexOf(objects[other]!.shape)], 2 * k)
      })
      const alone = object.cluster.length === 1
      show(place + 1, { ...kind, pass: alone ? object.shape : 'cluster' })
    }
    return packedScene
  }

  return {
    root,
    update,
    materialCount: () => slots.reduce((sum, slot) => sum + slot.materials.size, 0),
    dispose: () => {
      geometry.dispose()
      for (const slot of slots) for (const material of slot.materials.values()) material.dispose()
      root.clear()
    },
  }
}

/** The scene as a target of another size shows it: the same view, other pixels. */
function atSize(scene: Scene, { widthPx, heightPx }: TargetSize): Scene {
  if (widthPx === scene.camera.widthPx && heightPx === scene.camera.heightPx) return scene
  return { ...scene, camera: { ...scene.camera, widthPx, heightPx } }
}

function unitQuad(): BufferGeometry {
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(new Float32Array([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]), 3))
  geometry.setIndex([0, 1, 2, 0, 2, 3])
  return geometry
}

function createMaterial(variant: Variant, uniforms: Uniforms): RawShaderMaterial {
  const material = new RawShaderMaterial({
    name: variantKey(variant),
    glslVersion: GLSL3,
    vertexShader: vertexShader(variant),
    fragmentShader: fragmentShader(variant),
    depthTest: false,
    depthWrite: false,
    blending: NoBlending,
    toneMapped: false,
    fog: false,
    side: 2,
  })
  // Not through the constructor, which copies: all materials share the same uniform objects.
  material.uniforms = uniforms
  return material
}

function sharedUniforms(): Uniforms {
  return {
    uScene: { value: new Float32Array(4 * SCENE_VECTORS) },
    uObjects: { value: new Float32Array(4 * OBJECT_VECTORS * MAX_OBJECTS) },
    uIds: { value: new Float32Array(MAX_OBJECTS) },
    uShapes: { value: new Int32Array(MAX_OBJECTS) },
  }
}

function ownUniforms(slot: number): Uniforms {
  return {
    uBox: { value: new Vector4() },
    uSlot: { value: slot },
    uOwn: { value: new Float32Array(4 * OWN_VECTORS) },
    uOwnId: { value: 0 },
    uClusterSize: { value: 0 },
    uCluster: { value: new Int32Array(2 * MAX_OBJECTS) },
  }
}

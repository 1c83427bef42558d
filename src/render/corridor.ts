import {
  BufferAttribute,
  BufferGeometry,
  GLSL3,
  Group,
  type IUniform,
  Matrix3,
  Mesh,
  NoBlending,
  RawShaderMaterial,
  Vector2,
  Vector3,
  Vector4,
} from 'three'
import type { Vec3 } from '../core/frames.ts'
import { SHAPES } from '../core/palette.ts'
import { MAX_OBJECTS, type Scene } from '../core/scene.ts'
import { type PackedScene, packScene } from './scene-uniforms.ts'
import { fragmentShader, specialShapes, type Variant, VERTEX_SHADER, variantKey } from './shaders.ts'

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
  /** `true`: the image's top row first in memory, as read-back wants it. `false` (default): the usual way up. */
  setTopRowFirst(topRowFirst: boolean): void
  /** Materials made so far: bounded by the kinds of scenes, not by their number. */
  materialCount(): number
  dispose(): void
}

type Uniforms = Record<string, IUniform>

export function createCorridor(): Corridor {
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
    setUniforms(uniforms, scene, packedScene)
    const { objects } = packedScene
    const kind = {
      texture: scene.tunnel.texture,
      fog: scene.tunnel.fogPerM > 0,
      objectCount: objects.length,
      shapes: specialShapes(objects.map(object => object.shape)),
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
      own.uOwnCenter!.value.fromArray(packedScene.centers, 4 * place)
      own.uOwnPose!.value.fromArray(packedScene.poses, 4 * place)
      own.uOwnColor!.value.fromArray(packedScene.colors, 4 * place)
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
    setTopRowFirst: topRowFirst => {
      uniforms.uTopRowFirst!.value = topRowFirst ? 1 : 0
    },
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
    vertexShader: VERTEX_SHADER,
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
    uSizePx: { value: new Vector2() },
    uTopRowFirst: { value: 0 },
    uEye: { value: new Vector3() },
    uRays: { value: new Matrix3() },
    uTunnelEnd: { value: 0 },
    uFog: { value: 0 },
    uSunDirection: { value: new Vector3() },
    uSunInverse: { value: new Vector2() },
    uWallMean: { value: new Vector3() },
    uSun: { value: new Vector3() },
    uSky: { value: new Vector3() },
    uOpening: { value: new Vector3() },
    uWall: { value: Array.from({ length: 4 }, () => new Vector3()) },
    uHaze: { value: new Vector3() },
    uExposure: { value: new Vector3() },
    uCenter: { value: new Float32Array(4 * MAX_OBJECTS) },
    uInverseSize: { value: new Float32Array(MAX_OBJECTS) },
    uPose: { value: new Float32Array(4 * MAX_OBJECTS) },
    uColor: { value: new Float32Array(4 * MAX_OBJECTS) },
    uShadow: { value: new Float32Array(12 * MAX_OBJECTS) },
    uShapes: { value: new Int32Array(MAX_OBJECTS) },
  }
}

function ownUniforms(slot: number): Uniforms {
  return {
    uBox: { value: new Vector4() },
    uSlot: { value: slot },
    uOwnCenter: { value: new Vector4() },
    uOwnPose: { value: new Vector4() },
    uOwnColor: { value: new Vector4() },
    uClusterSize: { value: 0 },
    uCluster: { value: new Int32Array(2 * MAX_OBJECTS) },
  }
}

const inverse = (x: number): number => 1 / (Math.abs(x) < 1e-9 ? 1e-9 : x)

function setUniforms(uniforms: Uniforms, scene: Scene, packed: PackedScene): void {
  const { light } = packed
  const vector = (name: string, v: Vec3): void => uniforms[name]!.value.set(...v)
  uniforms.uSizePx!.value.set(packed.widthPx, packed.heightPx)
  vector('uEye', packed.eyeM)
  const [right, down, forward] = packed.rays
  uniforms.uRays!.value.set(
    ...([right[0], down[0], forward[0]] as const),
    ...([right[1], down[1], forward[1]] as const),
    ...([right[2], down[2], forward[2]] as const),
  )
  uniforms.uTunnelEnd!.value = scene.tunnel.lengthM
  uniforms.uFog!.value = scene.tunnel.fogPerM
  vector('uSunDirection', light.sunDirection)
  uniforms.uSunInverse!.value.set(inverse(light.sunDirection[0]), inverse(light.sunDirection[1]))
  vector('uWallMean', light.wallMean)
  vector('uSun', light.sun)
  vector('uSky', light.sky)
  vector('uOpening', light.opening)
  vector('uHaze', light.haze)
  light.walls.forEach((wall, k) => {
    uniforms.uWall!.value[k].set(...wall)
  })
  vector('uExposure', light.exposure)
  uniforms.uCenter!.value = packed.centers
  uniforms.uInverseSize!.value.forEach((_: number, k: number, inverses: Float32Array) => {
    inverses[k] = 1 / packed.centers[4 * k + 3]!
  })
  uniforms.uPose!.value = packed.poses
  uniforms.uColor!.value = packed.colors
  uniforms.uShadow!.value = packed.shadows
  uniforms.uShapes!.value.set(packed.objects.map(object => SHAPES.indexOf(object.shape)))
}

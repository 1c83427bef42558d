import { cameraOf } from '../core/camera.ts'
import { degToRad, TUNNEL_HALF_WIDTH_M, TUNNEL_START_Z_M, type Vec3 } from '../core/frames.ts'
import { COLOR_LINEAR } from '../core/palette.ts'
import type { Scene } from '../core/scene.ts'
import { solidOf } from '../core/solid.ts'
import { objectName } from '../core/truth.ts'
import type { Mat3 } from '../core/vector.ts'
import { axisQuad, joined, type Mesh, unitMesh } from './mesh.ts'
import { WALL_ALBEDO, WALL_TEXTURE_M, wallTexture } from './wall-texture.ts'

/** Sunlight, lux, at `sunIntensity` 1: a clear day, as glTF's directional lights count. */
const SUN_LUX = 100_000

interface Part {
  readonly name: string
  readonly mesh: Mesh
  readonly color: readonly [number, number, number]
  readonly roughness: number
  readonly matrix?: number[]
  /** Picture of the surface, and where a vertex lies in it. */
  readonly texture?: { readonly png: Uint8Array; uvOf(position: Vec3, normal: Vec3): readonly [number, number] }
  readonly extras?: Readonly<Record<string, boolean>>
}

/**
 * One scene as binary glTF 2.0 for other renderers: the tunnel, the objects, the camera, the sun. glTF's frame is ours
 * (right-handed, +Y up, metres, camera along −Z). What has no place in glTF stands in `extras`: the whole scene, with
 * the sky's light; and that the walls throw no shadow, since the sun falls in between their ribs.
 *
 * @returns a `.glb` file
 */
export function sceneGlb(scene: Scene, sceneId: string): Uint8Array<ArrayBuffer> {
  const parts = [tunnelPart(scene), ...objectParts(scene)]
  const buffers = new BufferBuilder()
  const meshes = parts.map((part, k) => ({ name: part.name, primitives: [primitive(buffers, part, k)] }))
  const textures = texturesOf(buffers, parts)
  const nodes = [
    ...parts.map(({ name, matrix, extras }, k) => ({
      name,
      mesh: k,
      ...(matrix ? { matrix } : {}),
      ...(extras ? { extras } : {}),
    })),
    { name: 'camera', camera: 0, ...cameraMatrix(scene) },
    { name: 'sun', matrix: sunMatrix(scene), extensions: { KHR_lights_punctual: { light: 0 } } },
  ]
  const json = {
    asset: { version: '2.0', generator: 'spatialtunnel' },
    extensionsUsed: ['KHR_lights_punctual'],
    extensions: { KHR_lights_punctual: { lights: [sun(scene)] } },
    scene: 0,
    scenes: [{ name: sceneId, nodes: nodes.map((_, k) => k), extras: { spatialtunnel: scene } }],
    nodes,
    meshes,
    materials: parts.map(({ name, color, roughness, texture }) => ({
      name,
      pbrMetallicRoughness: {
        baseColorFactor: [...color, 1],
        ...(texture ? { baseColorTexture: { index: 0 } } : {}),
        metallicFactor: 0,
        roughnessFactor: roughness,
      },
    })),
    ...textures,
    cameras: [camera(scene)],
    accessors: buffers.accessors,
    bufferViews: buffers.views,
    buffers: [{ byteLength: buffers.byteLength }],
  }
  return glb(json, buffers.bytes())
}

/** Four walls from z = +1 m to the tunnel's end, seen from inside; both ends are open. */
function tunnelPart({ tunnel }: Scene): Part {
  const low: Vec3 = [-TUNNEL_HALF_WIDTH_M, -TUNNEL_HALF_WIDTH_M, -tunnel.lengthM]
  const high: Vec3 = [TUNNEL_HALF_WIDTH_M, TUNNEL_HALF_WIDTH_M, TUNNEL_START_Z_M]
  const walls = [0, 1].flatMap(axis => [-1, 1].map(side => axisQuad(axis, side, low, high, -side)))
  const png = wallTexture(tunnel.texture)
  return {
    name: 'tunnel',
    mesh: joined(walls),
    color: png ? [1, 1, 1] : WALL_ALBEDO,
    roughness: 1,
    ...(png ? { texture: { png, uvOf: wallUv } } : {}),
    extras: { castsShadow: false },
  }
}

/** Along the tunnel and across the wall; the picture repeats along. */
function wallUv([x, y, z]: Vec3, normal: Vec3): readonly [number, number] {
  const across = normal[0] === 0 ? x : y
  return [-z / WALL_TEXTURE_M, (across + TUNNEL_HALF_WIDTH_M) / WALL_TEXTURE_M]
}

function objectParts(scene: Scene): Part[] {
  return scene.objects.map(object => {
    const { rotation, centerM, sizeM } = solidOf(object)
    return {
      name: objectName(object),
      mesh: unitMesh(object.shape),
      color: COLOR_LINEAR[object.color],
      roughness: object.roughness,
      matrix: matrix(rotation, centerM, sizeM),
    }
  })
}

function camera({ camera: { widthPx, heightPx, fovYDeg } }: Scene) {
  const perspective = { aspectRatio: widthPx / heightPx, yfov: degToRad(fovYDeg), znear: 0.01, zfar: 1000 }
  return { type: 'perspective', perspective }
}

/** Nothing for a camera in its place: glTF wants the identity left out. */
function cameraMatrix(scene: Scene): { matrix?: number[] } {
  const { rotation, positionM } = cameraOf(scene)
  const placed = matrix(rotation, positionM, 1)
  return placed.every((value, k) => value === (k % 5 === 0 ? 1 : 0)) ? {} : { matrix: placed }
}

const sun = ({ light }: Scene) => ({
  type: 'directional',
  name: 'sun',
  color: [1, 1, 1],
  intensity: light.sunIntensity * SUN_LUX,
  extras: { backgroundIntensity: light.backgroundIntensity },
})

/** A light shines along its own −Z: its +Z points to the sun. */
function sunMatrix({ light }: Scene): number[] {
  const [a, e] = [light.sunRotationRad, degToRad(light.sunElevationDeg)]
  const toSun: Vec3 = [Math.cos(e) * Math.cos(a), Math.sin(e), -Math.cos(e) * Math.sin(a)]
  // Horizontal and at a right angle to the sun's direction, also with the sun overhead.
  const right: Vec3 = [Math.sin(a), 0, Math.cos(a)]
  const up: Vec3 = [
    toSun[1] * right[2] - toSun[2] * right[1],
    toSun[2] * right[0] - toSun[0] * right[2],
    toSun[0] * right[1] - toSun[1] * right[0],
  ]
  return [...right, 0, ...up, 0, ...toSun, 0, 0, 0, 0, 1]
}

/** Column by column, as glTF has it. */
function matrix(rotation: Mat3, center: Vec3, scale: number): number[] {
  const column = (k: 0 | 1 | 2): number[] => [...rotation.map(row => row[k] * scale), 0]
  return [...column(0), ...column(1), ...column(2), ...center, 1]
}

const ARRAY_BUFFER = 34962
const ELEMENT_ARRAY_BUFFER = 34963
const FLOAT = 5126
const UNSIGNED_INT = 5125

const REPEAT = 10497
const CLAMP_TO_EDGE = 33071
const LINEAR = 9729
const LINEAR_MIPMAP_LINEAR = 9987

/** One picture at most: the walls'. */
function texturesOf(buffers: BufferBuilder, parts: readonly Part[]) {
  const png = parts.find(({ texture }) => texture)?.texture?.png
  if (!png) return {}
  return {
    images: [{ bufferView: buffers.addView(png), mimeType: 'image/png' }],
    samplers: [{ magFilter: LINEAR, minFilter: LINEAR_MIPMAP_LINEAR, wrapS: REPEAT, wrapT: CLAMP_TO_EDGE }],
    textures: [{ sampler: 0, source: 0 }],
  }
}

function primitive(buffers: BufferBuilder, { mesh, texture }: Part, material: number) {
  const bounds = (pick: (...values: number[]) => number) =>
    [0, 1, 2].map(k => pick(...mesh.positions.map(p => Math.fround(p[k]!))))
  const position = buffers.add(Float32Array.from(mesh.positions.flat()), 'VEC3', FLOAT, ARRAY_BUFFER, {
    min: bounds(Math.min),
    max: bounds(Math.max),
  })
  const normal = buffers.add(Float32Array.from(mesh.normals.flat()), 'VEC3', FLOAT, ARRAY_BUFFER)
  const uv = texture && mesh.positions.flatMap((at, k) => texture.uvOf(at, mesh.normals[k]!))
  const place = uv && buffers.add(Float32Array.from(uv), 'VEC2', FLOAT, ARRAY_BUFFER)
  const triangles = Uint32Array.from(mesh.triangles.flat())
  const indices = buffers.add(triangles, 'SCALAR', UNSIGNED_INT, ELEMENT_ARRAY_BUFFER)
  const attributes = { POSITION: position, NORMAL: normal, ...(place === undefined ? {} : { TEXCOORD_0: place }) }
  return { attributes, indices, material }
}

/** Collects arrays and files into one buffer. */
class BufferBuilder {
  readonly accessors: unknown[] = []
  readonly views: unknown[] = []
  private readonly parts: Uint8Array[] = []
  byteLength = 0

  /** @returns the accessor's index */
  add(
    data: Float32Array | Uint32Array,
    type: 'VEC3' | 'VEC2' | 'SCALAR',
    componentType: number,
    target: number,
    bounds: { min?: number[]; max?: number[] } = {},
  ): number {
    const bufferView = this.addView(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), target)
    const count = data.length / { VEC3: 3, VEC2: 2, SCALAR: 1 }[type]
    this.accessors.push({ bufferView, componentType, count, type, ...bounds })
    return this.accessors.length - 1
  }

  /** @returns the view's index; the next one begins at a multiple of four bytes */
  addView(bytes: Uint8Array, target?: number): number {
    const { byteLength } = bytes
    this.views.push({ buffer: 0, byteOffset: this.byteLength, byteLength, ...(target ? { target } : {}) })
    const filling = new Uint8Array(-byteLength & 3)
    this.parts.push(bytes, filling)
    this.byteLength += byteLength + filling.length
    return this.views.length - 1
  }

  bytes(): Uint8Array {
    return concatenated(this.parts)
  }
}

/** Header, JSON chunk (filled up with spaces), binary chunk. */
function glb(json: unknown, binary: Uint8Array): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(json))
  const jsonLength = Math.ceil(text.byteLength / 4) * 4
  const header = new DataView(new ArrayBuffer(20))
  const total = 12 + 8 + jsonLength + 8 + binary.byteLength
  for (const [k, value] of [0x46546c67, 2, total, jsonLength, 0x4e4f534a].entries())
    header.setUint32(4 * k, value, true)
  const chunk = new DataView(new ArrayBuffer(8))
  chunk.setUint32(0, binary.byteLength, true)
  chunk.setUint32(4, 0x004e4942, true)
  const filling = new Uint8Array(jsonLength - text.byteLength).fill(0x20)
  return concatenated([new Uint8Array(header.buffer), text, filling, new Uint8Array(chunk.buffer), binary])
}

function concatenated(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.byteLength
  }
  return all
}

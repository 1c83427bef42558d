import { validateBytes } from 'gltf-validator'
import { expect, test, vi } from 'vitest'
import { cameraOf, project, toCamera } from '../core/camera.ts'
import { SHAPES } from '../core/palette.ts'
import { parseScene } from '../core/scene.ts'
import { sceneTruth } from '../core/truth.ts'
import { sceneGlb } from './gltf.ts'
import { unitMesh } from './mesh.ts'
import { decodePng } from './png.ts'

const scene = parseScene({
  version: 1,
  camera: { yawDeg: 4, pitchDeg: -3, rollDeg: 10, xM: 0.1, widthPx: 640, heightPx: 480 },
  light: { sunRotationRad: 4 },
  objects: SHAPES.map((shape, k) => ({
    shape,
    color: (['red', 'green', 'blue', 'yellow', 'cyan'] as const)[k]!,
    sizeM: 0.2,
    depthM: 3 + k,
    thetaDeg: 70 * k,
    yawDeg: 20 * k,
  })),
})

interface Gltf {
  readonly nodes: { name: string; mesh?: number; camera?: number; matrix?: number[] }[]
  readonly meshes: { primitives: { attributes: Record<string, number>; indices: number }[] }[]
  readonly accessors: { bufferView: number; count: number; componentType: number; type: string }[]
  readonly images?: { bufferView: number }[]
  readonly bufferViews: { byteOffset: number; byteLength: number }[]
  readonly cameras: { perspective: { yfov: number; aspectRatio: number } }[]
  readonly scenes: { extras: { spatialtunnel: unknown } }[]
}

function parts(bytes: Uint8Array): { json: Gltf; binary: Uint8Array<ArrayBuffer> } {
  const view = new DataView(bytes.buffer)
  const jsonLength = view.getUint32(12, true)
  const json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + jsonLength))) as Gltf
  return { json, binary: Uint8Array.from(bytes.subarray(28 + jsonLength)) }
}

test('Khronos’ validator finds nothing to say', async () => {
  const bytes = sceneGlb(scene, 'all-shapes')
  // The validator itself looks at the clock and draws random numbers.
  vi.restoreAllMocks()
  const report = await validateBytes(bytes)
  expect(report.issues.messages).toEqual([])
  expect(report.info).toMatchObject({ totalVertexCount: expect.any(Number), drawCallCount: 6, materialCount: 6 })
})

test('the walls carry their pattern: ribs every two metres, seams and trims, at the place where the shader has them', () => {
  const { json, binary } = parts(sceneGlb(scene, 'all-shapes'))
  const { byteOffset, byteLength } = json.bufferViews[json.images![0]!.bufferView]!
  const image = decodePng(binary.subarray(byteOffset, byteOffset + byteLength))
  const at = (u: number, v: number) =>
    image.data[3 * (Math.floor(((v + 1) / 2) * 512) * 512 + Math.floor((u / 2) * 512))]
  const [panel, rib] = [at(1.3, 0.3)!, at(0.5, 0.3)!]
  expect(panel - rib).toBeGreaterThan(50)
  expect([at(1.5, 0.3), at(1.3, 0.99), at(1.3, -0.99), at(0.5, -0.7)]).toEqual([panel, rib, rib, rib])
  for (const seam of [at(1, 0.3), at(1.3, 0.5), at(1.3, -0.5), at(1.3, 0)]) expect(seam).toBeLessThan(panel - 50)
  const { attributes } = json.meshes[0]!.primitives[0]!
  const [positions, places] = [attributes.POSITION!, attributes.TEXCOORD_0!].map(accessor => {
    const view = json.bufferViews[json.accessors[accessor]!.bufferView]!
    return new Float32Array(binary.buffer, view.byteOffset, view.byteLength / 4)
  })
  for (let k = 0; k < 16; k++) {
    const [u, v] = [places![2 * k]!, places![2 * k + 1]!]
    expect(u).toBeCloseTo(-positions![3 * k + 2]! / 2, 6)
    expect([0, 1]).toContain(v)
  }
})

test('walls without a pattern carry no picture', async () => {
  const plain = parseScene({ ...scene, tunnel: { ...scene.tunnel, texture: 'plain' } })
  const { json } = parts(sceneGlb(plain, 'plain'))
  expect(json.images).toBeUndefined()
  expect(json.meshes[0]!.primitives[0]!.attributes.TEXCOORD_0).toBeUndefined()
})

test('every vertex lies where the truth’s box says, seen by the file’s own camera', () => {
  const { json, binary } = parts(sceneGlb(scene, 'all-shapes'))
  const camera = cameraOf(scene)
  const truth = sceneTruth(scene)
  for (const object of truth.objects) {
    const node = json.nodes.find(({ name }) => name === object.name)!
    const accessor = json.accessors[json.meshes[node.mesh!]!.primitives[0]!.attributes.POSITION!]!
    const { byteOffset, byteLength } = json.bufferViews[accessor.bufferView]!
    const xyz = new Float32Array(binary.buffer, byteOffset, byteLength / 4)
    const m = node.matrix!
    const seen = Array.from({ length: accessor.count }, (_, k) => {
      const [x, y, z] = [xyz[3 * k]!, xyz[3 * k + 1]!, xyz[3 * k + 2]!]
      const world = [0, 1, 2].map(r => m[r]! * x + m[4 + r]! * y + m[8 + r]! * z + m[12 + r]!)
      return project(camera, [world[0]!, world[1]!, world[2]!]).px
    })
    const [left, top] = [0, 1].map(axis => Math.min(...seen.map(px => px[axis]!)))
    const [right, bottom] = [0, 1].map(axis => Math.max(...seen.map(px => px[axis]!)))
    const [x, y, width, height] = object.bboxPx
    for (const [found, expected] of [
      [left, x],
      [top, y],
      [right, x + width],
      [bottom, y + height],
    ]) {
      expect(Math.abs(found! - expected!)).toBeLessThan(0.1)
    }
  }
})

test('the camera node turns its own axes into the scene’s', () => {
  const { json } = parts(sceneGlb(scene, 'all-shapes'))
  const m = json.nodes.find(({ name }) => name === 'camera')!.matrix!
  // A point three metres in front of the camera node lies three metres deep in the scene's camera.
  const world = [0, 1, 2].map(r => m[8 + r]! * -3 + m[12 + r]!)
  const seen = toCamera(cameraOf(scene), [world[0]!, world[1]!, world[2]!])
  for (const [k, value] of [0, 0, -3].entries()) expect(seen[k]).toBeCloseTo(value, 12)
  expect(json.cameras[0]!.perspective.aspectRatio).toBeCloseTo(640 / 480, 12)
  expect(json.scenes[0]!.extras.spatialtunnel).toEqual(scene)
})

test.each(SHAPES.map(shape => [shape]))('the %s is closed, has its volume, and its normals look outward', shape => {
  const { positions, normals, triangles } = unitMesh(shape)
  let volume = 0
  const outward: number[] = []
  const lengths: number[] = []
  for (const triangle of triangles) {
    const [a, b, c] = triangle.map(k => positions[k]!) as unknown as [number[], number[], number[]]
    const u = [0, 1, 2].map(k => b[k]! - a[k]!)
    const v = [0, 1, 2].map(k => c[k]! - a[k]!)
    const area = [u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!]
    volume += area.reduce((sum, part, k) => sum + part * a[k]!, 0) / 6
    outward.push(...triangle.map(k => normals[k]!.reduce((sum, part, axis) => sum + part * area[axis]!, 0)))
    lengths.push(...triangle.map(k => Math.hypot(...normals[k]!)))
  }
  expect(Math.min(...outward)).toBeGreaterThan(0)
  expect(Math.max(...lengths.map(length => Math.abs(length - 1)))).toBeLessThan(1e-9)
  const exact = {
    sphere: (4 / 3) * Math.PI,
    cube: 8,
    cylinder: 2 * Math.PI,
    cone: (2 / 3) * Math.PI,
    torus: 2 * Math.PI ** 2 * 0.62 * 0.38 ** 2,
  }[shape]
  expect(volume / exact).toBeGreaterThan(0.995)
  expect(volume / exact).toBeLessThanOrEqual(1 + 1e-12)
})

import { Camera, NearestFilter, Scene as ThreeScene, WebGLRenderer, WebGLRenderTarget } from 'three'
import type { PassName } from '../core/dataset.ts'
import { SpatialTunnelError } from '../core/errors.ts'
import type { Scene } from '../core/scene.ts'
import type { CapturedFrame, GlInfo } from '../protocol/render-job.ts'
import { type Corridor, createCorridor } from './corridor.ts'
import { glInfo } from './gl-info.ts'

export interface ResourceCounts {
  readonly geometries: number
  readonly textures: number
  readonly programs: number
  readonly materials: number
}

/** Draws scenes off screen and reads their pixels back, one at a time, always the same bytes for the same scene. */
export interface Capturer {
  /**
   * @param passes which of the frame's arrays are filled; ids always are
   * @throws SpatialTunnelError `gl-unavailable` (no WebGL 2), `gl-context-lost`, `gl-error`
   */
  capture(scene: Scene, passes: readonly PassName[]): CapturedFrame
  glInfo(): GlInfo
  /** Constant over thousands of scenes of the same kinds. */
  resourceCounts(): ResourceCounts
  /** Takes the GL context away, as a reset of the driver does: the next capture makes a new one. For tests. */
  loseContext(): void
  dispose(): void
}

interface Device {
  readonly renderer: WebGLRenderer
  readonly corridor: Corridor
  readonly stage: ThreeScene
  readonly camera: Camera
  readonly target: WebGLRenderTarget
}

export function createCapturer(): Capturer {
  let device: Device | null = null

  const ready = (): Device => {
    if (device?.renderer.getContext().isContextLost()) {
      disposeDevice(device)
      device = null
    }
    device ??= createDevice()
    return device
  }

  return {
    capture: (scene, passes) => captureOn(ready(), scene, passes),
    glInfo: () => glInfo(ready().renderer),
    resourceCounts: () => {
      const { renderer, corridor } = ready()
      const { memory, programs } = renderer.info
      return {
        geometries: memory.geometries,
        textures: memory.textures,
        programs: programs?.length ?? 0,
        materials: corridor.materialCount(),
      }
    },
    loseContext: () => ready().renderer.forceContextLoss(),
    dispose: () => {
      if (device) disposeDevice(device)
      device = null
    },
  }
}

function createDevice(): Device {
  const renderer = createRenderer()
  const corridor = createCorridor()
  corridor.setTopRowFirst(true)
  const stage = new ThreeScene()
  stage.matrixWorldAutoUpdate = false
  stage.add(corridor.root)
  const target = new WebGLRenderTarget(1, 1, {
    count: 2,
    depthBuffer: false,
    stencilBuffer: false,
    generateMipmaps: false,
    minFilter: NearestFilter,
    magFilter: NearestFilter,
  })
  return { renderer, corridor, stage, camera: new Camera(), target }
}

function createRenderer(): WebGLRenderer {
  try {
    const canvas = document.createElement('canvas')
    canvas.width = 1
    canvas.height = 1
    const renderer = new WebGLRenderer({ canvas, antialias: false, depth: false, stencil: false, alpha: false })
    renderer.autoClear = false
    return renderer
  } catch (cause) {
    throw new SpatialTunnelError({
      code: 'gl-unavailable',
      kind: 'run',
      where: 'render page',
      found: 'no WebGL 2 context',
      expected: 'a browser that draws with WebGL 2',
      remedy: 'start it with --gl swiftshader',
      cause,
    })
  }
}

function disposeDevice({ renderer, corridor, target }: Device): void {
  corridor.dispose()
  target.dispose()
  renderer.dispose()
}

function captureOn(device: Device, scene: Scene, passes: readonly PassName[]): CapturedFrame {
  const { renderer, corridor, stage, camera, target } = device
  const { widthPx, heightPx } = scene.camera
  target.setSize(widthPx, heightPx)
  corridor.update(scene)
  renderer.setRenderTarget(target)
  renderer.render(stage, camera)
  const data = readAttachment(device, 1, widthPx, heightPx)
  const split = splitData(data, scene.objects.length, passes.includes('depth'))
  const rgb = passes.includes('rgb') ? dropAlpha(readAttachment(device, 0, widthPx, heightPx)) : new Uint8Array(0)
  assertDrawn(renderer)
  return { widthPx, heightPx, rgb, ...split }
}

function readAttachment({ renderer }: Device, index: number, widthPx: number, heightPx: number): Uint8Array {
  const gl = renderer.getContext() as WebGL2RenderingContext
  const bytes = new Uint8Array(widthPx * heightPx * 4)
  gl.readBuffer(gl.COLOR_ATTACHMENT0 + index)
  gl.readPixels(0, 0, widthPx, heightPx, gl.RGBA, gl.UNSIGNED_BYTE, bytes)
  return bytes
}

function assertDrawn(renderer: WebGLRenderer): void {
  const gl = renderer.getContext()
  const error = gl.getError()
  if (error === gl.NO_ERROR) return
  const lost = error === (gl as WebGL2RenderingContext).CONTEXT_LOST_WEBGL
  throw new SpatialTunnelError({
    code: lost ? 'gl-context-lost' : 'gl-error',
    kind: 'run',
    where: 'render page',
    found: `GL error 0x${error.toString(16)}`,
    expected: 'a drawn frame',
    remedy: 'the scene is drawn again on a new context',
  })
}

/** Data attachment → ids, depth in millimetres, and each object's pixels when drawn alone (from the hit bits). */
function splitData(
  data: Uint8Array,
  objectCount: number,
  withDepth: boolean,
): Pick<CapturedFrame, 'ids' | 'depthMm' | 'aloneAreaPx'> {
  const words = new Uint32Array(data.buffer)
  const ids = new Uint8Array(words.length)
  const depthMm = new Uint16Array(withDepth ? words.length : 0)
  const bitCounts = new Uint32Array(256)
  for (let k = 0; k < words.length; k++) {
    const word = words[k]!
    ids[k] = word & 0xff
    bitCounts[word >>> 24]!++
    if (withDepth) depthMm[k] = (word & 0xff00) | ((word >>> 16) & 0xff)
  }
  const aloneAreaPx = Array.from({ length: objectCount }, (_, place) =>
    bitCounts.reduce((sum, count, bits) => ((bits >> place) & 1 ? sum + count : sum), 0),
  )
  return { ids, depthMm, aloneAreaPx }
}

function dropAlpha(rgba: Uint8Array): Uint8Array {
  const count = rgba.length / 4
  const rgb = new Uint8Array(count * 3)
  for (let k = 0, from = 0, to = 0; k < count; k++, from += 4, to += 3) {
    rgb[to] = rgba[from]!
    rgb[to + 1] = rgba[from + 1]!
    rgb[to + 2] = rgba[from + 2]!
  }
  return rgb
}

import { Camera, NearestFilter, Scene as ThreeScene, WebGLRenderer, WebGLRenderTarget } from 'three'
import type { PassName } from '../core/dataset.ts'
import { SpatialTunnelError } from '../core/errors.ts'
import type { Scene } from '../core/scene.ts'
import type { CapturedFrame, GlInfo } from '../protocol/render-job.ts'
import { type Corridor, createCorridor } from './corridor.ts'
import { glInfo } from './gl-info.ts'
import { type RawFrame, unpackFrame } from './unpack-frame.ts'

/** A frame without its pixels. */
export type BegunFrame = Omit<RawFrame, 'color' | 'data'>

export interface ResourceCounts {
  readonly geometries: number
  readonly textures: number
  readonly programs: number
  readonly materials: number
}

/** Draws scenes off screen and reads their pixels back, one at a time, always the same bytes for the same scene. */
export interface Capturer {
  /**
   * @param passes without `rgb` the frame has no colours; ids and depth are always there
   * @throws SpatialTunnelError `gl-unavailable` (no WebGL 2), `gl-context-lost`, `gl-error`
   */
  capture(scene: Scene, passes: readonly PassName[]): CapturedFrame
  /** Sends a scene off to be drawn and does not wait: there is time until `readBack`. */
  begin(scene: Scene): BegunFrame
  /** Waits for what was begun last and reads it back. */
  readBack(frame: BegunFrame, into: Pick<RawFrame, 'color' | 'data'>): void
  /** Draws the same and waits for it, but reads one pixel only: what the pure draw rate is measured with. */
  draw(scene: Scene): void
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

/** @param maxVaryingVectors how many varyings to do with at most; the picture does not depend on it */
export function createCapturer({ maxVaryingVectors = Number.POSITIVE_INFINITY } = {}): Capturer {
  let device: Device | null = null

  const ready = (): Device => {
    if (device?.renderer.getContext().isContextLost()) {
      disposeDevice(device)
      device = null
    }
    device ??= createDevice(maxVaryingVectors)
    return device
  }

  return {
    capture: (scene, passes) => {
      const drawn = begin(ready(), scene)
      const pixels = drawn.widthPx * drawn.heightPx
      const data = new Uint32Array(pixels)
      const color = new Uint32Array(passes.includes('rgb') ? pixels : 0)
      readBack(ready(), drawn, { color, data })
      return unpackFrame({ ...drawn, color, data }, passes)
    },
    begin: scene => {
      const drawn = begin(ready(), scene)
      ready().renderer.getContext().flush()
      return drawn
    },
    readBack: (drawn, into) => readBack(ready(), drawn, into),
    draw: scene => {
      const device = ready()
      drawOn(device, scene)
      // Chromium's finish() returns before the picture is drawn: reading one pixel does wait.
      const gl = device.renderer.getContext()
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4))
    },
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

function createDevice(mostVaryingVectors: number): Device {
  const renderer = createRenderer()
  const maxVaryingVectors = Math.min(renderer.capabilities.maxVaryings, mostVaryingVectors)
  const corridor = createCorridor({ maxVaryingVectors, topRowFirst: true })
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

/** All passes into the target's attachments. */
function drawOn({ renderer, corridor, stage, camera, target }: Device, scene: Scene): ReturnType<Corridor['update']> {
  target.setSize(scene.camera.widthPx, scene.camera.heightPx)
  const update = corridor.update(scene)
  renderer.setRenderTarget(target)
  renderer.render(stage, camera)
  return update
}

function begin(device: Device, scene: Scene): BegunFrame {
  const { objects } = drawOn(device, scene)
  return { widthPx: scene.camera.widthPx, heightPx: scene.camera.heightPx, objects }
}

function readBack(device: Device, frame: BegunFrame, { color, data }: Pick<RawFrame, 'color' | 'data'>): void {
  readAttachment(device, 1, frame, data)
  if (color.length > 0) readAttachment(device, 0, frame, color)
  assertDrawn(device.renderer)
}

/** One attachment as little-endian RGBA words. */
function readAttachment(
  { renderer }: Device,
  index: number,
  { widthPx, heightPx }: BegunFrame,
  words: Uint32Array,
): void {
  const gl = renderer.getContext() as WebGL2RenderingContext
  const last = words.length - 1
  words[0] = 0
  words[last] = 0
  gl.readBuffer(gl.COLOR_ATTACHMENT0 + index)
  gl.readPixels(0, 0, widthPx, heightPx, gl.RGBA, gl.UNSIGNED_BYTE, bytesOf(words))
  // No drawn pixel is all zeros (colours are opaque, depth is never 0): when the GPU's process has just died, the read
  // leaves the buffer as it was and no error tells.
  if (words[0] === 0 || words[last] === 0) throw contextLost('a read-back without pixels')
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength)

function assertDrawn(renderer: WebGLRenderer): void {
  const gl = renderer.getContext()
  const error = gl.getError()
  if (error === gl.NO_ERROR) return
  const found = `GL error 0x${error.toString(16)}`
  if (error === (gl as WebGL2RenderingContext).CONTEXT_LOST_WEBGL) throw contextLost(found)
  throw new SpatialTunnelError({
    code: 'gl-error',
    kind: 'run',
    where: 'render page',
    found,
    expected: 'a drawn frame',
  })
}

const contextLost = (found: string): SpatialTunnelError =>
  new SpatialTunnelError({
    code: 'gl-context-lost',
    kind: 'run',
    where: 'render page',
    found,
    expected: 'a drawn frame',
    remedy: 'the scene is drawn again on a new context',
  })

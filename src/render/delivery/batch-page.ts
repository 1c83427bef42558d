import { PASSES } from '../../core/dataset.ts'
import { SpatialTunnelError } from '../../core/errors.ts'
import type { Scene } from '../../core/scene.ts'
import type {
  BatchPage,
  DeliveredScene,
  RenderBatch,
  RenderFailure,
  RenderReply,
  Transport,
} from '../../protocol/render-batch.ts'
import type { BegunFrame, Capturer } from '../capture.ts'
import type { DeliverReply, DeliverRequest } from './deliver-messages.ts'
import { measureFrame, passesOf, pixelsSha256 } from './encode-scene.ts'
import { FileStack } from './file-stack.ts'
import { PictureKernel } from './kernel/picture-kernel.ts'

/**
 * Draws batches and encodes them, each frame while the next one is being drawn; a worker delivers what is done.
 *
 * @example window.spatialTunnelRender = createBatchPage(createCapturer())
 */
export function createBatchPage(capturer: Capturer): BatchPage {
  let compiled: Promise<PictureKernel> | null = null
  const worker = new Worker(new URL('./deliver-worker.ts', import.meta.url), { type: 'module' })
  const waiting: Array<(reply: DeliverReply) => void> = []
  worker.addEventListener('message', (event: MessageEvent<DeliverReply>) => waiting.shift()?.(event.data))
  const ask = (request: DeliverRequest, transfer: Transferable[] = []): Promise<DeliverReply> =>
    new Promise(resolve => {
      waiting.push(resolve)
      worker.postMessage(request, transfer)
    })

  /** Batches that wait for their turn: first come, first drawn. */
  const queue: RenderBatch[] = []
  /** The first frame of the batch in front, begun while the last one of the batch before is encoded. */
  let ahead: BegunFrame | null = null
  /** Memory for batches that is not on its way: as much as slots were ever under way at once. */
  const spare: Uint8Array<ArrayBuffer>[] = []
  let progress = 0

  /** Draws all scenes of a batch; resolves when the next batch may draw, with what becomes of this one. */
  const draw = async ({ jobs, slot, transport }: RenderBatch): Promise<{ delivered: Promise<RenderReply> }> => {
    const files = new FileStack(spare.pop())
    const scenes: DeliveredScene[] = []
    let at = 0
    try {
      compiled ??= PictureKernel.create()
      const kernel = await compiled
      for (; at < jobs.length; at++) {
        const job = jobs[at]!
        const frame = ahead ?? capturer.begin(job.scene)
        ahead = null
        capturer.readBack(frame, kernel.target(frame.widthPx, frame.heightPx))
        const next = jobs[at + 1] ?? queue[0]?.jobs[0]
        ahead = next ? beginAhead(capturer, next.scene) : null
        const unpacked = kernel.unpack(frame)
        const scene = measureFrame(job, unpacked)
        const pixels = transport === 'file' ? files.push(unpacked.rgb) : { sha256: await pixelsSha256(unpacked) }
        const encoded = passesOf(job, scene).map(pass => ({ pass, ...files.push(kernel.encode(pass)) }))
        scenes.push({ ...scene, pixels, files: encoded })
        progress++
        await nextTask()
      }
    } catch (error) {
      ahead = null
      return { delivered: Promise.resolve({ failure: failureOf(error, jobs[at]?.id ?? '') }) }
    }
    return { delivered: deliver(scenes, files, slot, transport) }
  }

  const deliver = async (
    scenes: readonly DeliveredScene[],
    { bytes, length }: FileStack,
    slot: number,
    transport: Transport,
  ): Promise<RenderReply> => {
    const reply = await ask({ kind: 'deliver', slot, transport, bytes, length }, [bytes.buffer])
    progress++
    if (reply.kind === 'delivered') {
      spare.push(reply.bytes)
      return { scenes }
    }
    const message = reply.kind === 'failed' ? reply.message : `reply ${reply.kind}`
    return { failure: { kind: 'scene', sceneId: scenes[0]?.id ?? '', message } }
  }

  let drawing: Promise<unknown> = Promise.resolve()
  return {
    glInfo: () => capturer.glInfo(),
    progress: () => progress,
    resourceCounts: () => ({ ...capturer.resourceCounts() }),
    drawOnly: scenes => {
      for (const scene of scenes) capturer.draw(scene)
    },
    encodeOnly: async (scene, times) => {
      compiled ??= PictureKernel.create()
      const kernel = await compiled
      const frame = capturer.begin(scene)
      capturer.readBack(frame, kernel.target(frame.widthPx, frame.heightPx))
      for (let k = 0; k < times; k++) {
        kernel.unpack(frame)
        for (const pass of PASSES) kernel.encode(pass)
      }
    },
    openSlot: async (slot, token) => {
      const reply = await ask({ kind: 'open', slot, token })
      return reply.kind === 'opened' && reply.ok
    },
    renderBatch: async batch => {
      queue.push(batch)
      const drawn = drawing.then(() => {
        queue.shift()
        return draw(batch)
      })
      drawing = drawn.catch(() => {})
      return (await drawn).delivered
    },
  }
}

/** Begins a scene early; one that fails fails again in its own turn, where it is told of. */
function beginAhead(capturer: Capturer, scene: Scene): BegunFrame | null {
  try {
    return capturer.begin(scene)
  } catch {
    return null
  }
}

function failureOf(error: unknown, sceneId: string): RenderFailure {
  // Also when no new context can be had yet: a new browser may have one.
  const lost = error instanceof SpatialTunnelError && error.code.startsWith('gl-')
  return { kind: lost ? 'gl-lost' : 'scene', sceneId, message: error instanceof Error ? error.message : String(error) }
}

/** Lets replies and calls in between two scenes; a timer would wait 4 ms. */
const nextTask = (): Promise<void> =>
  new Promise(resolve => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })

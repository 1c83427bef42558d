import { SpatialTunnelError } from '../../core/errors.ts'
import type { BatchPage, RenderBatch, RenderFailure, RenderReply } from '../../protocol/render-batch.ts'
import type { Capturer } from '../capture.ts'
import type { DeliverReply, DeliverRequest } from './deliver-messages.ts'

/**
 * Draws batches on the page's main thread while its worker encodes and delivers what was drawn before.
 *
 * @example window.spatialTunnelRender = createBatchPage(createCapturer())
 */
export function createBatchPage(capturer: Capturer): BatchPage {
  const worker = new Worker(new URL('./deliver-worker.ts', import.meta.url), { type: 'module' })
  const waiting: Array<(reply: DeliverReply) => void> = []
  worker.addEventListener('message', (event: MessageEvent<DeliverReply>) => waiting.shift()?.(event.data))
  const send = (request: DeliverRequest, transfer: Transferable[] = []): void => worker.postMessage(request, transfer)
  const ask = (request: DeliverRequest): Promise<DeliverReply> =>
    new Promise(resolve => {
      waiting.push(resolve)
      send(request)
    })

  /** Draws all scenes of a batch and sends the request that ends it; resolves when the next batch may draw. */
  const draw = async ({ jobs, slot, transport }: RenderBatch): Promise<{ delivered: Promise<RenderReply> }> => {
    for (const job of jobs) {
      try {
        // Depth is always drawn: the certificate needs it.
        const frame = capturer.capture(job.scene, ['rgb', 'depth'])
        send({ kind: 'frame', job, frame }, [frame.rgb.buffer, frame.ids.buffer, frame.depthMm.buffer])
      } catch (error) {
        const failure = failureOf(error, job.id)
        return { delivered: ask({ kind: 'drop' }).then(() => ({ failure })) }
      }
      await nextTask()
    }
    return { delivered: ask({ kind: 'flush', slot, transport }).then(replyOf) }
  }

  let drawing: Promise<unknown> = Promise.resolve()
  return {
    glInfo: () => capturer.glInfo(),
    resourceCounts: () => ({ ...capturer.resourceCounts() }),
    drawOnly: scenes => {
      for (const scene of scenes) capturer.draw(scene)
    },
    openSlot: async (slot, token) => {
      const reply = await ask({ kind: 'open', slot, token })
      return reply.kind === 'opened' && reply.ok
    },
    renderBatch: async batch => {
      const drawn = drawing.then(() => draw(batch))
      drawing = drawn.catch(() => {})
      return (await drawn).delivered
    },
  }
}

function replyOf(reply: DeliverReply): RenderReply {
  if (reply.kind === 'flushed') return { scenes: reply.scenes }
  const { sceneId, message } = reply.kind === 'failed' ? reply : { sceneId: '', message: `reply ${reply.kind}` }
  return { failure: { kind: 'scene', sceneId, message } }
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

import type { DeliveredScene, Transport } from '../../protocol/render-batch.ts'
import type { CapturedFrame, RenderJob } from '../../protocol/render-job.ts'

/** What the page asks of its worker; handled strictly one after the other. */
export type DeliverRequest =
  | { readonly kind: 'open'; readonly slot: number; readonly token: string }
  /** Measured and encoded at once, held until the next `flush`. */
  | { readonly kind: 'frame'; readonly job: RenderJob; readonly frame: CapturedFrame }
  | { readonly kind: 'flush'; readonly slot: number; readonly transport: Transport }
  /** Forget what is held: the batch failed. */
  | { readonly kind: 'drop' }

/** One reply for every `open`, `flush` and `drop`, in their order. */
export type DeliverReply =
  | { readonly kind: 'opened'; readonly ok: boolean }
  | { readonly kind: 'flushed'; readonly scenes: readonly DeliveredScene[] }
  | { readonly kind: 'dropped' }
  | { readonly kind: 'failed'; readonly sceneId: string; readonly message: string }

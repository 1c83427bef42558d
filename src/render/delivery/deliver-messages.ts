import type { Transport } from '../../protocol/render-batch.ts'

/** What the page asks of its worker; handled strictly one after the other. */
export type DeliverRequest =
  | { readonly kind: 'open'; readonly slot: number; readonly token: string }
  /** A batch: the first `length` bytes. */
  | {
      readonly kind: 'deliver'
      readonly slot: number
      readonly transport: Transport
      readonly bytes: Uint8Array<ArrayBuffer>
      readonly length: number
    }

/** One reply a request, in their order; memory that was sent comes back to be used again. */
export type DeliverReply =
  | { readonly kind: 'opened'; readonly ok: boolean }
  | { readonly kind: 'delivered'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'failed'; readonly message: string }

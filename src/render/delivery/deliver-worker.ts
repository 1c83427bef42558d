import { SLOT_PATH } from '../../protocol/render-batch.ts'
import type { DeliverReply, DeliverRequest } from './deliver-messages.ts'

/**
 * The render page's worker: hands whole batches to the driver while the page draws the next. A worker, since only there
 * files can be written without a promise a piece. It has no state but the files it holds open.
 */
const slots = new Map<number, SlotFile>()
let tail: Promise<unknown> = Promise.resolve()

/** The part of `FileSystemSyncAccessHandle` that is used; TypeScript's library knows it in workers only. */
interface SlotFile {
  write(bytes: Uint8Array, options: { at: number }): number
}

addEventListener('message', (event: MessageEvent<DeliverRequest>) => {
  tail = tail.then(async () => {
    const reply = await answer(event.data)
    postMessage(reply, { transfer: reply.kind === 'delivered' ? [reply.bytes.buffer] : [] })
  })
})

async function answer(request: DeliverRequest): Promise<DeliverReply> {
  if (request.kind === 'open') return { kind: 'opened', ok: await openSlot(request.slot, request.token) }
  try {
    const { slot, transport, bytes, length } = request
    if (transport === 'file') writeSlot(slot, bytes.subarray(0, length))
    else await postSlot(slot, bytes.subarray(0, length))
    return { kind: 'delivered', bytes }
  } catch (error) {
    return { kind: 'failed', message: String(error) }
  }
}

function writeSlot(slot: number, bytes: Uint8Array): void {
  const file = slots.get(slot)
  if (file === undefined) throw new Error(`slot ${slot} is not open`)
  const written = file.write(bytes, { at: 0 })
  if (written !== bytes.length) throw new Error(`slot ${slot}: ${written} of ${bytes.length} bytes written`)
}

/** As a Blob: an ArrayBuffer's bytes would pass through the driver's own bookkeeping, at six times the cost. */
async function postSlot(slot: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const response = await fetch(`${SLOT_PATH}?slot=${slot}`, { method: 'POST', body: new Blob([bytes]) })
  if (!response.ok) throw new Error(`the driver answered ${response.status}`)
}

async function openSlot(slot: number, token: string): Promise<boolean> {
  try {
    const folder = await navigator.storage.getDirectory()
    const handle = await folder.getFileHandle(`slot-${slot}`, { create: true })
    const file = await (handle as unknown as { createSyncAccessHandle(): Promise<SlotFile> }).createSyncAccessHandle()
    file.write(new TextEncoder().encode(token), { at: 0 })
    slots.set(slot, file)
    return true
  } catch {
    return false
  }
}

import { type DeliveredScene, SLOT_PATH } from '../../protocol/render-batch.ts'
import type { DeliverReply, DeliverRequest } from './deliver-messages.ts'
import { type EncodedScene, encodeScene } from './encode-scene.ts'

/**
 * The render page's worker: encodes while the page draws the next scene, and hands whole batches to the driver. It has
 * no state but the files it holds open and the scenes of the batch that is coming in.
 */
const slots = new Map<number, SlotFile>()
let held: EncodedScene[] = []
let failure: DeliverReply | null = null
let tail: Promise<void> = Promise.resolve()

/** The part of `FileSystemSyncAccessHandle` that is used; TypeScript's library knows it in workers only. */
interface SlotFile {
  write(bytes: Uint8Array, options: { at: number }): number
}

addEventListener('message', (event: MessageEvent<DeliverRequest>) => {
  tail = tail.then(() => handle(event.data))
})

async function handle(request: DeliverRequest): Promise<void> {
  switch (request.kind) {
    case 'open':
      return reply({ kind: 'opened', ok: await openSlot(request.slot, request.token) })
    case 'frame':
      return hold(request)
    case 'drop':
      held = []
      failure = null
      return reply({ kind: 'dropped' })
    case 'flush': {
      const message = failure ?? (await flush(request))
      held = []
      failure = null
      return reply(message)
    }
  }
}

const reply = (message: DeliverReply): void => postMessage(message)

async function hold({ job, frame }: Extract<DeliverRequest, { kind: 'frame' }>): Promise<void> {
  try {
    held.push(await encodeScene(job, frame))
  } catch (error) {
    failure ??= { kind: 'failed', sceneId: job.id, message: String(error) }
  }
}

async function flush({ slot, transport }: Extract<DeliverRequest, { kind: 'flush' }>): Promise<DeliverReply> {
  try {
    const bytes = held.flatMap(item => item.files.map(file => file.bytes))
    if (transport === 'file') writeSlot(slot, bytes)
    else await postSlot(slot, bytes)
    return { kind: 'flushed', scenes: withOffsets(held) }
  } catch (error) {
    return { kind: 'failed', sceneId: held[0]?.scene.id ?? '', message: String(error) }
  }
}

function withOffsets(scenes: readonly EncodedScene[]): DeliveredScene[] {
  let offset = 0
  return scenes.map(({ scene, files }) => ({
    ...scene,
    files: files.map(({ pass, bytes }) => {
      const file = { pass, offset, length: bytes.length }
      offset += bytes.length
      return file
    }),
  }))
}

function writeSlot(slot: number, parts: readonly Uint8Array[]): void {
  const file = slots.get(slot)
  if (file === undefined) throw new Error(`slot ${slot} is not open`)
  let at = 0
  for (const part of parts) {
    const written = file.write(part, { at })
    if (written !== part.length) throw new Error(`slot ${slot}: ${written} of ${part.length} bytes written`)
    at += written
  }
}

/** As a Blob: an ArrayBuffer's bytes would pass through the driver's own bookkeeping, at six times the cost. */
async function postSlot(slot: number, parts: readonly Uint8Array<ArrayBuffer>[]): Promise<void> {
  const response = await fetch(`${SLOT_PATH}?slot=${slot}`, { method: 'POST', body: new Blob([...parts]) })
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

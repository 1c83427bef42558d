import { randomBytes } from 'node:crypto'
import { type FileHandle, open, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { RequestHandler } from '../node/static-server.ts'
import { type BatchPage, SLOT_PATH, type Transport } from '../protocol/render-batch.ts'

/** The driver's end of a page's slots: reads what the page put into one. */
export interface SlotReader {
  readonly transport: Transport
  /** The first `length` bytes of the slot, good until the slot is read again. */
  read(slot: number, length: number): Promise<Uint8Array>
  close(): Promise<void>
}

/**
 * Looks for the files behind the page's slots: the page writes a random token, and the profile's folder is searched for
 * it. Where Chromium keeps those files is its own affair, so this may fail, and then the page posts instead.
 *
 * @returns null when a slot's file was not found
 */
export async function findSlotFiles(
  openSlot: BatchPage['openSlot'],
  profile: string,
  slots: number,
): Promise<SlotReader | null> {
  const files: FileHandle[] = []
  const close = async (): Promise<void> => {
    await Promise.all(files.map(file => file.close()))
  }
  for (let slot = 0; slot < slots; slot++) {
    const token = randomBytes(24).toString('hex')
    const path = (await openSlot(slot, token))
      ? await fileStartingWith(join(profile, 'Default', 'File System'), token)
      : null
    if (path === null) {
      await close()
      return null
    }
    files.push(await open(path, 'r'))
  }
  const kept = files.map(() => new Uint8Array(0))
  return {
    transport: 'file',
    read: async (slot, length) => {
      if (kept[slot]!.length < length) kept[slot] = new Uint8Array(length)
      const bytes = kept[slot]!.subarray(0, length)
      for (let at = 0; at < length; ) {
        const { bytesRead } = await files[slot]!.read(bytes, at, length - at, at)
        if (bytesRead === 0) throw new Error(`slot ${slot} ends after ${at} of ${length} bytes`)
        at += bytesRead
      }
      return bytes
    },
    close,
  }
}

async function fileStartingWith(folder: string, token: string): Promise<string | null> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const info = await stat(path).catch(() => null)
    if (!info?.isFile() || info.size !== token.length) continue
    if ((await readFile(path, 'latin1')) === token) return path
  }
  return null
}

/** Slots that arrive as requests to the driver's own server. */
export class PostedSlots implements SlotReader {
  readonly transport = 'post'
  private readonly arrived = new Map<number, Uint8Array>()

  readonly handler: RequestHandler = async (request, response) => {
    const slot = Number(new URL(request.url ?? '', 'http://localhost').searchParams.get('slot'))
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    this.arrived.set(slot, Buffer.concat(parts))
    response.end()
  }

  async read(slot: number, length: number): Promise<Uint8Array> {
    const bytes = this.arrived.get(slot)
    this.arrived.delete(slot)
    if (bytes?.length !== length) throw new Error(`slot ${slot}: ${bytes?.length ?? 0} of ${length} bytes arrived`)
    return bytes
  }

  async close(): Promise<void> {
    this.arrived.clear()
  }
}

/** Handlers for `serveFolders` that take a page's posts. */
export const slotHandlers = (slots: PostedSlots): Record<string, RequestHandler> => ({ [SLOT_PATH]: slots.handler })

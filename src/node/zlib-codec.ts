import { once } from 'node:events'
import { crc32, createInflateRaw } from 'node:zlib'
import type { ZipCodec } from '../formats/zip-member.ts'

/** zlib's, on Node's thread pool: unpacking the next layer runs beside the measuring of this one. */
export const ZLIB_CODEC: ZipCodec = {
  crc32: bytes => crc32(bytes),
  async inflateRaw(chunks, into) {
    const inflate = createInflateRaw({ chunkSize: 1 << 20 })
    let length = 0
    inflate.on('data', (part: Uint8Array) => {
      if (length + part.length > into.length) {
        inflate.destroy(new RangeError('more data than the directory announces'))
        return
      }
      into.set(part, length)
      length += part.length
    })
    const done = once(inflate, 'end')
    done.catch(() => undefined)
    for await (const chunk of chunks) {
      if (inflate.destroyed) break
      if (!inflate.write(chunk)) await Promise.race([once(inflate, 'drain'), done])
    }
    inflate.end()
    await done
    return length
  },
}

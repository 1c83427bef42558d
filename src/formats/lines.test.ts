import { expect, test } from 'vitest'
import { bytesSource } from './byte-source.ts'
import { readLines, splitLines } from './lines.ts'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

test('where a line’s bytes lie, whatever the pieces', async () => {
  const bytes = encode('eins\n\nzwölf\r\n drei\nlast')
  for (let size = 1; size <= bytes.length; size++) {
    async function* pieces() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    }
    const found: [number, string][] = []
    for await (const line of splitLines(pieces(), 'x')) {
      expect(decode(bytes.subarray(line.position, line.position + line.length))).toBe(decode(line.bytes))
      found.push([line.number, decode(line.bytes)])
    }
    expect(found, `pieces of ${size} bytes`).toEqual([
      [1, 'eins'],
      [3, 'zwölf'],
      [4, ' drei'],
      [5, 'last'],
    ])
  }
})

test('no piece is read before the lines of those read are taken', async () => {
  const bytes = encode('0123456\n'.repeat(1 << 18))
  let read = 0
  const source = bytesSource(bytes, 'x')
  const lines = readLines({
    ...source,
    read: (position, length) => {
      read += length
      return source.read(position, length)
    },
  })
  for (let taken = 1; taken <= 1 << 17; taken++) await lines.next()
  expect(read).toBe(1 << 20)
  await lines.next()
  expect(read).toBe(2 << 20)
})

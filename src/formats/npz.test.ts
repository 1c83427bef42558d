import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { afterAll, describe, expect, test } from 'vitest'
import { openFileSource } from '../node/file-source.ts'
import { ZLIB_CODEC } from '../node/zlib-codec.ts'
import { runPython, testWithPython } from '../testing/python.ts'
import { bytesSource } from './byte-source.ts'
import { crc32 } from './crc32.ts'
import { openNpz } from './npz.ts'
import { encodeNpy, type NpzArray, writeNpz } from './npz-writer.ts'
import { readZipDirectory } from './zip-directory.ts'
import { PORTABLE_ZIP_CODEC, readZipMember } from './zip-member.ts'

const folder = mkdtempSync(join(tmpdir(), 'npz-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function npzBytes(arrays: readonly NpzArray[]): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  await writeNpz({ write: async bytes => void parts.push(bytes.slice()) }, arrays)
  return Uint8Array.from(parts.flatMap(part => [...part]))
}

const codeOf = async (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no error',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  )

test('crc32 of the check word', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926)
  const halves = [new Uint8Array(13).fill(7), new Uint8Array(20).fill(9)] as const
  expect(crc32(halves[1], crc32(halves[0]))).toBe(crc32(new Uint8Array([...halves[0], ...halves[1]])))
})

/** Every kind of array of spec 2 in both kinds of file, with values that float16 holds exactly. */
const WRITE_ALL = `
import sys, numpy as np
arrays = {}
base = (np.arange(35).reshape(5, 7) - 17) / 8
base[0, 0] = 2.0 ** -24
for dtype in ('f2', 'f4', 'f8'):
    for order in '<>':
        for memory in 'CF':
            arrays[dtype + ('le' if order == '<' else 'be') + memory] = np.array(base.astype(order + dtype), order=memory)
arrays['labelsLE'] = np.array(['left', 'ä𝄞b', ''], dtype='<U5')
arrays['labelsBE'] = np.array(['left', 'ä𝄞b', ''], dtype='>U5')
arrays['bytes'] = np.array([b'left', b'far'])
arrays['indices'] = np.array([3, -1, 2 ** 40], dtype='>i8')
arrays['small'] = np.array([3, -1, 2], dtype='i2')
np.savez(sys.argv[1], **arrays)
np.savez_compressed(sys.argv[2], **arrays)
`

describe('files that numpy wrote', () => {
  testWithPython('numpy', 'every width, byte order, memory order and label type, stored and packed', async () => {
    const paths = [join(folder, 'stored.npz'), join(folder, 'packed.npz')]
    runPython(WRITE_ALL, paths)
    const expected = Array.from({ length: 35 }, (_, i) => (i === 0 ? 2 ** -24 : (i - 17) / 8))
    for (const path of paths) {
      for (const codec of [PORTABLE_ZIP_CODEC, ZLIB_CODEC]) {
        const source = await openFileSource(path)
        const npz = await openNpz(source, codec)
        for (const name of [...npz.names].filter(name => /^f\d/.test(name))) {
          const { rows, columns, data } = await npz.matrix(name)
          expect([name, rows, columns, [...data]]).toEqual([name, 5, 7, expected])
          expect(data).toBeInstanceOf(name.startsWith('f8') ? Float64Array : Float32Array)
        }
        expect(await npz.texts('labelsLE')).toEqual(['left', 'ä𝄞b', ''])
        expect(await npz.texts('labelsBE')).toEqual(['left', 'ä𝄞b', ''])
        expect(await npz.texts('bytes')).toEqual(['left', 'far'])
        expect(await npz.texts('indices')).toEqual(['3', '-1', '1099511627776'])
        expect(await npz.texts('small')).toEqual(['3', '-1', '2'])
        await source.close()
      }
    }
  })

  testWithPython('numpy', 'a pickle is refused with how to re-save it', async () => {
    const path = join(folder, 'pickle.npz')
    runPython('import sys, numpy as np; np.savez_compressed(sys.argv[1], a=np.array([{}, None], dtype=object))', [path])
    const npz = await openNpz(bytesSource(readFileSync(path), 'pickle.npz'))
    const error = await npz.texts('a').catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'npy-pickle', remedy: expect.stringContaining('savez_compressed') })
  })
})

testWithPython('numpy', 'numpy reads our file', async () => {
  const path = join(folder, 'ours.npz')
  const data = Float32Array.from({ length: 6 }, (_, i) => Math.fround(i * 1.1))
  writeFileSync(
    path,
    await npzBytes([
      { name: 'directions', shape: [2, 3], data },
      { name: 'names', texts: ['vertical', 'Δ𝄞', ''] },
    ]),
  )
  const script = `
import sys, json, numpy as np
z = np.load(sys.argv[1], allow_pickle=False)
print(json.dumps([z['directions'].dtype.str, z['directions'].tolist(), z['names'].tolist()]))
`
  const rows = [[...data.subarray(0, 3)], [...data.subarray(3)]]
  expect(JSON.parse(runPython(script, [path]))).toEqual(['<f4', rows, ['vertical', 'Δ𝄞', '']])
})

test('a directory of the 64-bit kind (archives above 4 GiB or 65,535 members), and a comment at the end', async () => {
  const plain = await npzBytes([{ name: 'a', shape: [1, 2], data: Float32Array.of(3, 4) }])
  const old = new DataView(plain.buffer, plain.length - 22)
  const record = new DataView(new ArrayBuffer(56 + 20 + 22 + 5))
  record.setUint32(0, 0x06064b50, true)
  record.setBigUint64(32, 1n, true)
  record.setBigUint64(40, BigInt(old.getUint32(12, true)), true)
  record.setBigUint64(48, BigInt(old.getUint32(16, true)), true)
  record.setUint32(56, 0x07064b50, true)
  record.setBigUint64(64, BigInt(plain.length - 22), true)
  record.setUint32(76, 0x06054b50, true)
  for (const at of [84, 86]) record.setUint16(at, 0xffff, true)
  for (const at of [88, 92]) record.setUint32(at, 0xffffffff, true)
  record.setUint16(96, 5, true)
  const wide = new Uint8Array([...plain.subarray(0, -22), ...new Uint8Array(record.buffer)])
  const npz = await openNpz(bytesSource(wide, 'wide.npz'))
  expect([...(await npz.matrix('a')).data]).toEqual([3, 4])
})

describe('damaged and hostile files give one line', () => {
  const data = Float32Array.from({ length: 400 }, (_, i) => Math.sin(i))
  const good = npzBytes([{ name: 'a', shape: [20, 20], data }])
  const read = async (bytes: Uint8Array): Promise<unknown> => (await openNpz(bytesSource(bytes, 'x.npz'))).matrix('a')
  const changed = async (change: (bytes: Uint8Array, view: DataView) => void): Promise<Uint8Array> => {
    const bytes = (await good).slice()
    change(bytes, new DataView(bytes.buffer))
    return bytes
  }
  const directoryAt = (view: DataView): number => view.getUint32(view.byteLength - 6, true)

  test('the untouched file is read', async () => {
    expect(await read(await good)).toMatchObject({ rows: 20, columns: 20, data })
  })

  test('cut short anywhere: never a wrong array, always a known code', async () => {
    const bytes = await good
    for (let length = 0; length < bytes.length; length += 37) {
      expect(await codeOf(read(bytes.subarray(0, length)))).toMatch(/^(zip-damaged|file-truncated)$/)
    }
  })

  test('one byte changed anywhere: the same array or a known code', async () => {
    const bytes = await good
    for (let at = 0; at < bytes.length; at += 7) {
      const copy = bytes.slice()
      copy[at]! ^= 0x55
      const outcome = await read(copy).then(
        matrix => ((matrix as { data: unknown }).data as Float32Array).every((value, i) => value === data[i]),
        (error: { code?: string; message: string }) => error.code ?? error.message,
      )
      expect([at, outcome]).toEqual([
        at,
        expect.toSatisfy(value => value === true || /^(zip|npy|npz|file)-/.test(value)),
      ])
    }
  })

  test('a bomb: sizes that deflate cannot reach, and more data than announced', async () => {
    const lie = await changed((_, view) => view.setUint32(directoryAt(view) + 24, 0xfffffff0, true))
    expect(await codeOf(read(lie))).toBe('zip-bomb')
    const both = await changed((_, view) => {
      // Packed and unpacked agree; the file could not hold either.
      view.setUint32(directoryAt(view) + 20, 2e9, true)
      view.setUint32(directoryAt(view) + 24, 2e9, true)
    })
    const taken: number[] = []
    const source = bytesSource(both, 'x.npz')
    const [entry] = await readZipDirectory(source)
    const allocate = (length: number): Uint8Array<ArrayBuffer> => {
      taken.push(length)
      return new Uint8Array(0)
    }
    expect(await codeOf(readZipMember(source, entry!, ZLIB_CODEC, undefined, allocate))).toBe('file-truncated')
    expect(taken).toEqual([])
    const short = await changed((_, view) => view.setUint32(directoryAt(view) + 24, 300, true))
    expect(await codeOf(read(short))).toBe('zip-damaged')
    const limited = (await openNpz(bytesSource(short, 'x.npz'), ZLIB_CODEC)).matrix('a')
    expect(await codeOf(limited)).toBe('zip-damaged')
  })

  const zip = (files: Record<string, Uint8Array>): Uint8Array => zipSync(files, { mtime: '2000-01-01' })

  test('a shape that lies, a name twice, a missing array, no archive at all', async () => {
    const npy = encodeNpy({ name: 'a', shape: [20, 20], data })
    const lie = npy.slice()
    lie.set(new TextEncoder().encode('(20, 99)'), new TextDecoder('latin1').decode(npy).indexOf('(20, 20)'))
    expect(await codeOf(read(zip({ 'a.npy': lie })))).toBe('npy-invalid')
    expect(await codeOf(read(zip({ 'b.npy': npy })))).toBe('npz-missing-array')
    expect(await codeOf(read(new Uint8Array(100)))).toBe('zip-damaged')
    const two = zip({ 'a.npy': npy, 'b.npy': npy })
    const text = new TextDecoder('latin1').decode(two)
    for (let at = text.indexOf('b.npy'); at >= 0; at = text.indexOf('b.npy', at + 1)) two[at] = 'a'.charCodeAt(0)
    expect(await codeOf(read(two))).toBe('zip-damaged')
  })
})

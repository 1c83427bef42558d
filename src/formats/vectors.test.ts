import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { runPython, testWithPython } from '../testing/python.ts'
import { blobSource, bytesSource } from './byte-source.ts'
import { openVectors } from './open-vectors.ts'
import { readPairLabels } from './pair-labels.ts'
import { writeSafetensors } from './safetensors-writer.ts'
import type { PairLabel } from './vector-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'vectors-'))
afterAll(() => rmSync(folder, { recursive: true }))

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const labels: PairLabel[] = [
  { id: 'p0', category: 'left' },
  { id: 'p1', category: 'far' },
]

async function safetensors(tensors: Record<string, number[]>, shape = [2, 3]): Promise<Uint8Array> {
  const parts: number[] = []
  await writeSafetensors(
    { write: async bytes => void parts.push(...bytes) },
    Object.entries(tensors).map(([name, values]) => ({ name, shape, data: () => Float32Array.from(values) })),
  )
  return Uint8Array.from(parts)
}

const codeOf = async (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no error',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  )

testWithPython('numpy', 'an npz as the released tool writes it, and one of originals and swaps alone', async () => {
  const script = `
import sys, numpy as np
d = np.arange(12, dtype='f4').reshape(3, 4)
c = np.array(['left', 'under', 'far'])
for path, full in ((sys.argv[1], True), (sys.argv[2], False)):
    a = {}
    for k in (12, 3):
        if full: a['delta_L%d' % k] = d + k
        if full: a['indices_L%d' % k] = np.array([5, 6, 9])
        a['orig_L%d' % k] = (d * 2).astype('f2')
        a['swap_L%d' % k] = (d * 3 + k).astype('f2')
        a['categories_L%d' % k] = c
        a['groups_L%d' % k] = np.array(['horizontal', 'vertical', 'distance'])
    np.savez_compressed(path, **a)
`
  const paths = [join(folder, 'full.npz'), join(folder, 'states.npz')]
  runPython(script, paths)
  for (const [i, path] of paths.entries()) {
    const file = await openVectors(blobSource(new Blob([readFileSync(path)]), 'dropped.npz'))
    expect(file.layers).toEqual([3, 12])
    const layer = await file.read(12)
    const ids = i === 0 ? ['5', '6', '9'] : ['0', '1', '2']
    expect({ ...layer, deltas: [...layer.deltas] }).toEqual({
      layer: 12,
      rows: 3,
      columns: 4,
      deltas: Array.from({ length: 12 }, (_, j) => j + 12),
      labels: ids.map((id, j) => ({ id, category: (['left', 'below', 'far'] as const)[j] })),
    })
  }
})

testWithPython('numpy', 'safetensors of every width, laid out by hand in numpy', async () => {
  const script = `
import sys, json, struct, numpy as np
a = (np.arange(6, dtype='f8').reshape(2, 3) - 3) / 4
bf = (a.astype('f4').view('u4') >> 16).astype('u2')
tensors = {}
blob = b''
for k, (dtype, orig, swap) in enumerate((('F16', a.astype('f2'), (a * 3).astype('f2')), ('F32', a.astype('f4'), (a * 3).astype('f4')),
        ('F64', a, a * 3), ('BF16', bf, ((a * 3).astype('f4').view('u4') >> 16).astype('u2')))):
    for name, x in (('original', orig), ('swapped', swap)):
        tensors['layer.%d.%s' % (k, name)] = {'dtype': dtype, 'shape': [2, 3], 'data_offsets': [len(blob), len(blob) + x.nbytes]}
        blob += x.tobytes()
h = json.dumps(tensors).encode()
open(sys.argv[1], 'wb').write(struct.pack('<Q', len(h)) + h + blob)
`
  const path = join(folder, 'all.safetensors')
  runPython(script, [path])
  const file = await openVectors(bytesSource(readFileSync(path), 'all.safetensors'), { labels })
  expect(file.layers).toEqual([0, 1, 2, 3])
  for (const layer of file.layers) {
    const { deltas, rows, columns } = await file.read(layer)
    expect([rows, columns, [...deltas]]).toEqual([2, 3, [-1.5, -1, -0.5, 0, 0.5, 1]])
  }
})

test('what we write as safetensors we read', async () => {
  const bytes = await safetensors({ delta_L4: [1, 2, 3, 4, 5, 6], delta_L10: [0, 0, 0, 0, 0, 1] })
  const file = await openVectors(bytesSource(bytes, 'x.safetensors'), { labels })
  expect(file.layers).toEqual([4, 10])
  expect([...(await file.read(10)).deltas]).toEqual([0, 0, 0, 0, 0, 1])
})

test('JSON lines, layers mixed, category in the row or in the pairs file', async () => {
  const text = [
    '{"pairId":"p0","layer":1,"original":[1,1],"swapped":[3,0.5]}',
    '{"pairId":"p0","layer":0,"original":[1,1],"swapped":[1,2]}\r',
    '',
    '{"pairId":"p1","layer":1,"original":[0,0],"swapped":[0.1,0],"category":"close"}',
  ].join('\n')
  const file = await openVectors(bytesSource(bytesOf(text), 'x.jsonl'), { labels })
  expect(file.layers).toEqual([0, 1])
  const layer = await file.read(1)
  expect([...layer.deltas]).toEqual([2, -0.5, 0.1, 0])
  expect(layer.labels).toEqual([
    { id: 'p0', category: 'left' },
    { id: 'p1', category: 'close' },
  ])
})

test('a pairs file keeps index, scene and split, and refuses a pair twice', async () => {
  const row = '{"pairId":"s-1-h","category":"beneath","index":4,"sceneId":"s-1","split":"counter","more":1}\n'
  expect(await readPairLabels(bytesSource(bytesOf(row), 'pairs.jsonl'))).toEqual([
    { id: 's-1-h', category: 'below', index: 4, sceneId: 's-1', split: 'counter' },
  ])
  expect(await codeOf(readPairLabels(bytesSource(bytesOf(row + row), 'pairs.jsonl')))).toBe('pairs-invalid')
})

describe('damaged and hostile files give one line', () => {
  const open = async (bytes: Uint8Array, withLabels = true): Promise<unknown> => {
    const file = await openVectors(bytesSource(bytes, 'x'), withLabels ? { labels } : {})
    return file.read(file.layers[0]!)
  }
  const good = safetensors({ delta_L0: [1, 2, 3, 4, 5, 6] })
  const edited = async (from: string, to: string): Promise<Uint8Array> => {
    const bytes = (await good).slice()
    const at = new TextDecoder('latin1').decode(bytes).indexOf(from)
    expect(at).toBeGreaterThan(0)
    bytes.set(bytesOf(to.padEnd(from.length)), at)
    return bytes
  }

  test('safetensors', async () => {
    expect(await codeOf(open(await good))).toBe('no error')
    expect(await codeOf(open(await good, false))).toBe('vectors-no-labels')
    const long = (await good).slice()
    long[3] = 0xff
    expect(await codeOf(open(long))).toBe('safetensors-invalid')
    expect(await codeOf(open((await good).subarray(0, -1)))).toBe('safetensors-invalid')
    expect(await codeOf(open(await edited('[2,3]', '[9,9]')))).toBe('safetensors-invalid')
    expect(await codeOf(open(await edited('[2,3]', '[-2,3')))).toBe('safetensors-invalid')
    expect(await codeOf(open(await edited('"F32"', '"I32"')))).toBe('safetensors-invalid')
    expect(await codeOf(open(await edited('delta_L0', 'gamma_L0')))).toBe('vectors-no-layers')
    const three = safetensors({ delta_L0: [1, 2, 3, 4, 5, 6] }, [3, 2])
    expect(await codeOf(open(await three))).toBe('vectors-shape')
  })

  test('JSON lines', async () => {
    const first = '{"pairId":"p0","layer":1,"original":[1,1],"swapped":[3,0.5]}\n'
    expect(await codeOf(open(bytesOf(`${first}{"pairId":`)))).toBe('vectors-jsonl-invalid')
    expect(await codeOf(open(bytesOf(first.replace('[3,0.5]', '[3]'))))).toBe('vectors-jsonl-invalid')
    expect(await codeOf(open(bytesOf(first.replace('0.5', 'null'))))).toBe('vectors-jsonl-invalid')
    expect(await codeOf(open(bytesOf(first.replace('p0', 'p9'))))).toBe('vectors-jsonl-invalid')
  })

  test('neither of the three', async () => {
    expect(await codeOf(open(bytesOf('left\tright\tabove')))).toBe('vectors-unreadable')
    expect(await codeOf(open(bytesOf('')))).toBe('vectors-unreadable')
  })
})

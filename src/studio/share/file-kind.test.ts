import { expect, test } from 'vitest'
import { parseScene } from '../../core/scene.ts'
import { writeNpz } from '../../formats/npz-writer.ts'
import { encodePng } from '../../formats/png.ts'
import { sceneLink } from '../../formats/share-link.ts'
import { probeRequestOf } from '../probe/open-probe-files.ts'
import { fileKind } from './file-kind.ts'

const scene = parseScene({ objects: [{ shape: 'sphere', color: 'red', sizeM: 0.2, depthM: 6, thetaDeg: 90 }] })
const lines = (...rows: object[]) => rows.map(row => `${JSON.stringify(row)}\n`).join('')
const vectorRows = lines({ pairId: 'p0', layer: 0, original: [1, 2], swapped: [0, 1], category: 'far' })
const pairRows = lines({ pairId: 'p0', category: 'far', sceneId: 's' })

async function npz(): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  const sink = { write: async (bytes: Uint8Array) => void parts.push(bytes.slice()) }
  await writeNpz(sink, [{ name: 'delta_L0', shape: [1, 2], data: new Float32Array(2) }])
  return Uint8Array.from(Buffer.concat(parts))
}

function safetensors(header: string, tail = 16): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8 + header.length + tail)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(header.length), true)
  bytes.set(new TextEncoder().encode(header), 8)
  return bytes
}

const zip = (name: string) =>
  Uint8Array.from([0x50, 0x4b, 3, 4, ...new Array(22).fill(0), name.length, 0, 0, 0, ...new TextEncoder().encode(name)])

const png = encodePng({ kind: 'rgb8', widthPx: 2, heightPx: 2, data: new Uint8Array(12) })

test.each<[string, () => Promise<BlobPart> | BlobPart, string]>([
  ['an archive', () => zip('grid/dataset.json'), 'archive'],
  ['npz, which is an archive too', npz, 'vectors'],
  ['safetensors', () => safetensors('{"delta_L0":{"dtype":"F32","shape":[1,4],"data_offsets":[0,16]}}'), 'vectors'],
  ['a cut safetensors header', () => safetensors('{}', 0).subarray(0, 9), 'unknown'],
  ['vectors as lines', () => vectorRows, 'vectors'],
  ['pairs', () => pairRows, 'pairs'],
  ['a probe.json', () => JSON.stringify({ version: 1, model: 'm', pairs: [], layers: [], choice: {} }), 'probe-report'],
  [
    'a probe.json larger than what is looked at',
    () => `{"version":1,"model":"m","source":"v.npz","pairs":[${'0,'.repeat(400_000)}0]}`,
    'probe-report',
  ],
  ['a chain data set', () => lines({ imageId: 'a', question: 'q', scene_graph: {} }, { imageId: 'b' }), 'chains'],
  ['generation records', () => lines({ imageId: 'a', question: 'q', prediction: 'yes' }), 'chains'],
  ['answers', () => lines({ questionId: 'q', model: 'm', protocol: 'logits', status: 'ok', pYes: 1 }), 'responses'],
  ['a picture', () => png, 'picture'],
  ['a scene', () => JSON.stringify(scene), 'scene'],
  ['a scene over many lines', () => JSON.stringify(scene, null, 2), 'scene'],
  ['a link', () => sceneLink(scene, 'https://example.org/'), 'scene'],
  ['text', () => 'hello', 'unknown'],
  ['other JSON', () => '{"a":1}', 'unknown'],
  ['nothing', () => '', 'unknown'],
])('%s', async (_, content, kind) => {
  expect(await fileKind(new Blob([await content()]))).toBe(kind)
})

test('the Probe page is asked for vectors with their pairs, whatever the names and the order', async () => {
  const vectors = new File([await npz()], 'a.txt')
  const pairs = new File([pairRows], 'b.txt')
  expect(await probeRequestOf([pairs, vectors])).toEqual({ kind: 'vectors', vectors, pairs })
  expect(await probeRequestOf([vectors])).toEqual({ kind: 'vectors', vectors, pairs: null })
  expect(await probeRequestOf([pairs])).toBeNull()
})

import { expect, test } from 'vitest'
import { SpatialTunnelError } from '../../core/errors.ts'
import { parseScene } from '../../core/scene.ts'
import { encodePng } from '../../formats/png.ts'
import { sceneLink } from '../../formats/share-link.ts'
import { recogniseBytes, recogniseText } from './recognise.ts'
import { withScene } from './scene-png.ts'

const scene = parseScene({ objects: [{ shape: 'sphere', color: 'red', sizeM: 0.2, depthM: 6, thetaDeg: 90 }] })
const png = encodePng({ kind: 'rgb8', widthPx: 2, heightPx: 2, data: new Uint8Array(12) })
const bytes = (text: string) => new TextEncoder().encode(text)
const codeOf = (act: () => unknown): string => {
  try {
    act()
    return 'no error'
  } catch (error) {
    if (error instanceof SpatialTunnelError) return error.code
    throw error
  }
}

test.each([
  ['JSON, whatever its name', () => recogniseBytes(bytes(JSON.stringify(scene)), 'holiday.png')],
  ['hand-written JSON of an older version', () => recogniseText(JSON.stringify({ objects: scene.objects }), 'x')],
  ['a link of any origin', () => recogniseText(sceneLink(scene, 'https://example.org/a/'), 'x')],
  ['a picture with its scene', () => recogniseBytes(withScene(png, scene), 'x.json')],
])('%s', (_, recognise) => {
  expect(recognise().scene).toEqual(scene)
})

test.each([
  ['a picture without a scene', () => recogniseBytes(png, 'image.png'), 'png-without-scene'],
  ['a cut picture', () => recogniseBytes(withScene(png, scene).subarray(0, 60), 'x'), 'png-invalid'],
  ['text', () => recogniseText('hello', 'x'), 'file-unknown'],
  ['broken JSON', () => recogniseText('{"objects":', 'x'), 'file-unknown'],
  ['huge JSON', () => recogniseBytes(bytes(`{${' '.repeat(300_000)}}`), 'x'), 'file-unknown'],
  ['a wrong field', () => recogniseText('{"objects":[{"shape":"egg"}]}', 'x'), 'scene-invalid'],
  ['__proto__', () => recogniseText(`{"__proto__":{"a":1},${JSON.stringify(scene).slice(1)}`, 'x'), 'scene-invalid'],
  ['a picture with a broken scene', () => recogniseBytes(withScene(png, 3 as never), 'x'), 'file-unknown'],
])('%s is refused with a code', (_, recognise, code) => {
  expect(codeOf(recognise)).toBe(code)
})

import { SpatialTunnelError, shown } from '../../core/errors.ts'
import { parseScene, type Scene } from '../../core/scene.ts'
import { decodeSceneToken, tokenOfLink } from '../../formats/share-link.ts'
import { sceneTextOfPng } from './scene-png.ts'

/** Largest scene file that is read: a scene with 8 objects is under 3 kB. */
const LARGEST_SCENE_BYTES = 200_000

/** What a dropped or pasted thing turned out to be; told from its content, never from its name. */
export type Recognised = { readonly kind: 'scene'; readonly from: string; readonly scene: Scene }

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47]

/**
 * @param name what to call it in messages
 * @throws SpatialTunnelError `file-unknown`, `png-without-scene`, or why the scene inside cannot be used
 */
export function recogniseBytes(bytes: Uint8Array, name: string): Recognised {
  if (PNG_SIGNATURE.every((byte, i) => bytes[i] === byte)) {
    const text = sceneTextOfPng(bytes)
    if (text !== null) return { ...recogniseText(text, name), from: 'a picture with its scene' }
    throw new SpatialTunnelError({
      code: 'png-without-scene',
      where: name,
      found: 'a PNG without a scene inside',
      expected: 'a picture saved as “PNG with scene”',
      remedy: 'pictures of datasets stay free of it: open the scene from the dataset',
    })
  }
  if (bytes.length > LARGEST_SCENE_BYTES) throw unknown(name, `${bytes.length.toLocaleString('en')} bytes`)
  return recogniseText(new TextDecoder().decode(bytes), name)
}

/** @throws SpatialTunnelError as `recogniseBytes` */
export function recogniseText(text: string, name: string): Recognised {
  const trimmed = text.trim()
  if (trimmed.startsWith('{')) {
    if (trimmed.length > LARGEST_SCENE_BYTES) throw unknown(name, `${trimmed.length.toLocaleString('en')} letters`)
    return { kind: 'scene', from: 'a scene', scene: parseScene(parseJson(trimmed, name)) }
  }
  if (/[#&]s=|^\d+\.[\w-]+$/.test(trimmed)) {
    return { kind: 'scene', from: 'a link', scene: decodeSceneToken(tokenOfLink(trimmed)) }
  }
  throw unknown(name, shown(trimmed))
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw unknown(name, `text that is not JSON (${error instanceof Error ? error.message : String(error)})`)
  }
}

const unknown = (name: string, found: string): SpatialTunnelError =>
  new SpatialTunnelError({
    code: 'file-unknown',
    where: name,
    found,
    expected: 'a scene (JSON, a link or a “PNG with scene”), a dataset, vectors, a probe.json, or chains',
  })

import { SpatialTunnelError, shown } from '../core/errors.ts'
import { parseScene, SCENE_VERSION, type Scene } from '../core/scene.ts'
import { decodeToken, encodeToken } from './link-token.ts'

/**
 * A whole scene in a link: `…#s=1.<base64url>` (`link-token.ts`).
 *
 * The JSON leaves out every field that has its default, so that a typical scene with two objects takes about 150
 * letters. The scene's own version is inside, so that old links open by the scene's migrations.
 *
 * @returns the token that goes behind `#s=`
 * @example encodeSceneToken(parseScene({ objects: [{ shape: 'cube', color: 'red', sizeM: 0.1, depthM: 3, thetaDeg: 90 }] }))
 */
export const encodeSceneToken = (scene: Scene): string => encodeToken(withoutDefaults(scene))

/**
 * The link to a scene.
 *
 * @param base the studio's address, with or without a query; its fragment is replaced
 */
export const sceneLink = (scene: Scene, base: string): string =>
  `${base.replace(/#.*$/s, '')}#s=${encodeSceneToken(scene)}`

/**
 * The token inside a link, a fragment or a bare token; the origin does not matter.
 *
 * @throws SpatialTunnelError `link-without-scene`
 */
export function tokenOfLink(link: string): string {
  const text = link.trim()
  const inFragment = /[#&]s=([^&\s]*)/.exec(text)
  if (inFragment) return inFragment[1]!
  if (/^\d+\.[\w-]*$/.test(text)) return text
  throw new SpatialTunnelError({
    code: 'link-without-scene',
    where: 'link',
    found: shown(text),
    expected: 'a studio link with #s=… in it',
    remedy: 'copy the whole address, the part behind # included',
  })
}

/**
 * The scene of a token. Safe with any text: bounded in size and depth, every field checked.
 *
 * @throws SpatialTunnelError `link-too-new`, `link-too-large`, `link-damaged`, `link-too-deep`, or what `parseScene`
 * throws (`scene-invalid`, `version-too-new`)
 */
export const decodeSceneToken = (token: string): Scene => parseScene(decodeToken(token))

/** The scene's JSON without the fields that `parseScene` fills in by itself. */
function withoutDefaults(scene: Scene): unknown {
  const required = {
    shape: scene.objects[0]!.shape,
    color: scene.objects[0]!.color,
    sizeM: 0.1,
    depthM: 3,
    thetaDeg: 0,
  }
  const defaults = parseScene({ version: SCENE_VERSION, objects: [required] })
  const optional = { camera: scene.camera, tunnel: scene.tunnel, light: scene.light } as const
  const changed = Object.entries(optional).flatMap(([name, part]) => {
    const kept = differing(part, defaults[name as keyof typeof optional])
    return Object.keys(kept).length > 0 ? [[name, kept] as const] : []
  })
  const objects = scene.objects.map(object => ({
    shape: object.shape,
    color: object.color,
    sizeM: object.sizeM,
    ...differing({ roughness: object.roughness }, defaults.objects[0]!),
    depthM: object.depthM,
    thetaDeg: object.thetaDeg,
    ...differing({ yawDeg: object.yawDeg, insetM: object.insetM }, defaults.objects[0]!),
  }))
  return { version: scene.version, objects, ...Object.fromEntries(changed) }
}

const differing = (part: object, defaults: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(part).filter(([key, value]) => (defaults as Readonly<Record<string, unknown>>)[key] !== value),
  )

import { deflateSync, Inflate } from 'fflate'
import { SpatialTunnelError, shown } from '../core/errors.ts'
import { fromBase64url, toBase64url } from './base64url.ts'

/**
 * JSON as a short token for links: the codec's version, a dot, and base64url of [checksum, 2 bytes · raw deflate of the
 * JSON]. The deflate starts from a dictionary of the scene schema's own words; it belongs to the codec's version and
 * never changes.
 */
export const LINK_VERSION = 1

/** Bounds of what is ever decoded: a scene of 8 objects with every field set and random digits stay far below. */
export const LINK_LIMITS = { tokenLength: 6_000, jsonLength: 20_000, depth: 6 } as const

const DICTIONARY_V1 = new TextEncoder().encode(
  '"tunnel":{"lengthM":"texture":"checker""plain""panels""fogPerM":"light":{"sunElevationDeg":"sunIntensity":' +
    '"backgroundIntensity":"sunRotationRad":4."camera":{"widthPx":"heightPx":"fovYDeg":"xM":"yM":"zM":"pitchDeg":' +
    '"rollDeg":"brown""gray""white""purple""orange""torus""cone""cylinder""insetM":"yawDeg":' +
    '22.567.5112.5157.5202.5247.5292.5337.5' +
    '{"shape":"cube","color":"black","magenta","cyan","yellow","blue","green","red","sizeM":0.1,"roughness":0.' +
    ',"depthM":3,"thetaDeg":270}]}{"version":1,"objects":[{"shape":"sphere","color":"red","sizeM":0.2,"roughness":0.' +
    '5,"depthM":6,"thetaDeg":90},{"shape":"sphere","color":"',
)

/** @returns the token of a value */
export function encodeToken(value: unknown): string {
  const json = new TextEncoder().encode(JSON.stringify(value))
  const packed = deflateSync(json, { level: 9, dictionary: DICTIONARY_V1 })
  const bytes = new Uint8Array(packed.length + 2)
  bytes.set(checksum(packed))
  bytes.set(packed, 2)
  return `${LINK_VERSION}.${toBase64url(bytes)}`
}

/**
 * The JSON value of a token. Safe with any text: bounded in size and depth; what the value is has to be checked.
 *
 * @throws SpatialTunnelError `link-too-new`, `link-too-large`, `link-damaged`, `link-too-deep`
 */
export function decodeToken(token: string): unknown {
  if (token.length > LINK_LIMITS.tokenLength) throw tooLarge(`${token.length} letters`)
  const match = /^(\d{1,6})\.([\w-]+)$/.exec(token)
  if (!match) throw damaged(shown(token, 30), 'a version, a dot, and base64url')
  if (Number(match[1]) > LINK_VERSION) {
    throw new SpatialTunnelError({
      code: 'link-too-new',
      where: 'link',
      found: `version ${match[1]}`,
      expected: `at most ${LINK_VERSION}`,
      remedy: 'a newer SpatialTunnel made this link: update this one',
    })
  }
  const bytes = fromBase64url(match[2]!)
  if (!bytes || bytes.length < 3) throw damaged(`${token.length} letters`, 'whole base64url')
  const packed = bytes.subarray(2)
  const sum = checksum(packed)
  if (sum[0] !== bytes[0] || sum[1] !== bytes[1]) throw damaged('a wrong checksum', 'the checksum of the whole link')
  return parseBounded(inflateBounded(packed))
}

/** Inflates a little at a time, so that a small link can never become a large memory. */
function inflateBounded(packed: Uint8Array): string {
  const parts: Uint8Array[] = []
  let length = 0
  const inflate = new Inflate({ dictionary: DICTIONARY_V1 }, part => {
    length += part.length
    if (length > LINK_LIMITS.jsonLength) throw tooLarge(`more than ${LINK_LIMITS.jsonLength} letters of JSON`)
    parts.push(part.slice())
  })
  const step = 64
  try {
    for (let at = 0; at < packed.length; at += step) {
      inflate.push(packed.subarray(at, at + step), at + step >= packed.length)
    }
    const bytes = new Uint8Array(length)
    parts.reduce((at, part) => {
      bytes.set(part, at)
      return at + part.length
    }, 0)
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof SpatialTunnelError) throw error
    throw damaged('bytes that do not unpack', 'deflated JSON', error)
  }
}

function parseBounded(json: string): unknown {
  let depth = 0
  for (const [bracket] of json.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (bracket === '[' || bracket === '{') depth += 1
    else if (bracket === ']' || bracket === '}') depth -= 1
    if (depth > LINK_LIMITS.depth) {
      throw new SpatialTunnelError({
        code: 'link-too-deep',
        where: 'link',
        found: `more than ${LINK_LIMITS.depth} levels of brackets`,
        expected: 'a scene or a failure, which have 3',
      })
    }
  }
  try {
    return JSON.parse(json)
  } catch (error) {
    throw damaged(shown(json, 40), 'JSON', error)
  }
}

/** Fletcher's checksum, 16 bits: a lost end or an altered letter does not pass for another scene. */
function checksum(bytes: Uint8Array): [number, number] {
  let [low, high] = [1, 0]
  for (const byte of bytes) {
    low = (low + byte) % 255
    high = (high + low) % 255
  }
  return [low, high]
}

const tooLarge = (found: string): SpatialTunnelError =>
  new SpatialTunnelError({
    code: 'link-too-large',
    where: 'link',
    found,
    expected: `at most ${LINK_LIMITS.tokenLength} letters, ${LINK_LIMITS.jsonLength} unpacked`,
    remedy: 'ask for it as a file: a link this long is none of ours',
  })

const damaged = (found: string, expected: string, cause?: unknown): SpatialTunnelError =>
  new SpatialTunnelError({
    code: 'link-damaged',
    where: 'link',
    found,
    expected,
    remedy: 'the end may have been cut off on the way: copy the whole address again',
    cause,
  })

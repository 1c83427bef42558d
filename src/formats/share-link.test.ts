import { deflateSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { SpatialTunnelError } from '../core/errors.ts'
import { COLORS, SHAPES } from '../core/palette.ts'
import { parseScene, type Scene } from '../core/scene.ts'
import { fromBase64url, toBase64url } from './base64url.ts'
import frozen from './fixtures/share-links.json' with { type: 'json' }
import { LINK_LIMITS } from './link-token.ts'
import { decodeSceneToken, encodeSceneToken, sceneLink, tokenOfLink } from './share-link.ts'

const typical = parseScene({
  version: 1,
  light: { sunRotationRad: 4.312874120938 },
  objects: [
    { shape: 'sphere', color: 'red', sizeM: 0.2713, roughness: 0.62184, depthM: 6, thetaDeg: 112.5 },
    { shape: 'cube', color: 'cyan', sizeM: 0.1391, roughness: 0.07713, depthM: 3, thetaDeg: 270 },
  ],
})
const full: Scene = parseScene({
  camera: {
    widthPx: 640,
    heightPx: 480,
    fovYDeg: 61.5,
    xM: 0.1,
    yM: -0.2,
    zM: 0.3,
    yawDeg: 3,
    pitchDeg: -4,
    rollDeg: 5,
  },
  tunnel: { lengthM: 33, texture: 'checker', fogPerM: 0.03 },
  light: { sunRotationRad: 0.5, sunElevationDeg: 0, sunIntensity: 0, backgroundIntensity: 0 },
  objects: Array.from({ length: 8 }, (_, i) => ({
    shape: SHAPES[i % SHAPES.length],
    color: COLORS[i],
    sizeM: 0.1 + i / 70,
    roughness: 0.05 + i / 9,
    depthM: 2 + i / 3,
    thetaDeg: (i * 45.123) % 360,
    yawDeg: i * 10.01,
    insetM: i / 101,
  })),
})

/** A token with a right checksum over any bytes: what a hostile hand would make. */
const forge = (bytes: Uint8Array): string => {
  let [low, high] = [1, 0]
  for (const byte of bytes) {
    low = (low + byte) % 255
    high = (high + low) % 255
  }
  return `1.${toBase64url(Uint8Array.from([low, high, ...bytes]))}`
}
const forgeJson = (json: string): string => forge(deflateSync(new TextEncoder().encode(json), { level: 9 }))
const codeOf = (act: () => unknown): string => {
  try {
    act()
  } catch (error) {
    if (error instanceof SpatialTunnelError) return error.code
    throw error
  }
  return 'no error'
}

test.each([
  ['typical', typical],
  ['every field set', full],
])('%s: decode ∘ encode is the identity', (_, scene) => {
  expect(decodeSceneToken(encodeSceneToken(scene))).toEqual(scene)
})

test('a typical scene takes under 300 letters, address included; the largest stays inside the limit', () => {
  expect(sceneLink(typical, 'https://example.org/spatialtunnel/').length).toBeLessThan(300)
  expect(encodeSceneToken(full).length).toBeLessThan(LINK_LIMITS.tokenLength / 4)
})

test('the token is found in a link of any origin, a fragment, and alone', () => {
  const token = encodeSceneToken(typical)
  for (const link of [
    sceneLink(typical, 'http://127.0.0.1:5173/?a=1#old'),
    `#page=grid&s=${token}&x=1`,
    ` ${token}\n`,
  ]) {
    expect(tokenOfLink(link)).toBe(token)
  }
  expect(codeOf(() => tokenOfLink('https://example.org/'))).toBe('link-without-scene')
})

describe('links that once were made open for ever', () => {
  test.each(frozen.map(entry => [entry.what, entry] as const))('%s', (_, entry) => {
    expect(decodeSceneToken(entry.token)).toEqual(entry.scene)
  })
})

describe('hostile and broken links', () => {
  const token = encodeSceneToken(typical)

  test('every truncation is named as damage', () => {
    for (let length = 0; length < token.length; length++) {
      expect(codeOf(() => decodeSceneToken(token.slice(0, length)))).toBe('link-damaged')
    }
  })

  test('every single altered letter is noticed', () => {
    for (let at = 2; at < token.length - 1; at++) {
      const altered = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
      expect(codeOf(() => decodeSceneToken(altered))).toBe('link-damaged')
    }
  })

  test.each<[string, string, string]>([
    ['a newer version', '2.AAAA', 'link-too-new'],
    ['huge text', `1.${'A'.repeat(100_000)}`, 'link-too-large'],
    ['a bomb: 4 MB of blanks in 4 kB', forgeJson(' '.repeat(4_000_000)), 'link-too-large'],
    ['deep arrays', forgeJson('['.repeat(5000)), 'link-too-deep'],
    ['deep objects', forgeJson('{"a":'.repeat(50) + 1 + '}'.repeat(50)), 'link-too-deep'],
    ['not JSON', forgeJson('{"version":1,'), 'link-damaged'],
    ['not deflate', forge(Uint8Array.from([255, 255, 255, 255])), 'link-damaged'],
    ['not UTF-8', forge(deflateSync(Uint8Array.from([0xff, 0xfe, 0xfd]))), 'link-damaged'],
    ['letters of no alphabet', '1.<script>alert(1)</script>', 'link-damaged'],
    ['null', forgeJson('null'), 'scene-invalid'],
    ['wrong types', forgeJson('{"version":1,"objects":[{"shape":3}]}'), 'scene-invalid'],
    ['9 objects', forgeJson(JSON.stringify({ ...full, objects: [...full.objects, full.objects[0]] })), 'scene-invalid'],
    [
      'NaN as null',
      forgeJson(JSON.stringify({ ...full, objects: [{ ...full.objects[0], depthM: null }] })),
      'scene-invalid',
    ],
    ['a newer scene', forgeJson('{"version":99,"objects":[]}'), 'version-too-new'],
    ['__proto__', forgeJson(`{"__proto__":{"polluted":1},${JSON.stringify(full).slice(1)}`), 'scene-invalid'],
    [
      '__proto__ inside',
      forgeJson(JSON.stringify(full).replace('"camera":{', '"camera":{"__proto__":{"polluted":1},')),
      'scene-invalid',
    ],
    [
      'constructor',
      forgeJson(`{"constructor":{"prototype":{"polluted":1}},${JSON.stringify(full).slice(1)}`),
      'scene-invalid',
    ],
  ])('%s', (_, bad, code) => {
    expect(codeOf(() => decodeSceneToken(bad))).toBe(code)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

test('base64url and back, every length and byte', () => {
  for (let length = 0; length < 70; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 37 + length * 11) % 256)
    expect(fromBase64url(toBase64url(bytes))).toEqual(bytes)
  }
  expect(fromBase64url('A')).toBeNull()
  expect(fromBase64url('A=')).toBeNull()
})

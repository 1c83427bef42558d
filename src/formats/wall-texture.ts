import type { Scene } from '../core/scene.ts'
import { encodePng } from './png.ts'

/** Metres of wall that one copy of the picture shows, along the tunnel and across it: ribs stand every two metres. */
export const WALL_TEXTURE_M = 2

/** Albedo of a wall without a pattern, linear sRGB. */
export const WALL_ALBEDO = [0.7, 0.69, 0.67] as const
const RIB_ALBEDO = [0.3, 0.235, 0.17] as const

const SIDE_PX = 512
/** A seam is ten millimetres wide, a pixel four. */
const SAMPLES = 3

/**
 * The walls' pattern as a picture for other renderers: columns along the tunnel (u = −z), rows across it (v), the same
 * on all four walls. The panels' tints, which never repeat, are left out.
 *
 * @returns a PNG file, sRGB; null for walls without a pattern
 */
export function wallTexture(texture: Scene['tunnel']['texture']): Uint8Array<ArrayBuffer> | null {
  if (texture === 'plain') return null
  const albedoAt = texture === 'checker' ? checkerAlbedo : panelAlbedo
  const data = new Uint8Array(3 * SIDE_PX * SIDE_PX)
  const metres = (px: number, sample: number): number => (WALL_TEXTURE_M * (px + (sample + 0.5) / SAMPLES)) / SIDE_PX
  for (let y = 0; y < SIDE_PX; y++) {
    for (let x = 0; x < SIDE_PX; x++) {
      const sum = [0, 0, 0]
      for (let k = 0; k < SAMPLES ** 2; k++) {
        const albedo = albedoAt(metres(x, k % SAMPLES), Math.abs(metres(y, Math.floor(k / SAMPLES)) - 1))
        for (let c = 0; c < 3; c++) sum[c]! += albedo[c]! / SAMPLES ** 2
      }
      for (let c = 0; c < 3; c++) data[3 * (y * SIDE_PX + x) + c] = Math.round(255 * srgb(sum[c]!))
    }
  }
  return encodePng({ kind: 'rgb8', widthPx: SIDE_PX, heightPx: SIDE_PX, data })
}

/** Distance to the nearest `offset + k · period`. */
const distanceTo = (x: number, offset: number, period: number): number => {
  const cycles = (x - offset) / period
  return Math.abs(cycles - Math.round(cycles)) * period
}

/** Panels of a metre by half a metre with their seams, ribs with a shaded margin, trims in the corners. */
function panelAlbedo(u: number, v: number): readonly number[] {
  const rib = distanceTo(u, 0.5, WALL_TEXTURE_M)
  if (rib < 0.03 || v > 0.965) return RIB_ALBEDO
  const seam = distanceTo(u, 0, 1) < 0.005 || v < 0.004 || Math.abs(v - 0.5) < 0.004
  return WALL_ALBEDO.map(c => c * (seam ? 0.3 : 1) * (rib < 0.09 ? 0.88 : 1))
}

/** Squares of half a metre. */
function checkerAlbedo(u: number, v: number): readonly number[] {
  const light = distanceTo(u, -0.25, 1) < 0.25 === distanceTo(v, -0.25, 1) < 0.25
  return WALL_ALBEDO.map(c => c * (light ? 1.02 : 0.54))
}

const srgb = (linear: number): number => (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055)

import { MASK_PALETTE } from '../../core/palette.ts'
import { decodePng, type PngImage } from '../../formats/png.ts'
import type { Capturer } from '../../render/capture.ts'
import { passImage } from '../../render/delivery/encode-scene.ts'
import { TOKENS } from '../../report/tokens.ts'
import type { DatasetFiles } from './dataset-files.ts'
import type { BrowsedScene } from './loaded-dataset.ts'

export type PassView = 'rgb' | 'mask' | 'depth'

/** A pass as it is shown. */
export interface PassPicture {
  readonly pixels: ImageData
  /** Depth: the nearest and the farthest surface, m. */
  readonly rangeM: readonly [near: number, far: number] | null
  /** What the file's bytes are, for the checksum; null when it was drawn live. */
  readonly bytes: Uint8Array<ArrayBuffer> | null
}

/**
 * A pass of a scene, from its file or, in the example, drawn by the batch's own renderer.
 *
 * @throws SpatialTunnelError `file-missing`, `png-invalid` …; null: the dataset has no such pass, or nothing can draw
 */
export async function passPicture(
  scene: BrowsedScene,
  pass: PassView,
  files: DatasetFiles | null,
  capturer: () => Promise<Capturer | null>,
): Promise<PassPicture | null> {
  if (!scene.row || !files) {
    const drawing = await capturer()
    if (!drawing) return null
    const frame = drawing.capture(scene.scene, ['rgb', 'depth'])
    return { ...shownImage(passImage(pass, frame)), bytes: null }
  }
  const path = passPathOf(scene, pass)
  if (path === undefined) return null
  const bytes = new Uint8Array(await (await files.read(path)).arrayBuffer())
  return { ...shownImage(decodePng(bytes)), bytes }
}

export const passPathOf = ({ row }: BrowsedScene, pass: PassView): string | undefined =>
  pass === 'rgb' ? row?.image : row?.passes[pass]?.path

/** The checksum that the row has for a pass. */
export const passSha256Of = ({ row }: BrowsedScene, pass: PassView): string | undefined =>
  pass === 'rgb' ? row?.imageSha256 : row?.passes[pass]?.sha256

function shownImage(image: PngImage): Pick<PassPicture, 'pixels' | 'rangeM'> {
  const { widthPx, heightPx } = image
  const rgba = new Uint8ClampedArray(widthPx * heightPx * 4)
  const rangeM = fill(rgba, image)
  return { pixels: new ImageData(rgba, widthPx, heightPx), rangeM }
}

function fill(rgba: Uint8ClampedArray, image: PngImage): PassPicture['rangeM'] {
  const count = image.widthPx * image.heightPx
  const put = (k: number, [r, g, b]: Rgb): void => {
    rgba[4 * k] = r
    rgba[4 * k + 1] = g
    rgba[4 * k + 2] = b
    rgba[4 * k + 3] = 255
  }
  switch (image.kind) {
    case 'rgb8':
      for (let k = 0; k < count; k++) put(k, [image.data[3 * k]!, image.data[3 * k + 1]!, image.data[3 * k + 2]!])
      return null
    case 'indexed8': {
      const colors = (image.palette.length > 0 ? image.palette : MASK_PALETTE).map(rgbOf)
      for (let k = 0; k < count; k++) put(k, colors[image.data[k]!]!)
      return null
    }
    case 'gray16': {
      const surfaces = image.data.filter(mm => mm < NOTHING)
      const near = surfaces.reduce((least, mm) => Math.min(least, mm), NOTHING)
      const far = surfaces.reduce((most, mm) => Math.max(most, mm), 0)
      // By the logarithm: half of the picture is nearer than a fifth of the way.
      const share = (mm: number): number => Math.log(mm / near) / Math.log(Math.max(far / near, 1.001))
      for (let k = 0; k < count; k++) if (image.data[k]! < NOTHING) put(k, DEPTH_RAMP(share(image.data[k]!)))
      return [near / 1000, far / 1000]
    }
  }
}

/** 65,535 = no surface: left transparent. */
const NOTHING = 65_535

type Rgb = readonly [number, number, number]

const rgbOf = (hex: string): Rgb =>
  [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as [number, number, number]

/** Near is light, far is dark, through the colour of distance. */
export const DEPTH_STOPS: readonly string[] = [TOKENS.surface.light, TOKENS.distance.light, TOKENS.sunken.dark]

const DEPTH_RAMP = (share: number): Rgb => {
  const stops = DEPTH_RGB
  const at = Math.min(0.9999, Math.max(0, share)) * (stops.length - 1)
  const [a, b, t] = [stops[Math.floor(at)]!, stops[Math.floor(at) + 1]!, at % 1]
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t]
}

const DEPTH_RGB = DEPTH_STOPS.map(rgbOf)

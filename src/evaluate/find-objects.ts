import type { ColorName, Shape } from '../core/palette.ts'

/** A decoded picture: 8-bit sRGB, three bytes a pixel, rows from the top. */
export interface RgbImage {
  readonly widthPx: number
  readonly heightPx: number
  readonly data: Uint8Array
}

export interface FoundObject {
  readonly name: string
  /** Middle of its box, px. */
  readonly centerPx: readonly [x: number, y: number]
  readonly areaPx: number
}

/**
 * Hue ranges (degrees) of the colours as the corridor's light shows them; black is dark and colourless. The other
 * colours (white, gray, brown) cannot be told from the walls and their shadows.
 */
const HUES: Readonly<Partial<Record<ColorName, readonly [from: number, to: number]>>> = {
  red: [340, 380],
  orange: [20, 44],
  yellow: [45, 75],
  green: [95, 150],
  cyan: [165, 203],
  blue: [204, 245],
  purple: [250, 288],
  magenta: [289, 335],
}

/** Least spread between the largest and smallest channel of a coloured pixel: walls stay under 52, objects mostly above. */
const MIN_CHROMA = 60
/** Black: brighter pixels are walls and shadows, more coloured ones the wooden edges; highlights inside do not matter. */
const BLACK_MAX = { value: 100, chroma: 12 }
/** Fewer pixels are noise. */
const MIN_AREA_PX = 12

/** Area ÷ box of each shape's silhouette, about: tells shapes of one colour apart by their order. */
const FILL: Readonly<Record<Shape, number>> = { cone: 0.5, torus: 0.7, sphere: Math.PI / 4, cylinder: 0.93, cube: 0.96 }

/**
 * Finds named objects in a picture by their colour: connected areas, the largest first; objects of one colour are told
 * apart by area ÷ box (a disc fills π/4 of it).
 *
 * @returns those that were found
 */
export function findObjects(
  image: RgbImage,
  names: readonly { readonly color: ColorName; readonly shape: Shape }[],
): FoundObject[] {
  const colors = [...new Set(names.map(({ color }) => color))]
  return colors.flatMap(color => {
    const shapes = names.filter(name => name.color === color).map(({ shape }) => shape)
    const areas = connectedAreas(image, color)
      .filter(area => area.areaPx >= MIN_AREA_PX)
      .sort((a, b) => b.areaPx - a.areaPx)
      .slice(0, shapes.length)
    if (areas.length < shapes.length) return []
    areas.sort((a, b) => a.fill - b.fill)
    shapes.sort((a, b) => FILL[a] - FILL[b])
    return areas.map(({ centerPx, areaPx }, i) => ({ name: `${color} ${shapes[i]}`, centerPx, areaPx }))
  })
}

interface Area {
  readonly centerPx: readonly [x: number, y: number]
  /** Outline filled row by row: highlights inside do not count as holes. */
  readonly areaPx: number
  readonly fill: number
}

/** Areas of one colour, 8-connected, by a flood fill. */
function connectedAreas({ widthPx, heightPx, data }: RgbImage, color: ColorName): Area[] {
  const matches = colorTest(color)
  const shown = new Uint8Array(widthPx * heightPx)
  for (let pixel = 0, at = 0; pixel < shown.length; pixel++, at += 3) {
    shown[pixel] = matches(data[at]!, data[at + 1]!, data[at + 2]!) ? 1 : 0
  }
  const seen = withoutThinLines(shown, widthPx).map(inside => 1 - inside)
  const areas: Area[] = []
  for (let start = seen.indexOf(0); start >= 0; start = seen.indexOf(0, start)) {
    areas.push(measure(flood(seen, widthPx, heightPx, start), widthPx))
  }
  return areas
}

/** Keeps pixels whose four neighbours match too: joints and edges of the wall, one or two pixels wide, drop out. */
function withoutThinLines(shown: Uint8Array, widthPx: number): Uint8Array {
  const kept = new Uint8Array(shown.length)
  for (let pixel = widthPx; pixel < shown.length - widthPx; pixel++) {
    const around = shown[pixel - 1]! & shown[pixel + 1]! & shown[pixel - widthPx]! & shown[pixel + widthPx]!
    kept[pixel] = shown[pixel]! & around
  }
  return kept
}

function flood(seen: Uint8Array, widthPx: number, heightPx: number, start: number): number[] {
  const pixels = [start]
  seen[start] = 1
  for (const pixel of pixels) {
    const [x, y] = [pixel % widthPx, Math.floor(pixel / widthPx)]
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        const next = pixel + dy * widthPx + dx
        const inside = x + dx >= 0 && x + dx < widthPx && y + dy >= 0 && y + dy < heightPx
        if (!inside || seen[next]) continue
        seen[next] = 1
        pixels.push(next)
      }
    }
  }
  return pixels
}

function measure(pixels: readonly number[], widthPx: number): Area {
  const spans = new Map<number, [from: number, to: number]>()
  for (const pixel of pixels) {
    const [x, y] = [pixel % widthPx, Math.floor(pixel / widthPx)]
    const span = spans.get(y)
    spans.set(y, span ? [Math.min(span[0], x), Math.max(span[1], x)] : [x, x])
  }
  let [left, right, top, bottom, areaPx] = [Infinity, -Infinity, Infinity, -Infinity, 0]
  for (const [y, [from, to]] of spans) {
    left = Math.min(left, from)
    right = Math.max(right, to + 1)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y + 1)
    areaPx += to - from + 1
  }
  const centerPx = [(left + right) / 2, (top + bottom) / 2] as const
  return { centerPx, areaPx, fill: areaPx / ((right - left) * (bottom - top)) }
}

/** Whether a pixel shows a named colour; never for those without a hue of their own. */
function colorTest(color: ColorName): (red: number, green: number, blue: number) => boolean {
  if (color === 'black') {
    return (red, green, blue) => {
      const value = Math.max(red, green, blue)
      return value < BLACK_MAX.value && value - Math.min(red, green, blue) < BLACK_MAX.chroma
    }
  }
  const range = HUES[color]
  if (!range) return () => false
  const [from, to] = range
  return (red, green, blue) => {
    const value = Math.max(red, green, blue)
    const chroma = value - Math.min(red, green, blue)
    if (chroma < MIN_CHROMA) return false
    const hue = hueOf(red, green, blue, value, chroma)
    return (hue >= from && hue <= to) || hue + 360 <= to
  }
}

function hueOf(red: number, green: number, blue: number, value: number, chroma: number): number {
  if (value === red) return 60 * (((green - blue) / chroma + 6) % 6)
  if (value === green) return 60 * ((blue - red) / chroma + 2)
  return 60 * ((red - green) / chroma + 4)
}

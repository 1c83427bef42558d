import palette from '../../scenes/palette.json' with { type: 'json' }

/** The paper's shapes, then ours (off by default). All fit the cube of half edge `sizeM`, axis +Y. */
export const PAPER_SHAPES = ['sphere', 'cube'] as const
export const SHAPES = [...PAPER_SHAPES, 'cylinder', 'cone', 'torus'] as const
export type Shape = (typeof SHAPES)[number]

/** The paper's colours, then ours (off by default). */
export const PAPER_COLORS = ['red', 'green', 'blue', 'yellow', 'cyan', 'magenta', 'black'] as const
export const COLORS = [...PAPER_COLORS, 'orange', 'purple', 'white', 'gray', 'brown'] as const
export type ColorName = (typeof COLORS)[number]

/** Base colour of every named colour, linear sRGB in [0, 1] (`scenes/palette.json`). */
export const COLOR_LINEAR: Readonly<Record<ColorName, readonly [r: number, g: number, b: number]>> =
  palette.objectsLinear as unknown as Record<ColorName, readonly [number, number, number]>

/** Palette of the mask PNG: index 0 = background, n = object n (Okabe-Ito, colour-blind safe). */
export const MASK_PALETTE: readonly string[] = palette.mask

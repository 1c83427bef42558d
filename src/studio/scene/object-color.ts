import { COLOR_LINEAR, type ColorName } from '../../core/palette.ts'
import { tokenVar } from '../../report/tokens.ts'

const encode = (linear: number): number =>
  Math.round(255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055))

/** A named object colour as CSS writes it (sRGB of the scene's own linear value). */
export const objectCss = (color: ColorName): string => `rgb(${COLOR_LINEAR[color].map(encode).join(' ')})`

/** Black or white, whichever reads better on a named object colour. */
export const labelOn = (color: ColorName): string => {
  const [r, g, b] = COLOR_LINEAR[color]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.18 ? tokenVar('underPicture') : tokenVar('overPicture')
}

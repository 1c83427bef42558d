import { AXIS_OF, CATEGORIES, type Category } from '../../core/relations.ts'
import { type Theme, TOKENS } from '../../report/tokens.ts'

/** The axis's colour for its canonical pole, the same made paler for the opposite one. */
export function categoryColor(category: Category, theme: Theme): string {
  const color = TOKENS[AXIS_OF[category]][theme]
  return isOpposite(category) ? mix(color, TOKENS.surface[theme], 0.42) : color
}

/** right, below, close: drawn hollow, so that the poles differ without colour too. */
export const isOpposite = (category: Category): boolean => CATEGORIES.indexOf(category) % 2 === 1

function mix(from: string, to: string, share: number): string {
  const channel = (hex: string, i: number): number => Number.parseInt(hex.slice(1 + 2 * i, 3 + 2 * i), 16)
  const mixed = [0, 1, 2].map(i => Math.round(channel(from, i) + share * (channel(to, i) - channel(from, i))))
  return `#${mixed.map(value => value.toString(16).padStart(2, '0')).join('')}`
}

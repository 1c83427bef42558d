import { TOKENS, type TokenName, tokenVar } from '../tokens.ts'

/** How a figure gets its colours: fixed ones in files, those of the page (light or dark) inside a report or the studio. */
export interface FigureTheme {
  readonly paint: (name: TokenName) => string
  /** Colour of a score in [0, 1], diverging about one half. */
  readonly heat: (value: number) => string
}

const HEAT = ['heat0', 'heat1', 'heat2', 'heat3', 'heat4'] as const satisfies readonly TokenName[]

/** Between which two stops a value lies, and how far along. */
function stops(value: number): { from: TokenName; to: TokenName; share: number } {
  const at = Math.min(1, Math.max(0, value)) * (HEAT.length - 1)
  const index = Math.min(HEAT.length - 2, Math.floor(at))
  return { from: HEAT[index]!, to: HEAT[index + 1]!, share: at - index }
}

/** For print: the light colours, written out. */
export const PRINT_THEME: FigureTheme = {
  paint: name => TOKENS[name].light,
  heat: value => {
    const { from, to, share } = stops(value)
    return mixHex(TOKENS[from].light, TOKENS[to].light, share)
  },
}

/** For pages that define the tokens: follows the reader's light or dark. */
export const PAGE_THEME: FigureTheme = {
  paint: tokenVar,
  heat: value => {
    const { from, to, share } = stops(value)
    const percent = Number((100 * (1 - share)).toFixed(1))
    return `color-mix(in srgb, ${tokenVar(from)} ${percent}%, ${tokenVar(to)})`
  },
}

function mixHex(from: string, to: string, share: number): string {
  const channel = (hex: string, i: number): number => Number.parseInt(hex.slice(1 + 2 * i, 3 + 2 * i), 16)
  const mixed = [0, 1, 2].map(i => Math.round(channel(from, i) + share * (channel(to, i) - channel(from, i))))
  return `#${mixed.map(value => value.toString(16).padStart(2, '0')).join('')}`
}

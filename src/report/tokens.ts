import type { Split } from '../core/truth.ts'

/**
 * Every colour of the studio, the reports and the figures, once. Names say what a colour means, never what it looks
 * like; each has a light and a dark value. `tokens.test.ts` checks contrast (WCAG AA), three kinds of colour-blindness
 * and grey print, so that a new colour cannot quietly break any of them.
 *
 * Meaning is never carried by colour alone: write the word, or add a shape, beside it.
 */
export type Theme = 'light' | 'dark'

export const TOKENS = {
  // Surfaces, from the page up to what floats above it.
  ground: { light: '#f4f5f6', dark: '#101215' },
  surface: { light: '#ffffff', dark: '#181b1f' },
  raised: { light: '#ffffff', dark: '#1f2328' },
  sunken: { light: '#e9ebee', dark: '#0b0d0f' },
  /** The chosen one of a few that lie in a sunken row. */
  chosen: { light: '#ffffff', dark: '#353b44' },
  line: { light: '#d9dce1', dark: '#2c3138' },
  /** Edges of controls: told from the surface at 3 : 1. */
  edge: { light: '#858c96', dark: '#6b7480' },
  // Text.
  ink: { light: '#15181c', dark: '#eceef1' },
  inkSoft: { light: '#565d67', dark: '#a5adb8' },
  // What can be acted on, and where the keyboard is.
  accent: { light: '#14508f', dark: '#7db8f5' },
  onAccent: { light: '#ffffff', dark: '#0c1219' },
  accentWash: { light: '#e3eefa', dark: '#1b2a3c' },
  focus: { light: '#0b6fd6', dark: '#8cc4ff' },
  danger: { light: '#a8231a', dark: '#ff9d92' },
  dangerWash: { light: '#fbe9e7', dark: '#3a1d1b' },
  warningWash: { light: '#fdf3d8', dark: '#322a14' },
  // The three splits: `consistent` fills areas, `consistentInk` writes words, `consistentWash` lies behind words.
  consistent: { light: '#1d5a9e', dark: '#4a92dd' },
  consistentInk: { light: '#1d5a9e', dark: '#85bdf7' },
  consistentWash: { light: '#e3edf8', dark: '#17283a' },
  counter: { light: '#dd5a22', dark: '#ffa47d' },
  counterInk: { light: '#b03d0c', dark: '#ffa47d' },
  counterWash: { light: '#fcebe3', dark: '#3a2218' },
  ambiguous: { light: '#a9aeb6', dark: '#656c76' },
  ambiguousInk: { light: '#59606a', dark: '#aab1bb' },
  ambiguousWash: { light: '#eceef0', dark: '#24282d' },
  // The three axes of the probe and of the relations.
  horizontal: { light: '#c26a00', dark: '#f5ad42' },
  vertical: { light: '#117a4f', dark: '#3fbf8a' },
  distance: { light: '#71399c', dark: '#b98ae6' },
  // Drawn over pictures of any brightness: a light line on a dark edge, the same in both themes.
  overPicture: { light: '#ffffff', dark: '#ffffff' },
  underPicture: { light: '#0a0c0f', dark: '#0a0c0f' },
  // A score from 0 (wrong) over one half (chance) to 1 (right): the stops of a diverging scale.
  heat0: { light: '#b8400f', dark: '#ff9566' },
  heat1: { light: '#eda680', dark: '#9c573a' },
  heat2: { light: '#f1f1f0', dark: '#2b2d30' },
  heat3: { light: '#86b3e0', dark: '#35618f' },
  heat4: { light: '#1d5a9e', dark: '#74b4f7' },
} as const satisfies Record<string, Record<Theme, string>>

export type TokenName = keyof typeof TOKENS

/**
 * The splits without their colours, the same signs in studio, reports and figures: ▲ the farther object is higher, ▼ lower,
 * a bar: neither. Filled paths in a box of 10 × 10.
 */
export const SPLIT_SIGNS = {
  consistent: 'M5 1.5 9 8H1Z',
  counter: 'M5 8.5 1 2H9Z',
  ambiguous: 'M1 4H9V6H1Z',
} as const satisfies Record<Split, string>

/** A token as a style sheet refers to it: `var(--counter-ink)`. */
export const tokenVar = (name: TokenName): string => `var(--${kebab(name)})`

/**
 * The style rules that define every token as a custom property: light by default, dark where the reader's system asks
 * for it, and either by `data-theme` on the root element. Print is always light.
 */
export function tokenCss(): string {
  const dark = `${declarations('dark')}color-scheme:dark;`
  const light = `${declarations('light')}color-scheme:light;`
  return [
    `:root{${light}}`,
    `@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){${dark}}}`,
    `@media screen{:root[data-theme=dark]{${dark}}}`,
  ].join('\n')
}

const declarations = (theme: Theme): string =>
  Object.entries(TOKENS)
    .map(([name, value]) => `--${kebab(name)}:${value[theme]};`)
    .join('')

const kebab = (name: string): string => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

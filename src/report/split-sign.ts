import type { Split } from '../core/truth.ts'
import { type Markup, markup } from './markup.ts'
import { SPLIT_SIGNS } from './tokens.ts'

/** A split's sign in the colour of the text beside it. */
export const splitSign = (split: Split): Markup =>
  markup`<svg class="sign" viewBox="0 0 10 10" aria-hidden="true"><path d="${SPLIT_SIGNS[split]}" fill="currentColor"/></svg>`

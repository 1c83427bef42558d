import type { ThemeChoice } from '../store/studio-store.ts'
import type { IconName } from '../ui/icon.tsx'

/** A chosen theme as a picture. */
export const THEME_ICONS: Readonly<Record<ThemeChoice, IconName>> = { system: 'auto', light: 'sun', dark: 'moon' }

import type { Theme } from '../../report/tokens.ts'
import { useStudio } from '../store/use-studio.ts'
import { useMedia } from './use-media.ts'

/** The theme that is shown: the person's choice, or the system's. For drawings that cannot use custom properties. */
export function useResolvedTheme(): Theme {
  const theme = useStudio(state => state.theme)
  const dark = useMedia('(prefers-color-scheme: dark)')
  return theme === 'system' ? (dark ? 'dark' : 'light') : theme
}

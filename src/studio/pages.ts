import type { ComponentType } from 'react'
import type { PageId } from './page-ids.ts'

/**
 * The studio's pages. To add one: its id in `page-ids.ts` and an entry here with a lazily loaded component; the shell
 * shows it, the command palette lists it, and `#page=<id>` leads to it.
 */
export interface Page {
  readonly title: string
  /** One line for the command palette and for people who cannot see the page. */
  readonly about: string
  readonly load: () => Promise<{ default: ComponentType }>
}

export const PAGES: Readonly<Record<PageId, Page>> = {
  scene: {
    title: 'Scene',
    about: 'Place objects in the tunnel and see the truth',
    load: () => import('./scene/scene-page.tsx'),
  },
  grid: {
    title: 'Grid',
    about: 'Sweep any two fields of the scene, and see every picture and split at once',
    load: () => import('./grid/grid-page.tsx'),
  },
}

import { type ComponentType, lazy } from 'react'
import type { PageId } from './page-ids.ts'
import ScenePage from './scene/scene-page.tsx'

/**
 * The studio's pages. To add one: its id in `page-ids.ts` and an entry here with a lazily loaded component; the shell
 * shows it, the command palette lists it, and `#page=<id>` leads to it.
 */
export interface Page {
  readonly title: string
  /** One line for the command palette and for people who cannot see the page. */
  readonly about: string
  readonly component: ComponentType
}

export const PAGES: Readonly<Record<PageId, Page>> = {
  scene: {
    title: 'Scene',
    about: 'Place objects in the tunnel and see the truth',
    // Where almost everybody begins: it comes with the shell instead of after it.
    component: ScenePage,
  },
  grid: {
    title: 'Grid',
    about: 'Sweep any two fields of the scene, and see every picture and split at once',
    component: lazy(() => import('./grid/grid-page.tsx')),
  },
  quiz: {
    title: 'Quiz',
    about: 'Answer the paper’s questions yourself: the human baseline, scored as models are',
    component: lazy(() => import('./quiz/quiz-page.tsx')),
  },
  dataset: {
    title: 'Dataset',
    about: 'Browse a rendered dataset: filter its scenes, look at images, masks, depth, truth and questions',
    component: lazy(() => import('./dataset/dataset-page.tsx')),
  },
  results: {
    title: 'Results',
    about: 'See where models fail: heatmap, scenes, questions and answers, two models compared',
    component: lazy(() => import('./results/results-page.tsx')),
  },
  probe: {
    title: 'Probe',
    about: 'Look inside a model: difference vectors, coherence, entanglement',
    component: lazy(() => import('./probe/probe-page.tsx')),
  },
  chains: {
    title: 'Chains',
    about: 'Read chains of thought beside their scenes, every claim checked; score them yourself',
    component: lazy(() => import('./chains/chains-page.tsx')),
  },
}

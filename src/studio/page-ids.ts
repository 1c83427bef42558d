/** Names of the studio's pages as the address has them, in the order of the top bar; `pages.ts` has the rest. */
export const PAGE_IDS = ['scene', 'grid', 'quiz', 'dataset', 'results', 'probe', 'chains'] as const

export type PageId = (typeof PAGE_IDS)[number]

export const isPageId = (id: string): id is PageId => (PAGE_IDS as readonly string[]).includes(id)

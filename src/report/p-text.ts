/** A p-value as tables print it: `.043`, `< .001`; a dash where there is none. */
export const pText = (p: number | null): string =>
  p === null ? '–' : p < 0.001 ? '< .001' : p.toFixed(3).replace(/^0/, '')

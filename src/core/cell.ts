/** A table's cell as text, as other tools write it (a number, a list of words); what is nested is no text. */
export function cellText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  // The language's own conversion goes down to the bottom of a list, and falls over one that somebody nested on purpose.
  const nested = typeof value === 'object' && Object.values(value).some(item => typeof item === 'object')
  return nested ? '' : String(value)
}

/** Is it an object with names, as a row of a table is? */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A table's cell as a number; NaN for lists and objects. */
export const cellNumber = (value: unknown): number => (typeof value === 'object' ? Number.NaN : Number(value))

/** A part of a text between two marks. */
export interface Enclosed {
  readonly inner: string
  /** Where the opening mark begins. */
  readonly start: number
  /** Where the closing mark ends. */
  readonly end: number
}

/**
 * Parts of a text from an opening mark to the next closing one, in order. `/<a>[\s\S]*?<\/a>/g` finds the same, but searches
 * the whole rest of the text again for each mark that is never closed: a model that repeats itself writes thousands.
 *
 * @param opening with the flag `g`, as `closing`
 * @example enclosed('a (b) (c', /\(/g, /\)/g) // [{ inner: 'b', start: 2, end: 5 }]
 */
export function enclosed(text: string, opening: RegExp, closing: RegExp): Enclosed[] {
  const found: Enclosed[] = []
  opening.lastIndex = 0
  for (let open = opening.exec(text); open !== null; open = opening.exec(text)) {
    const from = open.index + open[0].length
    closing.lastIndex = from
    const close = closing.exec(text)
    if (close === null) break
    const end = close.index + close[0].length
    found.push({ inner: text.slice(from, close.index), start: open.index, end })
    opening.lastIndex = end
  }
  return found
}

/** The text with a space in the place of each part that `enclosed` finds. */
export function withoutEnclosed(text: string, opening: RegExp, closing: RegExp): string {
  let kept = ''
  let from = 0
  for (const { start, end } of enclosed(text, opening, closing)) {
    kept += `${text.slice(from, start)} `
    from = end
  }
  return kept + text.slice(from)
}

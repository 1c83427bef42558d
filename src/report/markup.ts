/** A piece of HTML or SVG that is already escaped. */
export class Markup {
  constructor(readonly text: string) {}
  toString(): string {
    return this.text
  }
}

type Insert = string | number | Markup | null | undefined | false | readonly Insert[]

/**
 * Builds HTML or SVG: whatever is inserted is escaped, unless it is markup itself. Lists are joined; null, undefined and
 * false leave nothing.
 *
 * @example markup`<p title="${title}">${text}${[1, 2].map(n => markup`<b>${n}</b>`)}</p>`.text
 */
export function markup(parts: TemplateStringsArray, ...inserts: readonly Insert[]): Markup {
  return new Markup(parts.reduce((text, part, i) => text + insertText(inserts[i - 1]) + part))
}

function insertText(insert: Insert): string {
  if (insert === null || insert === undefined || insert === false) return ''
  if (insert instanceof Markup) return insert.text
  if (Array.isArray(insert)) return insert.map(insertText).join('')
  return escapeMarkup(String(insert))
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text for element content and for quoted attributes; control characters, which XML cannot hold, become �. */
export const escapeMarkup = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '\ufffd').replace(/[&<>"']/g, letter => ENTITIES[letter]!)

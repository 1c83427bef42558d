/** Elements that HTML never closes. */
const VOID = new Set(['meta', 'img', 'br', 'hr', '!doctype'])

/** The first tag of an HTML or SVG text that is closed wrongly, or null: enough to catch a forgotten end tag. */
export function firstUnbalancedTag(text: string): string | null {
  const open: string[] = []
  for (const [, end, name, selfClosing] of text.matchAll(/<(\/?)([!a-zA-Z][\w-]*)(?:"[^"]*"|[^">])*?(\/?)>/g)) {
    if (selfClosing || VOID.has(name!.toLowerCase())) continue
    if (!end) open.push(name!)
    else if (open.pop() !== name) return name!
  }
  return open.at(-1) ?? null
}

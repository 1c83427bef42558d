/**
 * Every outermost balanced `{…}` of a text, in order; braces inside JSON strings do not count.
 *
 * @param text a reply with prose, fences or several objects around it
 */
export function balancedObjects(text: string): string[] {
  const found: string[] = []
  let start = -1
  let depth = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const c = text[i]
    if (inString) {
      if (c === '\\') i++
      else if (c === '"') inString = false
    } else if (c === '"' && depth > 0) inString = true
    else if (c === '{') {
      if (depth === 0) start = i
      depth++
    } else if (c === '}' && depth > 0) {
      depth--
      if (depth === 0) found.push(text.slice(start, i + 1))
    }
  }
  return found
}

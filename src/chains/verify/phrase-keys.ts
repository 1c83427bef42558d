type Node =
  | { readonly kind: 'char'; readonly char: string; readonly optional: boolean }
  | { readonly kind: 'group'; readonly alternatives: readonly Node[][]; readonly optional: boolean }
  | { readonly kind: 'any' }

/** Words that begin so many phrases that the next one is needed to tell them apart; "the" never tells anything. */
const WEAK = new Set(
  'in on at to toward towards of near from within by is are as it that this there i we you one'.split(' '),
)

/**
 * Key of a place in a text: its first word, "the" apart; with the word behind it where the first is a weak one.
 *
 * @param text words joined by single spaces
 */
export function phraseKey(text: string, at: number): { readonly long: string; readonly short: string } {
  const first = wordFrom(text, at)
  if (!WEAK.has(first.word)) return { long: first.word, short: first.word }
  return { long: `${first.word} ${wordFrom(text, first.end + 1).word}`, short: first.word }
}

function wordFrom(text: string, at: number): { word: string; end: number } {
  const space = text.indexOf(' ', at)
  const end = space < 0 ? text.length : space
  const word = text.slice(at, end)
  return word === 'the' && space >= 0 ? wordFrom(text, end + 1) : { word, end }
}

/**
 * The keys of the texts that a phrase's expression can match, so that a text need not be held against every phrase; null when any
 * text will do. Understands what the `phrases-of-*.ts` use: letters, `(?:…|…)`, `?`, `*`, `\w+`, look-aheads (taken as true). A phrase that
 * ends with a weak word has the short key.
 */
export function phraseKeys(source: string): ReadonlySet<string> | null {
  const keys = new Set<string>()
  const { alternatives } = new PatternReader(source).alternatives()
  let any = false
  const walk = (nodes: readonly Node[], soFar: string): void => {
    const [node, ...rest] = nodes
    const words = soFar.split(' ').filter(word => word !== 'the' || soFar.endsWith(word))
    const complete = words.length > (WEAK.has(words[0]!) ? 2 : 1)
    if (node === undefined || complete) keys.add(phraseKey(`${soFar.trim()} `, 0).long.trim())
    else if (node.kind === 'any') {
      if (words.length > 1) keys.add(words[0]!)
      else any = true
    } else {
      if (node.optional) walk(rest, soFar)
      if (node.kind === 'char') walk(rest, soFar + node.char)
      else for (const alternative of node.alternatives) walk([...alternative, ...rest], soFar)
    }
  }
  for (const nodes of alternatives) walk(nodes, '')
  return any ? null : keys
}

class PatternReader {
  private at = 0
  private readonly source: string
  constructor(source: string) {
    this.source = source
  }

  alternatives(): { alternatives: Node[][] } {
    const alternatives: Node[][] = [[]]
    while (this.at < this.source.length && this.source[this.at] !== ')') {
      const c = this.source[this.at]!
      if (c === '|') {
        alternatives.push([])
        this.at++
      } else {
        const node = this.node(c)
        if (node) alternatives.at(-1)!.push(node)
      }
    }
    return { alternatives }
  }

  private node(c: string): Node | null {
    if (c === '(') {
      const ahead = /^\(\?[=!]/.test(this.source.slice(this.at, this.at + 3))
      this.at += 3
      const { alternatives } = this.alternatives()
      this.at++
      return ahead ? null : { kind: 'group', alternatives, optional: this.optional() }
    }
    if (c === '\\') {
      this.at += 2
      if (this.source[this.at] === '+') this.at++
      return this.source[this.at - 1] === 'b' ? null : { kind: 'any' }
    }
    this.at++
    if (c === '.' || c === '$') {
      this.optional()
      return null
    }
    return { kind: 'char', char: c, optional: this.optional() }
  }

  private optional(): boolean {
    const mark = this.source[this.at]
    if (mark !== '?' && mark !== '*') return false
    this.at++
    return true
  }
}

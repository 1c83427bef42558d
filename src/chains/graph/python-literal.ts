import { SpatialTunnelError, shown } from '../../core/errors.ts'

/**
 * Reads a Python literal (what `repr` of nested dicts and lists gives): single or double quotes, True, False, None, tuples.
 * Dictionary keys become strings with every digit kept.
 *
 * @throws SpatialTunnelError `python-literal` with the character position
 * @example parsePythonLiteral("{'a': [True, None]}") // { a: [true, null] }
 */
export function parsePythonLiteral(text: string): unknown {
  const reader = new LiteralReader(text)
  const value = reader.value()
  reader.end()
  return value
}

const WORDS: Readonly<Record<string, unknown>> = {
  True: true,
  False: false,
  None: null,
  true: true,
  false: false,
  null: null,
  nan: null,
  NaN: null,
}
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', '0': '\0' }

/** A scene graph has five levels of brackets. */
const MAX_DEPTH = 100

class LiteralReader {
  private at = 0
  private depth = 0
  private readonly text: string
  constructor(text: string) {
    this.text = text
  }

  value(): unknown {
    this.space()
    const c = this.text[this.at]
    if (c === '{' || c === '[' || c === '(') return this.inside(c)
    if (c === "'" || c === '"') return this.string(c)
    const word = this.bareWord()
    if (word !== '' && Object.hasOwn(WORDS, word)) return WORDS[word]
    const number = Number(word)
    return word !== '' && !Number.isNaN(number) ? number : this.refuse('a Python value')
  }

  end(): void {
    this.space()
    if (this.at < this.text.length) this.refuse('the end of the text')
  }

  private inside(open: '{' | '[' | '('): unknown {
    if (++this.depth > MAX_DEPTH) this.refuse(`at most ${MAX_DEPTH} levels of brackets`)
    const value = open === '{' ? this.dict() : this.list(open === '[' ? ']' : ')')
    this.depth--
    return value
  }

  private dict(): Record<string, unknown> {
    const entries: [string, unknown][] = []
    this.at++
    while (!this.closes('}')) {
      const c = this.text[this.at]
      const key = c === "'" || c === '"' ? this.string(c) : this.bareWord()
      this.space()
      if (this.text[this.at] !== ':') this.refuse('":"')
      this.at++
      entries.push([key, this.value()])
      this.comma('}')
    }
    return Object.fromEntries(entries)
  }

  private list(close: string): unknown[] {
    const items: unknown[] = []
    this.at++
    while (!this.closes(close)) {
      items.push(this.value())
      this.comma(close)
    }
    return items
  }

  private closes(close: string): boolean {
    this.space()
    if (this.at >= this.text.length) this.refuse(`"${close}"`)
    if (this.text[this.at] !== close) return false
    this.at++
    return true
  }

  private comma(close: string): void {
    this.space()
    if (this.text[this.at] === ',') this.at++
    else if (this.text[this.at] !== close) this.refuse(`"," or "${close}"`)
  }

  private string(quote: string): string {
    let out = ''
    for (this.at++; this.text[this.at] !== quote; this.at++) {
      if (this.at >= this.text.length) this.refuse(`a closing ${quote}`)
      if (this.text[this.at] !== '\\') out += this.text[this.at]
      else {
        const escaped = this.text[++this.at] ?? ''
        const hex = /^(?:x([0-9a-f]{2})|u([0-9a-f]{4}))/i.exec(this.text.slice(this.at, this.at + 5))
        out += hex ? String.fromCharCode(Number.parseInt((hex[1] ?? hex[2])!, 16)) : (ESCAPES[escaped] ?? escaped)
        if (hex) this.at += hex[0].length - 1
      }
    }
    this.at++
    return out
  }

  private bareWord(): string {
    const word = /^[-+\w.]+/.exec(this.text.slice(this.at, this.at + 40))?.[0] ?? ''
    this.at += word.length
    return word
  }

  private space(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at++
  }

  private refuse(expected: string): never {
    throw new SpatialTunnelError({
      code: 'python-literal',
      where: `character ${this.at}`,
      found: shown(this.text.slice(this.at, this.at + 30)),
      expected,
    })
  }
}

import { SpatialTunnelError, shown } from '../core/errors.ts'
import type { ByteSource } from './byte-source.ts'

const CHUNK = 4 << 20
const ELEMENT_MAX = 256 << 20

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 92, 91, 93, 123, 125]

/**
 * The elements of a JSON file that is one list of objects, parsed one at a time: memory holds one element and a piece of
 * the file.
 *
 * @throws SpatialTunnelError `json-list` when the file is not a list of objects, or an element is damaged
 */
export async function* readJsonArray(source: ByteSource): AsyncGenerator<unknown> {
  const scanner = new ElementScanner(source.name)
  for (let at = 0; at < source.size; ) {
    const piece = await source.read(at, Math.min(CHUNK, source.size - at))
    at += piece.length
    for (const text of scanner.feed(piece)) yield parseElement(text, source.name)
  }
  scanner.finish()
}

/** Finds the bytes of the list's objects; only brackets outside of texts count. */
class ElementScanner {
  private depth = 0
  private inText = false
  private escaped = false
  private started = false
  private element: Uint8Array[] = []
  private elementLength = 0

  constructor(private readonly name: string) {}

  *feed(piece: Uint8Array): Generator<string> {
    let from = this.depth > 1 ? 0 : -1
    for (let i = 0; i < piece.length; i++) {
      if (this.inText) {
        i = this.skipText(piece, i)
        continue
      }
      const byte = piece[i]
      if (byte === QUOTE && this.depth > 0) this.inText = true
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        if (!this.started && byte !== OPEN_LIST) throw this.wrong(piece)
        this.started = true
        this.depth++
        if (this.depth === 2) from = i
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        this.depth--
        if (this.depth === 1) {
          yield this.take(piece.subarray(from, i + 1))
          from = -1
        }
      } else if (!this.started && byte !== 32 && byte !== 10 && byte !== 13 && byte !== 9 && i > 2)
        throw this.wrong(piece)
    }
    if (from >= 0) this.keep(piece.slice(from))
  }

  finish(): void {
    if (this.depth !== 0 || !this.started) throw this.wrong(new Uint8Array(0))
  }

  /** The index of the text's last byte in this piece. Long texts (pictures) are passed over at memory speed. */
  private skipText(piece: Uint8Array, from: number): number {
    let i = from
    if (this.escaped) {
      this.escaped = false
      i++
    }
    for (;;) {
      const quote = piece.indexOf(QUOTE, i)
      const end = quote < 0 ? piece.length : quote
      const slash = piece.subarray(i, end).indexOf(BACKSLASH)
      if (slash < 0) {
        if (quote >= 0) this.inText = false
        return end
      }
      if (i + slash + 1 >= piece.length) {
        this.escaped = true
        return piece.length
      }
      i += slash + 2
    }
  }

  private keep(part: Uint8Array): void {
    this.element.push(part)
    this.elementLength += part.length
    if (this.elementLength > ELEMENT_MAX) throw this.wrong(part)
  }

  private take(last: Uint8Array): string {
    const bytes = new Uint8Array(this.elementLength + last.length)
    let at = 0
    for (const part of [...this.element, last]) {
      bytes.set(part, at)
      at += part.length
    }
    this.element = []
    this.elementLength = 0
    return new TextDecoder('utf-8').decode(bytes)
  }

  private wrong(piece: Uint8Array): SpatialTunnelError {
    return new SpatialTunnelError({
      code: 'json-list',
      where: this.name,
      found: piece.length
        ? shown(new TextDecoder('utf-8').decode(piece.subarray(0, 40)))
        : 'an end before the list’s end',
      expected: 'a JSON list of objects',
      remedy: 'for one object a line call the file .jsonl',
    })
  }
}

function parseElement(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new SpatialTunnelError({
      code: 'json-list',
      where: name,
      found: shown(text),
      expected: 'a JSON object',
    })
  }
}

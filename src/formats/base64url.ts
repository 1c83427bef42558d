const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const VALUE_OF: ReadonlyMap<string, number> = new Map([...ALPHABET].map((letter, value) => [letter, value]))

/** Bytes as base64url (RFC 4648 §5) without padding: safe in every part of a URL. */
export function toBase64url(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const [a, b, c] = [bytes[at]!, bytes[at + 1], bytes[at + 2]]
    text += ALPHABET[a >> 2]! + ALPHABET[((a & 3) << 4) | ((b ?? 0) >> 4)]!
    if (b !== undefined) text += ALPHABET[((b & 15) << 2) | ((c ?? 0) >> 6)]!
    if (c !== undefined) text += ALPHABET[c & 63]!
  }
  return text
}

/** The bytes of base64url text; null if a letter or the length cannot be base64url. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> | null {
  if (text.length % 4 === 1) return null
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4))
  let [bits, held, out] = [0, 0, 0]
  for (const letter of text) {
    const value = VALUE_OF.get(letter)
    if (value === undefined) return null
    bits = ((bits << 6) | value) & 0xffff
    held += 6
    if (held >= 8) {
      held -= 8
      bytes[out++] = (bits >> held) & 0xff
    }
  }
  return bytes
}

/** So many different values are kept to be found again; where nearly all differ, looking for them would only cost. */
const MOST = 20_000
/** Longer texts seldom come twice. */
const LONGEST = 200

/** Gives equal texts and equal values one copy, so that a million rows share what they have in common. */
export class Interner {
  private readonly texts = new Map<string, string>()
  private readonly values = new Map<string, unknown>()

  text(text: string): string {
    if (text.length > LONGEST) return text
    const known = this.texts.get(text)
    if (known !== undefined) return known
    if (this.texts.size < MOST) this.texts.set(text, text)
    return text
  }

  /** @param value JSON, never changed afterwards */
  value<T>(value: T): T {
    const key = JSON.stringify(value)
    const known = this.values.get(key)
    if (known !== undefined) return known as T
    if (this.values.size < MOST) this.values.set(key, value)
    return value
  }
}

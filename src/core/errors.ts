/**
 * The one error of this package: it says where, what was found, what was expected and what to do about it.
 *
 * Tests and callers look at `code`, never at the text. `kind` decides the exit code of the command line:
 * `data` → 1 (the data fell short), `input` → 2 (the call or a file was wrong), `run` → 3 (the run failed).
 */
export type ErrorKind = 'data' | 'input' | 'run'

export const EXIT_CODES: Readonly<Record<ErrorKind, number>> = { data: 1, input: 2, run: 3 }

export interface ErrorParts {
  /** kebab-case and stable: `scene-invalid`, `suite-too-large` … */
  readonly code: string
  readonly kind?: ErrorKind
  /** File, line, or field path such as `objects[1].depthM`. */
  readonly where: string
  readonly found: string
  readonly expected: string
  /** What the reader can do about it. */
  readonly remedy?: string
  readonly cause?: unknown
}

export class SpatialTunnelError extends Error {
  override readonly name = 'SpatialTunnelError'
  readonly code: string
  readonly kind: ErrorKind
  readonly where: string
  readonly found: string
  readonly expected: string
  readonly remedy: string | undefined

  constructor(parts: ErrorParts) {
    const remedy = parts.remedy ? `; ${parts.remedy}` : ''
    super(
      `${parts.where}: found ${parts.found}, expected ${parts.expected}${remedy}`,
      parts.cause === undefined ? undefined : { cause: parts.cause },
    )
    this.code = parts.code
    this.kind = parts.kind ?? 'input'
    this.where = parts.where
    this.found = parts.found
    this.expected = parts.expected
    this.remedy = parts.remedy
  }

  /** The same error seen from further out: `scene.json` in front of `objects[1].depthM`. */
  at(outer: string): SpatialTunnelError {
    return new SpatialTunnelError({ ...this.parts(), where: this.where ? `${outer}: ${this.where}` : outer })
  }

  private parts(): ErrorParts {
    const { code, kind, where, found, expected, remedy, cause } = this
    return { code, kind, where, found, expected, ...(remedy === undefined ? {} : { remedy }), cause }
  }
}

/** A value as an error message shows it: short, on one line, never an exception of its own. */
export function shown(value: unknown, maxLength = 60): string {
  let text: string
  try {
    text = typeof value === 'number' || value === undefined ? String(value) : (JSON.stringify(value) ?? String(value))
  } catch {
    text = Object.prototype.toString.call(value)
  }
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text
}

/** Writes the one JSON document of `--json` on standard output. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`)
}

/** A line for people: on standard output, or beside the JSON document on standard error. */
export function printLine(text: string, json = false): void {
  ;(json ? process.stderr : process.stdout).write(`${text}\n`)
}

import { type FileHandle, open, readFile, truncate } from 'node:fs/promises'
import { SpatialTunnelError, shown } from '../core/errors.ts'

/**
 * A file of JSON rows that only grows: a row is on the disk before `append` resolves, and a crash costs at most the
 * line that was being written, which the next opening cuts off.
 */
export class JsonlJournal<Row> {
  private tail: Promise<unknown> = Promise.resolve()

  private constructor(
    private readonly file: FileHandle,
    /** The rows that were there on opening. */
    readonly rows: readonly Row[],
  ) {}

  /**
   * @param parse checks one row
   * @throws SpatialTunnelError `journal-damaged` for a whole line that is no row
   */
  static async open<Row>(path: string, parse: (value: unknown) => Row): Promise<JsonlJournal<Row>> {
    const rows = await readWholeRows(path, parse)
    return new JsonlJournal(await open(path, 'a'), rows)
  }

  /** Rows keep the order of the calls. */
  append(row: Row): Promise<void> {
    const written = this.tail.then(async () => {
      await this.file.appendFile(`${JSON.stringify(row)}\n`)
      await this.file.datasync()
    })
    this.tail = written.catch(() => {})
    return written
  }

  async close(): Promise<void> {
    await this.tail
    await this.file.close()
  }
}

async function readWholeRows<Row>(path: string, parse: (value: unknown) => Row): Promise<Row[]> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (bytes === null) return []
  const wholeLength = bytes.lastIndexOf(0x0a) + 1
  if (wholeLength < bytes.length) await truncate(path, wholeLength)
  const lines = bytes.subarray(0, wholeLength).toString('utf8').split('\n')
  return lines.flatMap((line, index) => (line.trim() === '' ? [] : [parseLine(path, index + 1, line, parse)]))
}

function parseLine<Row>(path: string, number: number, line: string, parse: (value: unknown) => Row): Row {
  try {
    return parse(JSON.parse(line))
  } catch (error) {
    if (error instanceof SpatialTunnelError) throw error.at(`${path}:${number}`)
    throw new SpatialTunnelError({
      code: 'journal-damaged',
      where: `${path}:${number}`,
      found: shown(line),
      expected: 'a JSON object a line',
      remedy: 'mend or delete the line, or write to another file',
    })
  }
}

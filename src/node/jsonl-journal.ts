import { type FileHandle, open, readFile, truncate } from 'node:fs/promises'
import { SpatialTunnelError, shown } from '../core/errors.ts'

export interface JournalOptions {
  /** Force a row to the disk: off where what a power cut takes is found missing and made again. */
  readonly sync: boolean
  /** What to do about a whole line that is no row: throw, or leave it out. */
  readonly onDamaged: (error: SpatialTunnelError) => void
}

export const JOURNAL_DEFAULTS: JournalOptions = {
  sync: true,
  onDamaged: error => {
    throw error
  },
}

/**
 * A file of JSON rows that only grows: a row is written before `append` resolves, and a crash costs at most the
 * line that was being written, which the next opening cuts off.
 */
export class JsonlJournal<Row> {
  /** The last write; once one has failed, this is that failure. */
  private tail: Promise<void> = Promise.resolve()

  private constructor(
    private readonly file: FileHandle,
    private readonly sync: boolean,
    /** The rows that were there on opening. */
    readonly rows: readonly Row[],
  ) {}

  /**
   * @param parse checks one row
   * @throws SpatialTunnelError `journal-damaged`, unless told otherwise
   */
  static async open<Row>(
    path: string,
    parse: (value: unknown) => Row,
    options: Partial<JournalOptions> = {},
  ): Promise<JsonlJournal<Row>> {
    const { sync, onDamaged } = { ...JOURNAL_DEFAULTS, ...options }
    const rows = await readWholeRows(path, parse, onDamaged)
    return new JsonlJournal(await open(path, 'a'), sync, rows)
  }

  /**
   * Rows keep the order of the calls. After a failure, which may have left half a line, every further row fails likewise:
   * behind half a line it would be lost.
   */
  append(row: Row): Promise<void> {
    this.tail = this.tail.then(async () => {
      await this.file.appendFile(`${JSON.stringify(row)}\n`)
      if (this.sync) await this.file.datasync()
    })
    return this.tail
  }

  async close(): Promise<void> {
    await this.tail.catch(() => {})
    await this.file.close()
  }
}

async function readWholeRows<Row>(
  path: string,
  parse: (value: unknown) => Row,
  onDamaged: (error: SpatialTunnelError) => void,
): Promise<Row[]> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw Object.assign(error, { path })
  })
  if (bytes === null) return []
  const wholeLength = bytes.lastIndexOf(0x0a) + 1
  if (wholeLength < bytes.length) await truncate(path, wholeLength)
  const lines = bytes.subarray(0, wholeLength).toString('utf8').split('\n')
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return []
    try {
      return [parseLine(`${path}:${index + 1}`, line, parse)]
    } catch (error) {
      if (!(error instanceof SpatialTunnelError)) throw error
      onDamaged(error)
      return []
    }
  })
}

function parseLine<Row>(where: string, line: string, parse: (value: unknown) => Row): Row {
  try {
    return parse(JSON.parse(line))
  } catch (error) {
    if (error instanceof SpatialTunnelError) throw error.at(where)
    throw new SpatialTunnelError({
      code: 'journal-damaged',
      where,
      found: shown(line),
      expected: 'a JSON object a line',
      remedy: 'mend or delete the line, or write to another file',
    })
  }
}

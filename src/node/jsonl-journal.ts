import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { SpatialTunnelError, shown } from '../core/errors.ts'
import { splitLines } from '../formats/lines.ts'

export interface JournalOptions<Row> {
  /** Takes the rows that are there on opening, in order, one at a time: the journal keeps none. */
  readonly onRow: (row: Row) => void
  /** Force a row to the disk: off where what a power cut takes is found missing and made again. */
  readonly sync: boolean
  /** What to do about a whole line that is no row: throw, or leave it out. */
  readonly onDamaged: (error: SpatialTunnelError) => void
}

export const JOURNAL_DEFAULTS: JournalOptions<unknown> = {
  onRow: () => {},
  sync: true,
  onDamaged: error => {
    throw error
  },
}

const CHUNK_BYTES = 1 << 18
const NEW_LINE = 0x0a

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
  ) {}

  /**
   * @param parse checks one row
   * @throws SpatialTunnelError `journal-damaged`, unless told otherwise
   */
  static async open<Row>(
    path: string,
    parse: (value: unknown) => Row,
    options: Partial<JournalOptions<Row>> = {},
  ): Promise<JsonlJournal<Row>> {
    const { onRow, sync, onDamaged } = { ...JOURNAL_DEFAULTS, ...options }
    await cutHalfLine(path)
    for await (const row of readJournal(path, parse, onDamaged)) onRow(row)
    return new JsonlJournal<Row>(await open(path, 'a'), sync)
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

/**
 * The rows of a journal that nobody writes to, one at a time; none where there is no file.
 *
 * @throws SpatialTunnelError `journal-damaged` or what `parse` says, with file and line, unless told otherwise
 */
export async function* readJournal<Row>(
  path: string,
  parse: (value: unknown) => Row,
  onDamaged: JournalOptions<Row>['onDamaged'] = JOURNAL_DEFAULTS.onDamaged,
): AsyncGenerator<Row> {
  const file = await openIfThere(path, 'r')
  if (file === null) return
  const chunks = createReadStream(path, { fd: file, highWaterMark: CHUNK_BYTES })
  for await (const { bytes, number } of splitLines(chunks, path)) {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')
    if (text.trim() === '') continue
    let row: Row
    try {
      row = parseLine(`${path}:${number}`, text, parse)
    } catch (error) {
      if (!(error instanceof SpatialTunnelError)) throw error
      onDamaged(error)
      continue
    }
    yield row
  }
}

/** Takes away what stands behind the last end of a line. */
async function cutHalfLine(path: string): Promise<void> {
  const file = await openIfThere(path, 'r+')
  if (file === null) return
  try {
    const { size } = await file.stat()
    const whole = await wholeLength(file, size)
    if (whole < size) await file.truncate(whole)
  } finally {
    await file.close()
  }
}

/** Bytes up to and with the last end of a line, looked for from the end. */
async function wholeLength(file: FileHandle, size: number): Promise<number> {
  const piece = Buffer.alloc(Math.min(size, CHUNK_BYTES))
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - piece.length)
    const { bytesRead } = await file.read(piece, 0, end - start, start)
    const at = piece.subarray(0, bytesRead).lastIndexOf(NEW_LINE)
    if (at >= 0) return start + at + 1
    end = start
  }
  return 0
}

async function openIfThere(path: string, flags: string): Promise<FileHandle | null> {
  return open(path, flags).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw Object.assign(error, { path })
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

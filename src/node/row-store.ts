import { type FileHandle, open } from 'node:fs/promises'

/** Written at once. */
const PIECE_CHARACTERS = 1 << 20

/**
 * JSON rows on disk, found by their number: memory holds eight bytes a row. For orders that no stream can follow, such as a
 * shuffled one.
 */
export class RowStore<Row> {
  /** Where row k begins; behind the last one, where the file ends. */
  private starts = new Float64Array(1024)
  private count = 0
  private waiting: string[] = []
  private waitingCharacters = 0

  private constructor(private readonly file: FileHandle) {}

  /** @param path a new file, which the caller takes away after use */
  static async open<Row>(path: string): Promise<RowStore<Row>> {
    return new RowStore<Row>(await open(path, 'wx+'))
  }

  get length(): number {
    return this.count
  }

  async append(row: Row): Promise<void> {
    const text = JSON.stringify(row)
    if (this.count + 1 === this.starts.length) {
      const longer = new Float64Array(2 * this.starts.length)
      longer.set(this.starts)
      this.starts = longer
    }
    this.starts[this.count + 1] = this.starts[this.count]! + Buffer.byteLength(text)
    this.count++
    this.waiting.push(text)
    this.waitingCharacters += text.length
    if (this.waitingCharacters >= PIECE_CHARACTERS) await this.flush()
  }

  /** Writes what waits; to be called between appending and reading. */
  async flush(): Promise<void> {
    const text = this.waiting.join('')
    this.waiting = []
    this.waitingCharacters = 0
    await this.file.appendFile(text)
  }

  /** @param index below `length` */
  async read(index: number): Promise<Row> {
    const [from, to] = [this.starts[index]!, this.starts[index + 1]!]
    const { buffer, bytesRead } = await this.file.read(Buffer.allocUnsafe(to - from), 0, to - from, from)
    return JSON.parse(buffer.toString('utf8', 0, bytesRead)) as Row
  }

  close(): Promise<void> {
    return this.file.close()
  }
}

import { shown } from '../core/errors.ts'
import type { ByteSource } from '../formats/byte-source.ts'
import { readAhead } from '../formats/read-ahead.ts'
import { type FileSource, openFileSource } from './file-source.ts'
import { damagedRow } from './read-jsonl.ts'

/** Read at once: rows that are taken one after the other cost one read in hundreds. */
const PIECE_BYTES = 1 << 16

/** Rows of a JSONL file in any order: where each begins stands in memory, eight bytes a row; close it after use. */
export class JsonlRows {
  private constructor(
    private readonly file: FileSource,
    private readonly ahead: ByteSource,
    private readonly positions: readonly number[],
  ) {}

  /**
   * @param positions of the rows' first bytes, ascending, as the file's reader tells them
   * @throws SpatialTunnelError `file-unreadable`
   */
  static async open(path: string, positions: readonly number[]): Promise<JsonlRows> {
    const file = await openFileSource(path)
    return new JsonlRows(file, readAhead(file, PIECE_BYTES), positions)
  }

  /** @throws SpatialTunnelError `jsonl-row` where the file is not the one whose positions were taken */
  async row(place: number): Promise<unknown> {
    const position = this.positions[place]!
    const end = this.positions[place + 1] ?? this.file.size
    const bytes = await this.ahead.read(position, end - position)
    const text = new TextDecoder().decode(bytes)
    try {
      return JSON.parse(text)
    } catch {
      throw damagedRow(`${this.file.name}, byte ${position}`, shown(text), 'the row that was there before')
    }
  }

  close(): Promise<void> {
    return this.file.close()
  }
}

import { vlmevalkitHeader, vlmevalkitLines, vlmevalkitName } from '../../formats/vlmevalkit.ts'
import type { ExportSource } from './export-source.ts'
import type { OutputFolder } from './output-folder.ts'

/** One TSV, or several below the limit; a picture and its questions stay together. */
export async function writeVlmevalkit(source: ExportSource, folder: OutputFolder, maxBytes: number): Promise<void> {
  const parts = partsBelow(await lineLengths(source), maxBytes)
  for (const [k, entries] of parts.entries()) {
    const name = vlmevalkitName(source.head, parts.length === 1 ? undefined : k + 1)
    const file = await folder.stream(`${name}.tsv`)
    await file.write(vlmevalkitHeader())
    for (const index of entries) await file.write(await linesOf(source, index))
    await file.close()
  }
}

async function linesOf(source: ExportSource, index: number): Promise<string> {
  const entry = source.entries[index]!
  if (entry.questions.length === 0) return ''
  return vlmevalkitLines(entry, Buffer.from(await source.picture(entry)).toString('base64'))
}

/** Without reading the pictures: base64 writes three bytes as four. */
async function lineLengths(source: ExportSource): Promise<number[]> {
  return Promise.all(
    source.entries.map(async entry => {
      if (entry.questions.length === 0) return 0
      const size = await source.pictureBytes(entry)
      return Buffer.byteLength(vlmevalkitLines(entry, '')) + 4 * Math.ceil(size / 3)
    }),
  )
}

/** Neighbours in groups whose lengths add up to at most the limit; what is longer stands alone. */
export function partsBelow(lengths: readonly number[], limit: number): number[][] {
  const parts: number[][] = []
  let filled = Number.POSITIVE_INFINITY
  for (const [index, length] of lengths.entries()) {
    if (filled + length > limit) {
      parts.push([])
      filled = 0
    }
    parts.at(-1)!.push(index)
    filled += length
  }
  return parts
}

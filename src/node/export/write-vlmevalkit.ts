import type { DatasetEntry } from '../../formats/dataset-entry.ts'
import { vlmevalkitHeader, vlmevalkitLines, vlmevalkitName } from '../../formats/vlmevalkit.ts'
import type { ExportSource } from './export-source.ts'
import type { OutputFile, OutputFolder } from './output-folder.ts'

/** One TSV, or several below the limit; a picture and its questions stay together. */
export async function writeVlmevalkit(source: ExportSource, folder: OutputFolder, maxBytes: number): Promise<void> {
  const sizes = await partSizes(lineLengths(source), maxBytes)
  let [file, part, left]: [OutputFile | undefined, number, number] = [undefined, 0, 0]
  for await (const entry of source.entries()) {
    if (!file || left === 0) {
      await file?.close()
      left = sizes[part++]!
      const name = vlmevalkitName(source.head, sizes.length === 1 ? undefined : part)
      file = await folder.stream(`${name}.tsv`)
      await file.write(vlmevalkitHeader())
    }
    await file.write(await linesOf(source, entry))
    left--
  }
  await file?.close()
}

async function linesOf(source: ExportSource, entry: DatasetEntry): Promise<string> {
  if (entry.questions.length === 0) return ''
  return vlmevalkitLines(entry, Buffer.from(await source.picture(entry)).toString('base64'))
}

/** Without reading the pictures: base64 writes three bytes as four. */
async function* lineLengths(source: ExportSource): AsyncGenerator<number> {
  for await (const entry of source.entries()) {
    if (entry.questions.length === 0) yield 0
    else yield Buffer.byteLength(vlmevalkitLines(entry, '')) + 4 * Math.ceil((await source.pictureBytes(entry)) / 3)
  }
}

/** How many neighbours make a part: their lengths add up to at most the limit; what is longer stands alone. */
export async function partSizes(lengths: AsyncIterable<number> | Iterable<number>, limit: number): Promise<number[]> {
  const sizes: number[] = []
  let filled = Number.POSITIVE_INFINITY
  for await (const length of lengths) {
    if (filled + length > limit) {
      sizes.push(0)
      filled = 0
    }
    sizes[sizes.length - 1]!++
    filled += length
  }
  return sizes
}

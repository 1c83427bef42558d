import { tarEnd } from '../../formats/tar.ts'
import { type ShardInfo, shardIndex, shardName, webdatasetSample } from '../../formats/webdataset.ts'
import type { ExportSource } from './export-source.ts'
import type { OutputFile, OutputFolder } from './output-folder.ts'

/** Tar shards of bounded size, and their index. */
export async function writeShards(source: ExportSource, folder: OutputFolder, maxBytes: number): Promise<void> {
  const shards: ShardInfo[] = []
  let file: OutputFile | undefined
  let samples = 0
  const close = async () => {
    if (!file) return
    await file.write(tarEnd())
    await file.close()
    shards.push({ url: shardName(shards.length), nsamples: samples, filesize: file.byteLength })
    file = undefined
  }
  for await (const entry of source.entries()) {
    const parts = webdatasetSample(entry, await source.picture(entry))
    const byteLength = parts.reduce((sum, part) => sum + part.byteLength, 0)
    if (file && file.byteLength + byteLength + tarEnd().byteLength > maxBytes) await close()
    if (!file) {
      file = await folder.stream(shardName(shards.length))
      samples = 0
    }
    for (const part of parts) await file.write(part)
    samples++
  }
  await close()
  await folder.write('index.json', `${JSON.stringify(shardIndex(source.head.name, shards), null, 2)}\n`)
}

import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { SpatialTunnelError } from '../../core/errors.ts'
import type { ExportSource } from './export-source.ts'
import type { OutputFile } from './output-folder.ts'

/** Limits of the plain zip format. */
const MAX_FILES = 65_535
const MAX_BYTES = 2 ** 32 - 1
/** The first day that a zip can hold: equal folders give equal archives. */
const MTIME = new Date(1980, 0, 1)

/** The whole folder as one archive, file by file; pictures are stored as they are, texts are packed. */
export async function writeZip({ dir }: ExportSource, file: OutputFile): Promise<void> {
  const paths = await filesOf(dir)
  if (paths.length > MAX_FILES) throw tooLarge(dir, `${paths.length} files`, `at most ${MAX_FILES}`)
  let pending = Promise.resolve()
  let failure: Error | undefined
  const zip = new Zip((error, chunk) => {
    if (error) failure = error
    else pending = pending.then(() => file.write(chunk))
  })
  for (const path of paths) {
    const member = /\.(png|tar)$/.test(path) ? new ZipPassThrough(path) : new ZipDeflate(path, { level: 6 })
    member.mtime = MTIME
    zip.add(member)
    for await (const chunk of createReadStream(join(dir, path))) {
      member.push(chunk as Buffer)
      await pending
    }
    member.push(new Uint8Array(), true)
    await pending
    if (file.byteLength > MAX_BYTES) throw tooLarge(dir, 'more than 4 GB', 'less')
  }
  zip.end()
  await pending
  if (failure) throw failure
}

async function filesOf(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile())
    .map(entry => relative(dir, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()
}

const tooLarge = (dir: string, found: string, expected: string) =>
  new SpatialTunnelError({
    code: 'zip-too-large',
    where: dir,
    found,
    expected,
    remedy: 'export to webdataset, or render shards and zip each',
  })

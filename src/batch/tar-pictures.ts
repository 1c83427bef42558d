import { constants } from 'node:fs'
import { access, type FileHandle, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { archiveMember, archivePath, groupOf, passPath } from '../core/dataset.ts'
import { type ByteSource, checkRange } from '../formats/byte-source.ts'
import { readAhead } from '../formats/read-ahead.ts'
import { tarEnd, tarEntrySize } from '../formats/tar.ts'
import { allDone } from '../node/all-done.ts'
import { datasetFiles } from '../node/dataset-files.ts'
import { makeFolder } from '../node/make-folder.ts'
import { type TarMember, writeTar } from '../node/write-tar.ts'
import type { PictureStore } from './picture-store.ts'
import type { RenderedScene } from './render-session.ts'
import { groupSize, type RunPlan } from './run-plan.ts'
import { sha256Of } from './sha256.ts'
import type { StoredScene } from './stored-scene.ts'

/** A group's pictures in the order in which they came. */
interface Pack {
  readonly file: FileHandle
  end: number
}

/**
 * Pictures in an archive a group. Scenes arrive in any order; until all of a group are there, they wait in its pack, a
 * file that only grows, and the journal says where. The archive is then written in suite order, so that its bytes are
 * the same whatever came first. What a killed run left in a pack behind the last journalled scene belongs to nobody.
 *
 * @param runPath folder for the packs
 */
export function tarPictures(folder: string, runPath: string, plan: RunPlan): PictureStore {
  return new TarPictures(folder, join(runPath, 'packs'), plan)
}

class TarPictures implements PictureStore {
  private readonly packs = new Map<number, Promise<Pack>>()
  /** Groups whose archive is there and right. */
  private readonly written = new Set<number>()

  constructor(
    private readonly folder: string,
    private readonly packFolder: string,
    private readonly plan: RunPlan,
  ) {}

  async store(scenes: readonly RenderedScene[]): Promise<StoredScene[]> {
    const groups = [...new Set(scenes.map(scene => groupOf(scene.delivered.index)))]
    const stored = await allDone(
      groups.map(group =>
        this.storeTogether(
          group,
          scenes.filter(scene => groupOf(scene.delivered.index) === group),
        ),
      ),
    )
    return stored.flat()
  }

  async whole(group: number, journalled: readonly StoredScene[]): Promise<StoredScene[]> {
    const archive = join(this.folder, archivePath(group))
    if (await exists(archive)) {
      if (journalled.length === groupSize(this.plan, group) && (await this.archiveIsOf(archive, journalled))) {
        this.written.add(group)
        return [...journalled]
      }
      await rm(archive)
    }
    if (!(await exists(this.packPath(group)))) return []
    const pack = packSource(await this.pack(group))
    const found: StoredScene[] = []
    for (const scene of journalled) if (await holds(pack, scene)) found.push(scene)
    return found
  }

  async complete(group: number, scenes: () => Promise<readonly StoredScene[]>): Promise<void> {
    if (!this.written.has(group)) {
      await writeTar(join(this.folder, archivePath(group)), this.membersOf(group, await scenes()))
      this.written.add(group)
    }
    const pack = await this.packs.get(group)
    this.packs.delete(group)
    await pack?.file.close()
    await rm(this.packPath(group), { force: true })
  }

  async close(): Promise<void> {
    const packs = await Promise.allSettled(this.packs.values())
    this.packs.clear()
    await Promise.all(packs.map(opened => opened.status === 'fulfilled' && opened.value.file.close()))
  }

  /** Scenes of one group, with one write. */
  private async storeTogether(group: number, scenes: readonly RenderedScene[]): Promise<StoredScene[]> {
    const pack = await this.pack(group)
    const bytes = Buffer.concat(scenes.flatMap(scene => scene.files.map(file => file.bytes)))
    let position = pack.end
    pack.end += bytes.length
    const written = writeAll(pack.file, bytes, position)
    const stored = scenes.map(({ delivered: { id, index, pixelsSha256, objects }, files }) => ({
      id,
      index,
      pixelsSha256,
      objects: [...objects],
      files: files.map(file => {
        const span = { position, length: file.bytes.length }
        position += file.bytes.length
        const path = passPath(this.plan.scenes.size, file.pass, id, index, 'tar')
        return { pass: file.pass, path, sha256: sha256Of(file.bytes), span }
      }),
    }))
    await written
    return stored
  }

  private pack(group: number): Promise<Pack> {
    const known = this.packs.get(group)
    if (known) return known
    const opened = this.openPack(group)
    this.packs.set(group, opened)
    return opened
  }

  private async openPack(group: number): Promise<Pack> {
    await makeFolder(this.packFolder)
    const file = await open(this.packPath(group), constants.O_RDWR | constants.O_CREAT)
    return { file, end: (await file.stat()).size }
  }

  private packPath(group: number): string {
    return join(this.packFolder, `${String(group).padStart(6, '0')}.pack`)
  }

  /** Does an archive hold these scenes' files, unchanged, and nothing else? */
  private async archiveIsOf(path: string, scenes: readonly StoredScene[]): Promise<boolean> {
    const files = datasetFiles(this.folder)
    let expectedBytes = tarEnd().length
    for (const { path: member, sha256 } of scenes.flatMap(scene => scene.files)) {
      const bytes = await files.read(member).catch(() => null)
      if (bytes === null || sha256Of(bytes) !== sha256) return false
      expectedBytes += tarEntrySize(bytes.length)
    }
    return (await stat(path)).size === expectedBytes
  }

  private async *membersOf(group: number, scenes: readonly StoredScene[]): AsyncGenerator<TarMember> {
    const pack = packSource(await this.pack(group))
    for (const { path, span } of scenes.flatMap(scene => scene.files)) {
      yield { name: archiveMember(path)!.name, bytes: await pack.read(span!.position, span!.length) }
    }
  }
}

/** Scenes lie nearly in suite order: read ahead, hundreds of small pictures cost one read. */
const PIECE_BYTES = 1 << 20

/** A pack as it is now. */
function packSource({ file, end }: Pack): ByteSource {
  const source: ByteSource = {
    name: 'pack',
    size: end,
    async read(position, length) {
      checkRange(source, position, length)
      const bytes = new Uint8Array(length)
      for (let at = 0; at < length; ) {
        const { bytesRead } = await file.read(bytes, at, length - at, position + at)
        if (bytesRead === 0) checkRange({ ...source, size: position + at }, position, length)
        at += bytesRead
      }
      return bytes
    },
  }
  return readAhead(source, PIECE_BYTES)
}

async function holds(pack: ByteSource, { files }: StoredScene): Promise<boolean> {
  for (const { span, sha256 } of files) {
    const bytes = span && (await pack.read(span.position, span.length).catch(() => null))
    if (!bytes || sha256Of(bytes) !== sha256) return false
  }
  return true
}

/** One call may write less than it was given. */
async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    at += (await file.write(bytes, at, bytes.length - at, position + at)).bytesWritten
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

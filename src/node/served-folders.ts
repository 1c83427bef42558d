import { open, readdir, realpath, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { isResponsesHead } from '../evaluate/responses.ts'

/** A folder as `data/index.json` lists it for the studio. */
export interface ServedFolder {
  readonly name: string
  /** Address below the page's, with a slash at its end. */
  readonly url: string
  /** Whether it is a finished dataset. */
  readonly dataset: boolean
  /** Files of models' answers in it and in the folders right below it, as paths with forward slashes. */
  readonly responses: readonly string[]
}

/** Bytes of a file that tell whether it holds answers. */
const HEAD_BYTES = 16_384
/** More files of answers than this are not listed. */
const MOST_FILES = 24

/**
 * What a folder holds for the studio: itself as a dataset, datasets right below it, and files of answers, told from
 * their first line (`scenes.jsonl` and its like are none).
 *
 * @param url where the folder is served
 */
export async function servedFolders(dir: string, url: string): Promise<ServedFolder[]> {
  const folders = await foldersBelow(dir)
  const isDataset = async (path: string): Promise<boolean> => (await sizeOf(join(path, 'dataset.json'))) > 0
  const own: ServedFolder = {
    name: basename(resolve(dir)),
    url,
    dataset: await isDataset(dir),
    responses: await responsesIn(dir, ['', ...folders.map(name => `${name}/`)]),
  }
  const below: ServedFolder[] = []
  for (const name of folders) {
    if (await isDataset(join(dir, name))) below.push({ name, url: `${url}${name}/`, dataset: true, responses: [] })
  }
  return own.dataset || own.responses.length > 0 || below.length === 0 ? [own, ...below] : below
}

/**
 * What several folders hold, each dataset and each file of answers once where one folder lies in another or is named twice.
 */
export async function servedFoldersOf(
  mounts: readonly { readonly dir: string; readonly url: string }[],
): Promise<ServedFolder[]> {
  const seen = new Set<string>()
  const isNew = (path: string): boolean => {
    const before = seen.size
    return seen.add(path).size > before
  }
  const found: ServedFolder[] = []
  for (const { dir, url } of mounts) {
    for (const folder of await servedFolders(dir, url)) {
      const path = await realpath(join(dir, folder.url.slice(url.length)))
      const dataset = folder.dataset && isNew(join(path, 'dataset.json'))
      const responses = folder.responses.filter(name => isNew(join(path, name)))
      const isEmpty = !folder.dataset && folder.responses.length === 0
      if (dataset || responses.length > 0 || (isEmpty && isNew(path))) found.push({ ...folder, dataset, responses })
    }
  }
  return found
}

async function foldersBelow(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true })
  return entries.flatMap(entry => (entry.isDirectory() && !entry.name.startsWith('.') ? [entry.name] : [])).sort()
}

async function responsesIn(dir: string, below: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const folder of below) {
    const names = (await readdir(join(dir, folder))).filter(name => name.endsWith('.jsonl')).sort()
    for (const name of names) {
      if (found.length < MOST_FILES && isResponsesHead(await headOf(join(dir, folder, name)))) found.push(folder + name)
    }
  }
  return found
}

async function headOf(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    info => info.size,
    () => 0,
  )

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'

/** Paths of a folder, files with their SHA-256. */
export type Tree = ReadonlyMap<string, string>

/** Everything in a folder. What names times has them left out: `dataset.json`, `report.html`. */
export async function treeOf(folder: string): Promise<Tree> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const tree = new Map<string, string>()
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const bytes = entry.isDirectory() ? 'folder' : timeless(basename(path), await readFile(path))
    tree.set(relative(folder, path), createHash('sha256').update(bytes).digest('hex'))
  }
  return tree
}

function timeless(name: string, bytes: Buffer): Buffer | string {
  if (name === 'report.html') return bytes.toString('latin1').replaceAll(/[-+\d]{10,13}T[\d:.]+Z/g, '')
  if (name !== 'dataset.json') return bytes
  try {
    const {
      startedAt: _,
      finishedAt: __,
      sha256: ___,
      ...rest
    } = JSON.parse(bytes.toString('utf8')) as Record<string, unknown>
    return JSON.stringify(rest)
  } catch {
    return bytes
  }
}

/** In words, a line a path: missing, different, left over. */
export function treeDifferences(found: Tree, expected: Tree): string[] {
  const paths = [...new Set([...found.keys(), ...expected.keys()])].sort()
  return paths.flatMap(path => {
    if (found.get(path) === expected.get(path)) return []
    return [`${!found.has(path) ? 'missing' : !expected.has(path) ? 'left over' : 'different'}: ${path}`]
  })
}

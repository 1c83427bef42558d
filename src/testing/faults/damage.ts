import { copyFile, mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import type { Stream } from '../../core/rng.ts'

/** What can happen to a file while nobody looks. */
export const DAMAGES = ['cut', 'emptied', 'bit flipped', 'zeroed', 'deleted', 'a folder in its place'] as const
export type Damage = (typeof DAMAGES)[number]

/** Damages a file at a place drawn from `next`. */
export async function damage(path: string, how: Damage, next: Stream): Promise<void> {
  const bytes = await readFile(path)
  const at = Math.floor(next() * bytes.length)
  switch (how) {
    case 'cut':
      // Not just the end of the last line: a document is whole without it.
      return truncate(path, Math.min(at, Math.max(0, bytes.length - 2)))
    case 'emptied':
      return truncate(path, 0)
    case 'bit flipped':
      bytes[at]! ^= 1 << Math.floor(next() * 8)
      return writeFile(path, bytes)
    case 'zeroed':
      return writeFile(path, bytes.fill(0, at))
    case 'deleted':
      return rm(path)
    case 'a folder in its place':
      await rm(path)
      return mkdir(path)
  }
}

/** The bytes of another file: a picture of another scene, whole but wrong. */
export const replaceBy = (path: string, other: string): Promise<void> => copyFile(other, path)

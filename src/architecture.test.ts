import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ARCHITECTURE, PURE_FOLDERS } from './architecture.ts'

const SRC = dirname(fileURLToPath(import.meta.url))

interface Import {
  readonly file: string
  readonly target: string
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map(name => name.replaceAll('\\', '/'))
  .filter(name => /\.(ts|tsx)$/.test(name) && !/\.(test|fixture)\.tsx?$|\.d\.ts$|^testing\//.test(name))
  .filter(name => statSync(join(SRC, name)).isFile())

/** Every `from '…'`, `import '…'`, `import('…')` and `new URL('…', import.meta.url)` of a file. */
function importsOf(file: string): Import[] {
  const text = readFileSync(join(SRC, file), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
  const pattern = /(?:\bfrom\s+|\bimport\s*\(\s*|^\s*import\s+|new URL\(\s*)'([^'\n]+)'/gm
  return [...text.matchAll(pattern)].map(match => ({ file, target: match[1]! }))
}

const all = files.flatMap(importsOf)
const folderOf = (path: string): string => (path.includes('/') ? path.split('/')[0]! : '')
const insideSrc = ({ file, target }: Import): string | null => {
  if (!target.startsWith('.')) return null
  const path = relative(SRC, resolve(SRC, dirname(file), target.replace(/\?.*$/, ''))).replaceAll('\\', '/')
  return path.startsWith('..') ? null : path
}
const packageOf = (target: string): string =>
  target.startsWith('node:')
    ? 'node:'
    : target
        .split('/')
        .slice(0, target.startsWith('@') ? 2 : 1)
        .join('/')

test('the walk sees imports', () => {
  expect(all.length).toBeGreaterThan(10)
})

test('every import is allowed by src/architecture.ts', () => {
  const refused = all.filter(item => {
    const rule = ARCHITECTURE[folderOf(item.file)]
    if (folderOf(item.file) === '') return false
    if (!rule) return true
    const inside = insideSrc(item)
    if (inside !== null) return folderOf(inside) !== folderOf(item.file) && !rule.folders.includes(folderOf(inside))
    return (
      !item.target.startsWith('.') && !item.target.startsWith('/') && !rule.packages.includes(packageOf(item.target))
    )
  })
  expect(refused).toEqual([])
})

test('no entry of src/architecture.ts is stale', () => {
  const used = new Set(
    all.map(item => {
      const inside = insideSrc(item)
      return `${folderOf(item.file)} → ${inside === null ? packageOf(item.target) : folderOf(inside)}`
    }),
  )
  const stale = Object.entries(ARCHITECTURE).flatMap(([folder, rule]) =>
    [...rule.folders, ...rule.packages].map(target => `${folder} → ${target}`).filter(entry => !used.has(entry)),
  )
  expect(stale).toEqual([])
})

test('pure folders import only pure folders, and nothing imports cli', () => {
  for (const folder of PURE_FOLDERS) {
    const outside = (ARCHITECTURE[folder]?.folders ?? []).filter(
      name => !(PURE_FOLDERS as readonly string[]).includes(name),
    )
    expect([folder, outside]).toEqual([folder, []])
    expect(ARCHITECTURE[folder]?.packages ?? []).not.toContain('node:')
  }
  for (const rule of Object.values(ARCHITECTURE)) expect(rule.folders).not.toContain('cli')
})

test('no file imports itself by a detour', () => {
  const graph = new Map<string, string[]>()
  for (const item of all) {
    const inside = insideSrc(item)
    if (inside !== null && files.includes(inside)) graph.set(item.file, [...(graph.get(item.file) ?? []), inside])
  }
  const done = new Set<string>()
  const cycles: string[][] = []
  const visit = (file: string, trail: string[]): void => {
    const start = trail.indexOf(file)
    if (start >= 0) cycles.push([...trail.slice(start), file])
    if (start >= 0 || done.has(file)) return
    for (const next of graph.get(file) ?? []) visit(next, [...trail, file])
    done.add(file)
  }
  for (const file of graph.keys()) visit(file, [])
  expect(cycles).toEqual([])
})

import { expect, test } from 'vitest'
import { croissant } from './croissant.ts'

const sha = 'cd'.repeat(32)

interface Json {
  readonly [key: string]: unknown
}

const value = croissant({
  head: {
    name: 'grid',
    title: 'Grid',
    description: 'One scene a cell.',
    contentSha256: sha,
    scenes: 256,
    questions: 1024,
    toolVersion: '0.1.0',
    finished: '2026-06-05T10:00:00.000Z',
  },
  scenes: { path: 'scenes.jsonl', sha256: sha, byteLength: 10, encodingFormat: 'application/jsonlines' },
  questions: { path: 'questions.jsonl', sha256: sha, byteLength: 20, encodingFormat: 'application/jsonlines' },
  folders: { images: 'images', masks: 'masks', depth: null },
  citation: '@inproceedings{x}',
}) as Json

/** Every object of a JSON-LD document. */
function nodes(node: unknown): Json[] {
  if (Array.isArray(node)) return node.flatMap(nodes)
  if (node === null || typeof node !== 'object') return []
  return [node as Json, ...Object.entries(node).flatMap(([key, inner]) => (key === '@context' ? [] : nodes(inner)))]
}

test('all that Croissant 1.0 requires of a dataset, and its responsible-AI fields', () => {
  for (const name of ['@context', 'conformsTo', 'name', 'description', 'license', 'url', 'creator', 'datePublished']) {
    expect(value).toHaveProperty([name])
  }
  expect(value['@type']).toBe('sc:Dataset')
  expect(value.conformsTo).toContain('http://mlcommons.org/croissant/1.0')
  expect(value.datePublished).toBe('2026-06-05')
  expect(Object.keys(value).filter(key => key.startsWith('rai:')).length).toBeGreaterThanOrEqual(8)
})

test('identifiers are unique and every reference has its node', () => {
  const all = nodes(value)
  const ids = all.filter(node => node['@type'] !== undefined && node['@id'] !== undefined).map(node => node['@id'])
  expect(new Set(ids).size).toBe(ids.length)
  const references = all.filter(node => Object.keys(node).join() === '@id').map(node => node['@id'])
  expect(references.length).toBeGreaterThan(10)
  for (const reference of references) expect(ids).toContain(reference)
})

test('files carry their hash; a pass that was not rendered is not there', () => {
  const distribution = value.distribution as Json[]
  expect(distribution.map(file => file['@id'])).toEqual(['scenes.jsonl', 'questions.jsonl', 'images', 'masks'])
  expect(distribution[0]).toMatchObject({ '@type': 'cr:FileObject', sha256: sha, contentUrl: 'scenes.jsonl' })
  expect(distribution[2]).toMatchObject({ '@type': 'cr:FileSet', includes: 'images/**/*.png' })
})

test('every term of ours is in the context', () => {
  const context = value['@context'] as Json
  const known = new Set([...Object.keys(context), 'name', 'description', 'license', 'url', 'creator', 'version'])
  const schemaOrg = [
    'datePublished',
    'keywords',
    'distribution',
    'contentUrl',
    'contentSize',
    'encodingFormat',
    'sha256',
  ]
  for (const key of new Set(nodes(value).flatMap(node => Object.keys(node)))) {
    if (key.startsWith('@') || key.includes(':') || schemaOrg.includes(key)) continue
    expect([...known]).toContain(key)
  }
})

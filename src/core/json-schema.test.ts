import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { JSON_SCHEMAS } from './json-schema.ts'

const FOLDER = new URL('../../public/schema/', import.meta.url)

test.each(Object.entries(JSON_SCHEMAS))(
  'public/schema/%s is the schema of the code (UPDATE=1 writes it)',
  (name, make) => {
    const text = `${JSON.stringify(make(), null, 2)}\n`
    if (process.env.UPDATE) writeFileSync(new URL(name, FOLDER), text)
    expect(readFileSync(new URL(name, FOLDER), 'utf8')).toBe(text)
  },
)

test('a reader finds every field of an object with its unit and range', () => {
  const schema = JSON.parse(readFileSync(new URL('scene.schema.json', FOLDER), 'utf8'))
  const object = schema.properties.objects.items
  expect(object.properties.depthM).toMatchObject({ type: 'number', minimum: 0.05, unit: 'm' })
  expect(object.properties.color.enum).toContain('magenta')
  expect(object.required).toEqual(expect.arrayContaining(['shape', 'color', 'sizeM', 'depthM', 'thetaDeg']))
  expect(object.additionalProperties).toBe(false)
})

import { expect, test } from 'vitest'
import { cameraSchema, lightSchema, objectSchema, tunnelSchema } from '../../core/scene.ts'
import { FIELD_GROUPS } from './field-table.ts'

test('every field of the schema has a control with a label in words and a finite range', () => {
  const schemas = { object: objectSchema, camera: cameraSchema, tunnel: tunnelSchema, light: lightSchema }
  for (const [group, schema] of Object.entries(schemas)) {
    const fields = FIELD_GROUPS[group as keyof typeof FIELD_GROUPS]
    expect(fields.map(field => field.key)).toEqual(Object.keys(schema.shape))
    for (const field of fields) {
      expect.soft(field.label, `${group}.${field.key}`).toMatch(/^[a-z θ()]+$/)
      if (field.kind === 'number') expect.soft(Number.isFinite(field.min) && Number.isFinite(field.max)).toBe(true)
    }
  }
})

test('units, steps and ranges are the schema’s', () => {
  expect(FIELD_GROUPS.object.find(field => field.key === 'depthM')).toEqual({
    kind: 'number',
    key: 'depthM',
    label: 'depth',
    unit: 'm',
    step: 0.1,
    min: 0.05,
    max: 1000,
  })
  expect(FIELD_GROUPS.tunnel.find(field => field.key === 'texture')).toMatchObject({
    kind: 'choice',
    options: ['panels', 'checker', 'plain'],
  })
  const theta = FIELD_GROUPS.object.find(field => field.key === 'thetaDeg')
  expect(theta?.kind === 'number' && theta.max).toBeLessThan(360)
})

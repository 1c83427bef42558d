import { z } from 'zod'
import { sceneSchema } from './scene.ts'
import { suiteSchema } from './suite.ts'

/**
 * JSON Schemas (draft 2020-12) of what people write by hand, for editors and other languages; published under
 * `public/schema/`, where a test holds them against this.
 */
export const JSON_SCHEMAS = {
  'scene.schema.json': () => described(sceneSchema, 'SpatialTunnel scene'),
  'suite.schema.json': () => described(suiteSchema, 'SpatialTunnel suite'),
} as const

const described = (schema: z.ZodType, title: string): object => ({
  title,
  ...z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
})

import { z } from 'zod'
import { cameraSchema, lightSchema, objectSchema, tunnelSchema } from '../../core/scene.ts'

/** A field of the scene as the inspector shows it. Everything comes from the schema. */
export type FieldSpec =
  | {
      readonly kind: 'number'
      readonly key: string
      readonly label: string
      readonly unit?: string
      readonly step: number
      readonly min: number
      readonly max: number
    }
  | { readonly kind: 'choice'; readonly key: string; readonly label: string; readonly options: readonly string[] }

export const FIELD_GROUPS = {
  object: fieldsOf(objectSchema),
  camera: fieldsOf(cameraSchema),
  tunnel: fieldsOf(tunnelSchema),
  light: fieldsOf(lightSchema),
} as const

interface JsonField {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMaximum?: number
  readonly label?: string
  readonly unit?: string
  readonly step?: number
}

/** The fields of an object schema: kind, label, unit, step and range, as its own metadata says. */
export function fieldsOf(schema: z.ZodObject): FieldSpec[] {
  const json = z.toJSONSchema(schema, { io: 'output' })
  return Object.entries((json.properties ?? {}) as Record<string, JsonField>).map(([key, field]): FieldSpec => {
    const label = field.label ?? key
    if (field.enum) return { kind: 'choice', key, label, options: field.enum }
    const step = field.step ?? 1
    const max =
      field.maximum ?? (field.exclusiveMaximum === undefined ? Infinity : field.exclusiveMaximum - step / 1000)
    return {
      kind: 'number',
      key,
      label,
      step,
      min: field.minimum ?? -Infinity,
      max,
      ...(field.unit ? { unit: field.unit } : {}),
    }
  })
}

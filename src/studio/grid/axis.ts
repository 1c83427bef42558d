import type { Scene } from '../../core/scene.ts'
import { parseFieldPath } from '../../core/scene-fields.ts'
import { FIELD_GROUPS, type FieldSpec } from '../scene/field-table.ts'
import { tidy } from '../store/edits.ts'

/** What a person has chosen for an axis of the plane; the range is for fields that are numbers. */
export interface AxisChoice {
  /** Field path: `objects[0].thetaDeg`. */
  readonly field: string
  readonly from: number
  readonly to: number
  readonly count: number
}

/** An axis of the plane: a scene field and its values, in order. */
export interface Axis {
  readonly field: string
  /** `angle θ₁ of object 1`. */
  readonly label: string
  readonly unit: string
  readonly values: readonly (number | string)[]
}

export const AXIS_COUNT = { min: 2, max: 32 } as const

/** The paper's plane: the two angles of the 16, the farther object's down, the nearer one's across, as in every report. */
export const PLANE_DEFAULTS: { readonly x: AxisChoice; readonly y: AxisChoice } = {
  x: { field: 'objects[1].thetaDeg', from: 0, to: 337.5, count: 16 },
  y: { field: 'objects[0].thetaDeg', from: 0, to: 337.5, count: 16 },
}

/** A field that can be an axis. */
export interface AxisField {
  readonly path: string
  /** `Object 1`, `Camera` … */
  readonly group: string
  readonly spec: FieldSpec
}

/** Ranges in which a field shows something, for those whose legal range is far wider. */
const TELLING_RANGES: Readonly<Record<string, readonly [from: number, to: number]>> = {
  sizeM: [0.1, 0.4],
  depthM: [2, 9.5],
  thetaDeg: [0, 337.5],
  yawDeg: [-45, 45],
  insetM: [0, 0.75],
  fovYDeg: [30, 90],
  xM: [-0.6, 0.6],
  yM: [-0.6, 0.6],
  zM: [-1.5, 0],
  pitchDeg: [-15, 15],
  rollDeg: [-45, 45],
  lengthM: [10, 40],
  fogPerM: [0, 0.3],
  sunIntensity: [0, 2],
  backgroundIntensity: [0, 0.75],
}

/** Fields that change the picture's size are no axes: all cells are alike. */
const NO_AXIS = new Set(['widthPx', 'heightPx'])

/** Every field of the scene that can be an axis, objects first. */
export function axisFields(scene: Pick<Scene, 'objects'>): AxisField[] {
  const fields = (group: string, prefix: string, specs: readonly FieldSpec[]): AxisField[] =>
    specs.filter(spec => !NO_AXIS.has(spec.key)).map(spec => ({ path: `${prefix}.${spec.key}`, group, spec }))
  return [
    ...scene.objects.flatMap((_, i) => fields(`Object ${i + 1}`, `objects[${i}]`, FIELD_GROUPS.object)),
    ...fields('Camera', 'camera', FIELD_GROUPS.camera),
    ...fields('Tunnel', 'tunnel', FIELD_GROUPS.tunnel),
    ...fields('Light', 'light', FIELD_GROUPS.light),
  ]
}

/** A field as an axis over the range in which it shows something. */
export function choiceOf({ path, spec }: AxisField): AxisChoice {
  if (spec.kind === 'choice') return { field: path, from: 0, to: 0, count: spec.options.length }
  const [from, to] = TELLING_RANGES[spec.key] ?? [spec.min, spec.max]
  return { field: path, from: tidy(from), to: tidy(to), count: spec.key === 'thetaDeg' ? 16 : 11 }
}

/**
 * The axis that was chosen, as far as the scene has that field; otherwise the first field that `other` does not use.
 *
 * @param other the field of the other axis: one field cannot be both
 */
export function axisOf(scene: Scene, choice: AxisChoice, other: string | null): Axis {
  const fields = axisFields(scene)
  const known = fields.find(({ path }) => path === choice.field && path !== other)
  const field = known ?? fields.find(({ path, spec }) => path !== other && spec.key === 'thetaDeg') ?? fields[0]!
  const kept = known ? choice : choiceOf(field)
  const owner = field.path.startsWith('objects') ? ` of ${field.group.toLowerCase()}` : ''
  const name = field.spec.key === 'thetaDeg' ? `angle θ${'₁₂₃₄₅₆₇₈'[Number(field.group.at(-1)) - 1]}` : field.spec.label
  const label = `${name}${owner}`
  if (field.spec.kind === 'choice') return { field: field.path, label, unit: '', values: field.spec.options }
  return { field: field.path, label, unit: field.spec.unit ?? '', values: stepsOf(kept, field.spec) }
}

function stepsOf({ from, to, count }: AxisChoice, { min, max }: Extract<FieldSpec, { kind: 'number' }>): number[] {
  const steps = Math.min(AXIS_COUNT.max, Math.max(AXIS_COUNT.min, Math.round(count)))
  const inside = (value: number): number => tidy(Math.min(max, Math.max(min, value)))
  return Array.from({ length: steps }, (_, k) => inside(from + ((to - from) * k) / (steps - 1)))
}

/** The scene's own value of an axis's field. */
export function valueOn(scene: Scene, field: string): number | string {
  const keys = parseFieldPath(field, 'axis')
  return keys.reduce<unknown>((node, key) => (node as Record<string | number, unknown>)[key], scene) as number | string
}

/** The place of a value among an axis's: the nearest for numbers; null for a word that is not there. */
export function placeOf(axis: Axis, value: number | string): { readonly at: number; readonly exact: boolean } | null {
  if (typeof value === 'string') {
    const at = axis.values.indexOf(value)
    return at < 0 ? null : { at, exact: true }
  }
  const off = axis.values.map(other => Math.abs(Number(other) - value))
  const at = off.reduce((best, distance, i) => (distance < off[best]! ? i : best), 0)
  return { at, exact: off[at]! < 1e-6 }
}

/** A value as a person reads it: `337.5°`, `2.25 m`. */
export function shownValue({ unit }: Pick<Axis, 'unit'>, value: number | string): string {
  const text = typeof value === 'number' ? String(Number(value.toFixed(3))) : value
  return unit === '' ? text : `${text}${unit === '°' ? '' : ' '}${unit}`
}

import { z } from 'zod'
import { SpatialTunnelError, shown } from './errors.ts'
import { COLORS, SHAPES } from './palette.ts'
import { migrateScene } from './scene-migrations.ts'
import { expectedBy, valueAt } from './schema-error.ts'

/**
 * A scene: everything that decides a picture, and nothing else. JSON, versioned, small.
 * Units stand in the names; frames in `frames.ts`. Defaults are the paper's where it speaks, ours elsewhere.
 */
export const SCENE_VERSION = 1

/** Unit, step and label of a field: the studio's number fields and the docs are made of these. */
export interface FieldMeta {
  readonly label: string
  readonly unit?: string
  readonly step?: number
}

const num = (lo: number, hi: number, meta: FieldMeta) =>
  z.number().min(lo).max(hi).meta({ label: meta.label, unit: meta.unit, step: meta.step })

export const objectSchema = z.strictObject({
  shape: z.enum(SHAPES).meta({ label: 'shape' }),
  color: z.enum(COLORS).meta({ label: 'colour' }),
  /** Half extent, m: a sphere's radius, half a cube's edge. */
  sizeM: num(0.01, 0.9, { label: 'size (half extent)', unit: 'm', step: 0.01 }),
  roughness: num(0.05, 1, { label: 'roughness', step: 0.05 }).default(0.5),
  /** Depth of the centre along the tunnel's axis, m. */
  depthM: num(0.05, 1000, { label: 'depth', unit: 'm', step: 0.1 }),
  /** Angle around the tunnel's axis, degrees in [0, 360): 0 right, 90 ceiling, 180 left, 270 floor. */
  thetaDeg: z.number().min(0).lt(360).meta({ label: 'angle θ', unit: '°', step: 22.5 }),
  /** Rotation about the world's +Y. */
  yawDeg: num(-360, 360, { label: 'yaw', unit: '°', step: 5 }).default(0),
  /** Gap between the object and the wall that it would touch, m (ours; 0 = touching, the paper's placement). */
  insetM: num(0, 1, { label: 'inset from the wall', unit: 'm', step: 0.05 }).default(0),
})

export const cameraSchema = z.strictObject({
  widthPx: z.int().min(16).max(4096).default(512).meta({ label: 'image width', unit: 'px', step: 1 }),
  heightPx: z.int().min(16).max(4096).default(512).meta({ label: 'image height', unit: 'px', step: 1 }),
  fovYDeg: num(5, 120, { label: 'vertical field of view', unit: '°', step: 1 }).default(50),
  /** Position in the tunnel's frame, m. */
  xM: num(-0.95, 0.95, { label: 'camera x', unit: 'm', step: 0.05 }).default(0),
  yM: num(-0.95, 0.95, { label: 'camera y', unit: 'm', step: 0.05 }).default(0),
  zM: num(-1000, 0.9, { label: 'camera z', unit: 'm', step: 0.1 }).default(0),
  /** > 0 turns the view to the left (about +Y). */
  yawDeg: num(-80, 80, { label: 'yaw', unit: '°', step: 1 }).default(0),
  /** > 0 looks up. */
  pitchDeg: num(-80, 80, { label: 'pitch', unit: '°', step: 1 }).default(0),
  /** > 0 turns the camera counter-clockwise. */
  rollDeg: num(-180, 180, { label: 'roll', unit: '°', step: 1 }).default(0),
})

export const TEXTURES = ['panels', 'checker', 'plain'] as const
export type Texture = (typeof TEXTURES)[number]

export const tunnelSchema = z.strictObject({
  /** The tunnel ends, open, this far in front of the origin, m. */
  lengthM: num(2, 1000, { label: 'tunnel length', unit: 'm', step: 1 }).default(20),
  /** The pattern of all four walls; `plain` takes the perspective texture away. */
  texture: z.enum(TEXTURES).default('panels').meta({ label: 'wall texture' }),
  /** Extinction of the fog, 1/m; 0 = clear air. */
  fogPerM: num(0, 2, { label: 'fog', unit: '1/m', step: 0.01 }).default(0),
})

export const lightSchema = z.strictObject({
  /** Direction to the sun = (cos e · cos a, sin e, −cos e · sin a); a = 1.5π is behind the camera. */
  sunRotationRad: num(0, 2 * Math.PI, { label: 'sun rotation', unit: 'rad', step: 0.05 }).default(1.5 * Math.PI),
  sunElevationDeg: num(0, 90, { label: 'sun elevation', unit: '°', step: 1 }).default(35),
  /** Strength of the sun; 1 = a clear day, 0 = overcast. */
  sunIntensity: num(0, 4, { label: 'sun intensity', step: 0.05 }).default(1),
  /** Strength of the sky's ambient light (paper: 0.15). */
  backgroundIntensity: num(0, 2, { label: 'background intensity', step: 0.01 }).default(0.15),
})

export const MAX_OBJECTS = 8

export const sceneSchema = z.strictObject({
  version: z.literal(SCENE_VERSION),
  camera: cameraSchema.prefault({}),
  tunnel: tunnelSchema.prefault({}),
  light: lightSchema.prefault({}),
  objects: z.array(objectSchema).min(1).max(MAX_OBJECTS),
})

export type Scene = z.output<typeof sceneSchema>
export type SceneInput = z.input<typeof sceneSchema>
export type SceneObject = Scene['objects'][number]
export type SceneCamera = Scene['camera']

/**
 * Reads a scene of any version: migrates, fills defaults, checks every field.
 *
 * @param value anything, as `JSON.parse` gives it
 * @throws SpatialTunnelError `scene-invalid` (with the field's path) or `version-too-new`
 * @example parseScene({ version: 1, objects: [{ shape: 'sphere', color: 'red', sizeM: 0.2, depthM: 6, thetaDeg: 90 }] })
 */
export function parseScene(value: unknown): Scene {
  const result = sceneSchema.safeParse(migrateScene(value))
  if (result.success) return result.data
  const issue = result.error.issues[0]!
  const path = formatPath(issue.path)
  throw new SpatialTunnelError({
    code: 'scene-invalid',
    where: path || 'scene',
    found: shown(valueAt(value, issue.path)),
    expected: expectedBy(issue),
    remedy: 'see public/schema/scene.schema.json for every field, its unit and its range',
  })
}

/** `['objects', 1, 'depthM']` → `objects[1].depthM`. */
export function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text ? `${text}.${String(key)}` : String(key)),
    '',
  )
}

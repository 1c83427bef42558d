import { isRecord } from './cell.ts'
import { SpatialTunnelError, shown } from './errors.ts'

/**
 * Scenes of earlier versions, brought to today's one step at a time. A scene without `version` is version 0: the
 * shorthand that people write by hand, in which only `objects` has to be there and every angle may have any value.
 *
 * Every step has a frozen fixture in `src/core/fixtures/`; a step is never edited once it has shipped.
 */
export const SCENE_MIGRATIONS: ReadonlyArray<(scene: Record<string, unknown>) => Record<string, unknown>> = [
  function unversionedToV1(scene) {
    const objects = Array.isArray(scene.objects) ? scene.objects.map(wrapTheta) : scene.objects
    return { ...scene, version: 1, objects }
  },
]

function wrapTheta(object: unknown): unknown {
  if (!isRecord(object) || typeof object.thetaDeg !== 'number') return object
  return { ...object, thetaDeg: ((object.thetaDeg % 360) + 360) % 360 }
}

/**
 * @throws SpatialTunnelError `scene-invalid` if `value` is no object, `version-too-new` if a newer tool wrote it
 */
export function migrateScene(value: unknown): unknown {
  if (!isRecord(value)) {
    throw new SpatialTunnelError({
      code: 'scene-invalid',
      where: 'scene',
      found: shown(value),
      expected: 'an object { version, objects, … }',
    })
  }
  const version = value.version ?? 0
  const current = SCENE_MIGRATIONS.length
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 0) {
    throw new SpatialTunnelError({
      code: 'scene-invalid',
      where: 'version',
      found: shown(version),
      expected: `an integer from 0 to ${current}`,
    })
  }
  if (version > current) {
    throw new SpatialTunnelError({
      code: 'version-too-new',
      where: 'version',
      found: shown(version),
      expected: `at most ${current}`,
      remedy: 'a newer SpatialTunnel wrote this scene: update this one',
    })
  }
  return SCENE_MIGRATIONS.slice(version).reduce((scene, migrate) => migrate(scene), value)
}

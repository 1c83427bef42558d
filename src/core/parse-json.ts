import { SpatialTunnelError, shown } from './errors.ts'

/**
 * JSON text as a value.
 *
 * @param where the file, for the error
 * @throws SpatialTunnelError `json-invalid`
 */
export function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new SpatialTunnelError({
      code: 'json-invalid',
      where,
      found: `${shown(text, 40)} (${(cause as Error).message})`,
      expected: 'JSON',
      cause,
    })
  }
}

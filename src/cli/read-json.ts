import { readFile } from 'node:fs/promises'
import { SpatialTunnelError, shown } from '../core/errors.ts'

/**
 * Reads a JSON file and makes something of it; errors say which file.
 *
 * @throws SpatialTunnelError `json-invalid`, and whatever `parse` throws, seen from the file
 */
export async function readJson<T>(path: string, parse: (value: unknown) => T): Promise<T> {
  const text = await readFile(path, 'utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new SpatialTunnelError({
      code: 'json-invalid',
      where: path,
      found: `${shown(text, 40)} (${(cause as Error).message})`,
      expected: 'JSON',
      cause,
    })
  }
  try {
    return parse(value)
  } catch (error) {
    throw error instanceof SpatialTunnelError ? error.at(path) : error
  }
}

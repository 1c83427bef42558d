import { readFile } from 'node:fs/promises'
import { SpatialTunnelError } from '../core/errors.ts'
import { parseJson } from '../core/parse-json.ts'

/**
 * Reads a JSON file and makes something of it; errors say which file.
 *
 * @throws SpatialTunnelError `json-invalid`, and whatever `parse` throws, seen from the file
 */
export async function readJson<T>(path: string, parse: (value: unknown) => T): Promise<T> {
  const value = parseJson(await readFile(path, 'utf8'), path)
  try {
    return parse(value)
  } catch (error) {
    throw error instanceof SpatialTunnelError ? error.at(path) : error
  }
}

import { parseSuite, type Suite } from '../../core/suite.ts'

const FILES = import.meta.glob<unknown>('../../../scenes/*.json', { import: 'default' })

/** A suite that ships in `scenes/`; null if none has that name. */
export async function shippedSuite(name: string): Promise<Suite | null> {
  const load = FILES[`../../../scenes/${name}.json`]
  return load && name !== 'palette' ? parseSuite(await load()) : null
}

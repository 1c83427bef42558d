import { type FileKind, fileKind } from '../share/file-kind.ts'
import type { ProbeRequest } from './probe-messages.ts'

/**
 * What files ask of the Probe page: vectors with the pairs file that lies beside them, or a `probe.json`.
 *
 * @returns null when there is no such file among them
 */
export async function probeRequestOf(
  files: readonly File[],
): Promise<Exclude<ProbeRequest, { readonly kind: 'example' }> | null> {
  const kinds = await Promise.all(files.map(fileKind))
  const first = (kind: FileKind): File | undefined => files[kinds.indexOf(kind)]
  const vectors = first('vectors')
  const report = first('probe-report')
  if (vectors) return { kind: 'vectors', vectors, pairs: first('pairs') ?? null }
  return report ? { kind: 'report', report } : null
}

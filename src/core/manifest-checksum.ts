import { canonicalJson, sha256Hex } from './canonical.ts'
import { SpatialTunnelError, shown } from './errors.ts'

/** Of a manifest's canonical JSON without this very field; left out by earlier versions. */
const FIELD = 'sha256'

/** A manifest with the checksum of all the rest of it. */
export function withChecksum<Manifest extends object>(manifest: Manifest): Manifest & { readonly sha256: string } {
  return { ...manifest, [FIELD]: checksumOf(manifest) }
}

/**
 * Holds a manifest, as its file has it, against its own checksum. One without is taken as an earlier version wrote it,
 * if it has that version's fields alone: a damaged name of the checksum is no way around it.
 *
 * @param earlierFields top-level fields of manifests without a checksum
 * @throws SpatialTunnelError `manifest-altered`
 */
export function assertUnaltered(manifest: object, earlierFields: ReadonlySet<string>): void {
  const stated = (manifest as { readonly sha256?: unknown })[FIELD]
  if (stated === undefined) {
    const unknown = Object.keys(manifest).find(key => !earlierFields.has(key))
    if (unknown === undefined) return
    throw altered(
      `a field ${shown(unknown)} and no ${FIELD}`,
      `${FIELD}, or no such field`,
      `take ${shown(unknown)} out`,
    )
  }
  const found = checksumOf(manifest)
  if (stated === found) return
  throw altered(
    `content with SHA-256 ${found.slice(0, 12)}…`,
    `${String(stated).slice(0, 12)}…, as its field ${FIELD} says`,
    `take its line "${FIELD}" out`,
  )
}

function checksumOf(manifest: object): string {
  const { [FIELD]: _, ...rest } = manifest as { readonly sha256?: unknown }
  return sha256Hex(canonicalJson(rest))
}

const altered = (found: string, expected: string, edited: string): SpatialTunnelError =>
  new SpatialTunnelError({
    code: 'manifest-altered',
    kind: 'data',
    where: '',
    found,
    expected,
    remedy: `bring dataset.json back from a copy, or render into another folder; if you changed it by hand and mean it, ${edited}`,
  })

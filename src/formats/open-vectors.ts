import { SpatialTunnelError } from '../core/errors.ts'
import type { ByteSource } from './byte-source.ts'
import type { PairLabel, VectorFile } from './vector-file.ts'
import { openVectorJsonl } from './vector-jsonl.ts'
import { openVectorNpz } from './vector-npz.ts'
import { openVectorSafetensors } from './vector-safetensors.ts'
import { PORTABLE_ZIP_CODEC, type ZipCodec } from './zip-member.ts'

export interface OpenVectorsOptions {
  readonly codec?: ZipCodec
  /** Rows of the pairs file; needed for safetensors. */
  readonly labels?: readonly PairLabel[]
}

/**
 * Opens delta vectors by what the file holds, whatever its name: npz, safetensors or JSON lines.
 *
 * @throws vectors-no-labels when a safetensors file comes without its pairs
 */
export async function openVectors(source: ByteSource, options: OpenVectorsOptions = {}): Promise<VectorFile> {
  const { codec = PORTABLE_ZIP_CODEC, labels } = options
  if (source.size < 9) {
    throw new SpatialTunnelError({
      code: 'vectors-unreadable',
      where: source.name,
      found: `${source.size} bytes`,
      expected: 'npz, safetensors or JSON lines',
    })
  }
  const start = await source.read(0, 9)
  if (start[0] === 0x50 && start[1] === 0x4b && start[2]! < 8) return openVectorNpz(source, codec)
  if (start[8] === 0x7b) {
    if (labels) return openVectorSafetensors(source, labels)
    throw new SpatialTunnelError({
      code: 'vectors-no-labels',
      where: source.name,
      found: 'vectors without the ids and categories of their pairs',
      expected: 'a pairs file beside it, with the extension .jsonl',
      remedy: 'name it with --pairs FILE',
    })
  }
  if (start[0] === 0x7b) return openVectorJsonl(source, labels)
  throw new SpatialTunnelError({
    code: 'vectors-unreadable',
    where: source.name,
    found: `a file that begins with bytes ${[...start.subarray(0, 4)].map(byte => byte.toString(16)).join(' ')}`,
    expected: 'npz, safetensors or JSON lines',
  })
}

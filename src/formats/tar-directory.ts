import { SpatialTunnelError } from '../core/errors.ts'
import type { ByteSource } from './byte-source.ts'
import { readTarHeader, TAR_BLOCK, tarEntrySize } from './tar.ts'

/** Where a file's bytes lie in an archive. */
export interface TarSpan {
  readonly position: number
  readonly length: number
}

/**
 * The files of an archive by their names, from the headers alone: the archive is its own index, read one header a file.
 *
 * @throws SpatialTunnelError `tar-damaged`
 */
export async function readTarDirectory(source: ByteSource): Promise<Map<string, TarSpan>> {
  const spans = new Map<string, TarSpan>()
  for (let at = 0; at + TAR_BLOCK <= source.size; ) {
    const block = await source.read(at, TAR_BLOCK)
    if (block[0] === 0) return spans
    const { name, size } = readTarHeader(block, `${source.name}: byte ${at}`)
    const position = at + TAR_BLOCK
    if (position + size > source.size) throw cut(source, at)
    spans.set(name, { position, length: size })
    at += tarEntrySize(size)
  }
  throw cut(source, source.size)
}

const cut = (source: ByteSource, at: number): SpatialTunnelError =>
  new SpatialTunnelError({
    code: 'tar-damaged',
    kind: 'data',
    where: `${source.name}: byte ${at}`,
    found: 'an archive that ends too early',
    expected: 'all its files, and two empty blocks behind them',
    remedy: 'its transfer was cut short: copy it again',
  })

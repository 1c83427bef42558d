import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { SpatialTunnelError } from '../core/errors.ts'
import type { ByteSource } from './byte-source.ts'
import { checkFooter, checkRowGroup } from './parquet-guard.ts'

/**
 * The rows of a Parquet file as records, a row group at a time; only the columns asked for (and present) are read.
 *
 * @throws SpatialTunnelError `parquet-unreadable`
 */
export async function* readParquet(
  source: ByteSource,
  wants: (column: string) => boolean,
): AsyncGenerator<Record<string, unknown>> {
  const file = {
    byteLength: source.size,
    slice: async (start: number, end = source.size): Promise<ArrayBuffer> =>
      (await source.read(start, end - start)).buffer,
  }
  try {
    await checkFooter(source)
    const metadata = await parquetMetadataAsync(file)
    const columns = topColumns(metadata.schema).filter(wants)
    let rowStart = 0
    for (const group of metadata.row_groups) {
      await checkRowGroup(source, metadata, group, columns)
      const rowEnd = rowStart + Number(group.num_rows)
      // Without utf8 bytes stay bytes; columns that are marked as text are text all the same.
      yield* await parquetReadObjects({ file, metadata, columns, rowStart, rowEnd, utf8: false })
      rowStart = rowEnd
    }
  } catch (cause) {
    if (cause instanceof SpatialTunnelError) throw cause
    throw new SpatialTunnelError({
      code: 'parquet-unreadable',
      where: source.name,
      found: cause instanceof Error ? cause.message : String(cause),
      expected: 'a Parquet file, uncompressed or with Snappy',
      cause,
    })
  }
}

/** Names of the first level of a schema, which is stored as a list, depth first. */
function topColumns(schema: readonly { readonly name: string; readonly num_children?: number }[]): string[] {
  const names: string[] = []
  for (let i = 1; i < schema.length; i = afterSubtree(schema, i)) names.push(schema[i]!.name)
  return names
}

function afterSubtree(schema: readonly { readonly num_children?: number }[], index: number): number {
  let next = index + 1
  for (let child = 0; child < (schema[index]!.num_children ?? 0); child++) next = afterSubtree(schema, next)
  return next
}

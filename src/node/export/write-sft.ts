import { mixedOrder, sceneRows } from '../../chains/sft/sft-examples.ts'
import { markedRow, partsRow, readSftRow, type SftRow } from '../../chains/sft/sft-row.ts'
import { SpatialTunnelError } from '../../core/errors.ts'
import { readJsonl } from '../read-jsonl.ts'
import { RowStore } from '../row-store.ts'
import type { ExportSource } from './export-source.ts'
import type { OutputFolder } from './output-folder.ts'

export interface SftOptions {
  /** Generated questions with a chain, a scene. */
  readonly chains: number
  readonly replay: string | null
  readonly ratio: number
}

/**
 * Chats to fine-tune on: `sft.jsonl` for LLaMA-Factory (with its `dataset_info.json`) and ms-swift, `trl.jsonl` for TRL, the
 * pictures, and `about.json` with the canary. Pictures of replayed rows stay where they are.
 *
 * @throws SpatialTunnelError `evaluation-suite`: what models are measured on is not trained on
 */
export async function writeSft(source: ExportSource, folder: OutputFolder, options: SftOptions): Promise<void> {
  const { suite, head } = source
  if (suite.role !== 'train') {
    throw new SpatialTunnelError({
      code: 'evaluation-suite',
      where: source.dir,
      found: `the suite "${head.name}" with the role ${suite.role}`,
      expected: 'the role train',
      remedy: 'render scenes/train.json: it shares no scene with what models are measured on',
    })
  }
  const counts = await folder.withScratch(async path => {
    const store = await RowStore.open<SftRow>(path)
    try {
      const own = await storeRows(source, folder, store, options)
      const { order, replayed } = mixedOrder(own, store.length - own, options.ratio, suite.seed)
      await writeRows(folder, store, order)
      return { rows: order.length, own, replayed }
    } finally {
      await store.close()
    }
  })
  await folder.write('dataset_info.json', json(datasetInfo(head.name)))
  const { canary, role } = suite
  await folder.write(
    'about.json',
    json({ suite: head.name, role, canary, contentSha256: head.contentSha256, ...counts }),
  )
}

/** Writes the pictures and stores the scenes' rows, then those to replay. @returns the number of the scenes' rows */
async function storeRows(
  source: ExportSource,
  folder: OutputFolder,
  store: RowStore<SftRow>,
  { chains, replay }: SftOptions,
): Promise<number> {
  for await (const entry of source.entries()) {
    await folder.write(entry.scene.image, await source.picture(entry))
    for (const row of sceneRows(entry.scene, entry.questions, chains, source.suite.seed)) await store.append(row)
  }
  const own = store.length
  if (replay !== null) {
    for await (const { value, line } of readJsonl(replay)) await store.append(readSftRow(value, `${replay}:${line}`))
  }
  await store.flush()
  return own
}

async function writeRows(folder: OutputFolder, store: RowStore<SftRow>, order: Uint32Array): Promise<void> {
  const [marked, parts] = [await folder.stream('sft.jsonl'), await folder.stream('trl.jsonl')]
  for (let from = 0; from < order.length; from += ROWS_AT_ONCE) {
    const rows = await Promise.all(Array.from(order.subarray(from, from + ROWS_AT_ONCE), k => store.read(k)))
    await marked.write(lines(rows.map(markedRow)))
    await parts.write(lines(rows.map(partsRow)))
  }
  await marked.close()
  await parts.close()
}

/** Rows that are read from the disk at once. */
const ROWS_AT_ONCE = 64

/** How LLaMA-Factory finds the file and its columns. */
const datasetInfo = (name: string) => ({
  [`spatialtunnel_${name}`]: {
    file_name: 'sft.jsonl',
    formatting: 'sharegpt',
    columns: { messages: 'messages', images: 'images' },
    tags: {
      role_tag: 'role',
      content_tag: 'content',
      user_tag: 'user',
      assistant_tag: 'assistant',
      system_tag: 'system',
    },
  },
})

const lines = (rows: readonly unknown[]): string => rows.map(row => `${JSON.stringify(row)}\n`).join('')
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

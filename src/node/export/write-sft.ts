import { sceneRows, withReplay } from '../../chains/sft/sft-examples.ts'
import { markedRow, partsRow, readSftRow, type SftRow } from '../../chains/sft/sft-row.ts'
import { SpatialTunnelError } from '../../core/errors.ts'
import { readJsonl } from '../read-jsonl.ts'
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
  const own = source.entries.flatMap(({ scene, questions }) => sceneRows(scene, questions, options.chains, suite.seed))
  const replay = options.replay === null ? [] : await readReplay(options.replay)
  const { rows, replayed } = withReplay(own, replay, options.replay === null ? 0 : options.ratio, suite.seed)
  for (const entry of source.entries) await folder.write(entry.scene.image, await source.picture(entry))
  await folder.write('sft.jsonl', lines(rows.map(markedRow)))
  await folder.write('trl.jsonl', lines(rows.map(partsRow)))
  await folder.write('dataset_info.json', json(datasetInfo(head.name)))
  const { canary, role } = suite
  const counts = { rows: rows.length, own: own.length, replayed }
  await folder.write(
    'about.json',
    json({ suite: head.name, role, canary, contentSha256: head.contentSha256, ...counts }),
  )
}

async function readReplay(path: string): Promise<SftRow[]> {
  const rows: SftRow[] = []
  for await (const { value, line } of readJsonl(path)) rows.push(readSftRow(value, `${path}:${line}`))
  return rows
}

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

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AnsweringServer, answersIn, intactAnswers } from './answers.ts'
import { type BuiltCommand, startCommand } from './command.ts'
import type { TaskName } from './fault-kind.ts'
import { intactScenes } from './intact-scenes.ts'
import { type Tree, treeOf } from './tree.ts'

/** A command that writes into a folder and can be given again, and what it writes when nothing disturbs it. */
export interface Task {
  readonly stub: boolean
  command(out: string): string[]
  /** What counts of a folder's content. */
  treeOf(out: string): Promise<Tree>
  /** Scenes or answers in an unfinished folder that need not be made again; null where it cannot be known. */
  intact(out: string): number | null
  readonly reference: Tree
  /** How long it takes undisturbed. */
  readonly ms: number
  /** What it asks, if it does. */
  readonly server?: AnsweringServer
}

/** The tasks, drawn and asked once undisturbed. */
export interface Tasks {
  readonly byName: Readonly<Record<TaskName, Task>>
  close(): Promise<void>
}

const SCENES = 32

/** @param root folder for the suites and the undisturbed results */
export async function makeTasks(root: string, built: BuiltCommand): Promise<Tasks> {
  const [large, small] = [128, 64].map(sizePx => writeSuite(root, sizePx)) as [string, string]
  const shards = [1, 2].map(i => join(root, `shard-${i}`))
  for (const [i, out] of shards.entries()) {
    await undisturbed(built, true, renderOf(small, '--limit', String(SCENES), '--shard', `${i + 1}/2`), out)
  }
  const taskOf = async (name: string, part: Omit<Task, 'reference' | 'ms'>): Promise<Task> => {
    const out = join(root, name)
    const ms = await undisturbed(built, part.stub, part.command, out)
    return { ...part, reference: await part.treeOf(out), ms }
  }
  const render = (path: string, scenes: number) => ({
    command: renderOf(path, '--limit', String(scenes)),
    treeOf,
    intact: intactScenes,
  })
  const stub = await taskOf('stub', { stub: true, ...render(small, SCENES) })
  const server = await AnsweringServer.start()
  return {
    byName: {
      real: await taskOf('real', { stub: false, ...render(large, SCENES) }),
      'real-few': await taskOf('real-few', { stub: false, ...render(large, 8) }),
      stub,
      merge: await taskOf('merge', {
        stub: true,
        command: out => ['merge', ...shards, '--out', out, '--json'],
        treeOf,
        intact: () => null,
      }),
      ask: await taskOf('ask', {
        stub: true,
        command: out => askOf(join(root, 'stub'), server.urlFor(out), out),
        treeOf: answersIn,
        intact: intactAnswers,
        server,
      }),
    },
    close: () => server.close(),
  }
}

/** The grid suite with small pictures. */
function writeSuite(root: string, sizePx: number): string {
  const grid = JSON.parse(readFileSync('scenes/grid.json', 'utf8')) as { base: { camera: object } }
  const camera = { ...grid.base.camera, widthPx: sizePx, heightPx: sizePx }
  const path = join(root, `grid-${sizePx}.json`)
  writeFileSync(path, JSON.stringify({ ...grid, base: { ...grid.base, camera } }))
  return path
}

const renderOf =
  (suite: string, ...more: string[]) =>
  (out: string): string[] => ['render', suite, '--out', out, '--workers', '2', '--json', ...more]

/** A question that failed for good is asked again with the next call. */
const askOf = (dataset: string, url: string, out: string): string[] => [
  ...['ask', dataset, '--base-url', url, '--model', 'stand-in', '--out', join(out, 'responses.jsonl')],
  ...['--timeout', '5', '--retries', '2', '--retry-failed', '--json'],
]

async function undisturbed(
  built: BuiltCommand,
  stub: boolean,
  command: (out: string) => string[],
  out: string,
): Promise<number> {
  const from = performance.now()
  const { exitCode, stderr } = await startCommand(built, command(out), { stub }).ended
  if (exitCode !== 0) throw new Error(`undisturbed, and yet: ${stderr}`)
  return performance.now() - from
}

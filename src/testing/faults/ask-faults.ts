import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Behaviour } from '../chat-server.ts'
import { beginAndKill } from './begin-and-kill.ts'
import { DAMAGES, damage } from './damage.ts'
import type { FaultKind } from './fault-kind.ts'
import type { Trial } from './trial.ts'

const answersOf = (trial: Trial): string => join(trial.out, 'responses.jsonl')

async function halfLine(trial: Trial): Promise<void> {
  await beginAndKill(trial)
  await appendFile(answersOf(trial), trial.pick(['{', '{"version":1,"questionId":"grid-', '\0\0\0\0', '\xff\xfe', '7']))
  trial.faults++
}

/** A line that is no row, somewhere in the file. */
async function strayLine(trial: Trial): Promise<void> {
  await beginAndKill(trial)
  const lines = (await readFile(answersOf(trial), 'utf8')).split('\n')
  const stray = trial.pick(['{}', '[]', 'null', 'rubbish', '{"questionId":"grid-000000-d1"}', '\0', ''])
  lines.splice(trial.integer(0, lines.length - 1), 0, stray)
  await writeFile(answersOf(trial), lines.join('\n'))
  trial.faults++
}

async function damaged(trial: Trial, begin: (trial: Trial) => Promise<unknown>): Promise<void> {
  await begin(trial)
  await damage(answersOf(trial), trial.pick(DAMAGES), trial.next)
  trial.faults++
}

/** The server does badly for one whole run, now and then or always. */
async function badServer(trial: Trial, behaviours: readonly Behaviour[]): Promise<void> {
  const share = trial.pick([0.05, 0.1, 1])
  const { server } = trial.task
  server!.misbehave(trial.out, () => (trial.next() < share ? trial.pick(behaviours) : null))
  await trial.run()
  server!.misbehave(trial.out)
  trial.faults++
}

const status = (code: number, retryAfter?: string): Behaviour => ({
  kind: 'status',
  status: code,
  ...(retryAfter === undefined ? {} : { retryAfter }),
})
const body = (text: string): Behaviour => ({ kind: 'body', text })

const GARBAGE = [
  '',
  '{"choices": [',
  'null',
  '[]',
  '{}',
  '{"choices":[]}',
  '{"choices":[null]}',
  '<html>Bad gateway</html>',
]

const server = (name: string, weight: number, behaviours: readonly Behaviour[]): FaultKind => ({
  name,
  task: 'ask',
  weight,
  slow: true,
  strike: trial => badServer(trial, behaviours),
})

/** Faults of `ask` alone: its server, and the file that is its journal and result in one. */
export const ASK_FAULTS: readonly FaultKind[] = [
  server(
    'ask: the server says 500, 502, 503, 400',
    2,
    [500, 502, 503, 400].map(code => status(code)),
  ),
  server('ask: the server is busy (429)', 2, [status(429), status(429, '0.3'), status(429, '1'), status(429, '3600')]),
  server('ask: the server hangs', 1, [{ kind: 'hang' }]),
  server('ask: the server hangs up', 2, [{ kind: 'cut' }]),
  server('ask: the server talks rubbish', 2, GARBAGE.map(body)),
  { name: 'ask: half a line at the end', task: 'ask', weight: 2, strike: halfLine },
  { name: 'ask: a line that is no row', task: 'ask', weight: 2, strike: strayLine },
  { name: 'ask: answers of an unfinished run', task: 'ask', weight: 3, strike: trial => damaged(trial, beginAndKill) },
  {
    name: 'ask: answers of a finished run',
    task: 'ask',
    weight: 3,
    strike: trial => damaged(trial, () => trial.run()),
  },
]

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { canonicalJson } from '../../core/canonical.ts'
import { stream } from '../../core/rng.ts'
import { responseSchema } from '../../evaluate/responses.ts'
import { type Behaviour, type ChatServer, type SeenRequest, startChatServer } from '../chat-server.ts'
import type { Tree } from './tree.ts'

/** How long a reply takes, so that a run has a middle. */
const REPLY_MS = 30

/** A model for the trials of `ask`: the same answer to the same question, except where a trial has it misbehave. */
export class AnsweringServer {
  private readonly faults = new Map<string, () => Behaviour | null>()

  private constructor(private readonly server: ChatServer) {}

  static async start(): Promise<AnsweringServer> {
    const started: AnsweringServer = new AnsweringServer(
      await startChatServer(request => started.faults.get(keyOfUrl(request.url))?.() ?? answerTo(request)),
    )
    return started
  }

  /** The address that the run of this folder asks. */
  urlFor(out: string): string {
    return this.server.baseUrl.replace(/v1$/, `${keyOf(out)}/v1`)
  }

  /** Asked for every request of this folder's runs; null: the answer as usual. Without a function: as usual again. */
  misbehave(out: string, fault?: () => Behaviour | null): void {
    if (fault) this.faults.set(keyOf(out), fault)
    else this.faults.delete(keyOf(out))
  }

  close(): Promise<void> {
    return this.server.close()
  }
}

const keyOf = (out: string): string => `${basename(dirname(out))}-${basename(out)}`
const keyOfUrl = (url: string): string => url.split('/')[1] ?? ''

function answerTo({ question, image }: SeenRequest): Behaviour {
  const picture = createHash('sha256').update(image).digest('hex')
  const yes = 0.05 + 0.9 * stream(question, picture, 'P(Yes)')()
  return { kind: 'wait', until: delay(REPLY_MS), behaviour: { kind: 'reply', top: { Yes: yes, No: 0.97 - yes } } }
}

const FILE = 'responses.jsonl'

/** Fields that count: a flipped bit may have hit the name of the checksum. */
const { rowSha256: _, ...KNOWN } = responseSchema.shape
const FIELDS: ReadonlySet<string> = new Set([...Object.keys(KNOWN), 'setup', 'usage'])

/** The rows of a folder's answers in the order of their content, as one entry; the order of writing is chance. */
export async function answersIn(out: string): Promise<Tree> {
  const text = await readFile(join(out, FILE), 'utf8').catch(() => null)
  if (text === null) return new Map()
  const rows = linesOf(text).map(line => contentOf(line) ?? line)
  return new Map([[FILE, rows.sort().join('\n')]])
}

/** Questions with a whole row. */
export function intactAnswers(out: string): number | null {
  const path = join(out, FILE)
  if (!existsSync(path)) return 0
  const text = readFileSync(path, 'utf8')
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  return new Set(linesOf(whole).flatMap(line => contentOf(line) ?? [])).size
}

const linesOf = (text: string): string[] => text.split('\n').filter(line => line !== '')

/** Null for a line that is no row, or one of a question that failed. */
function contentOf(line: string): string | null {
  try {
    const row = JSON.parse(line) as Record<string, unknown>
    if (typeof row.questionId !== 'string' || row.status === 'error') return null
    return canonicalJson(Object.fromEntries(Object.entries(row).filter(([key]) => FIELDS.has(key))))
  } catch {
    return null
  }
}

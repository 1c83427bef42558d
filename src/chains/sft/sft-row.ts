import { cellText } from '../../core/cell.ts'
import { SpatialTunnelError, shown } from '../../core/errors.ts'

/** A turn of a training chat; `<image>` stands where a picture is seen. */
export interface SftMessage {
  readonly role: 'system' | 'user' | 'assistant'
  readonly text: string
}

/** A training chat with the paths of its pictures, in the order of their marks. */
export interface SftRow {
  readonly messages: readonly SftMessage[]
  readonly images: readonly string[]
}

const IMAGE_MARK = '<image>'

/** As LLaMA-Factory (sharegpt form with OpenAI's names) and ms-swift read it: texts with marks. */
export function markedRow({ messages, images }: SftRow) {
  return { messages: messages.map(({ role, text }) => ({ role, content: text })), images }
}

/** As TRL reads it: a content is a list of parts. */
export function partsRow({ messages, images }: SftRow) {
  return { messages: messages.map(({ role, text }) => ({ role, content: parts(text) })), images }
}

function parts(text: string): ({ type: 'image' } | { type: 'text'; text: string })[] {
  return text
    .split(IMAGE_MARK)
    .flatMap((piece, k) => [
      ...(k > 0 ? [{ type: 'image' as const }] : []),
      ...(piece === '' ? [] : [{ type: 'text' as const, text: piece }]),
    ])
}

/**
 * Reads a row of either form.
 *
 * @throws SpatialTunnelError `sft-row`
 */
export function readSftRow(value: unknown, where: string): SftRow {
  const { messages, images = [] } = (value ?? {}) as { messages?: unknown; images?: unknown }
  const wrong = (found: unknown, expected: string) =>
    new SpatialTunnelError({ code: 'sft-row', where, found: shown(found), expected })
  if (!Array.isArray(messages) || messages.length === 0) throw wrong(value, 'an object with messages')
  if (!Array.isArray(images) || !images.every(image => typeof image === 'string')) throw wrong(images, 'image paths')
  const read = messages.map((message: { role?: unknown; content?: unknown } | null): SftMessage => {
    const role = message?.role
    const text = contentText(message?.content)
    if ((role !== 'system' && role !== 'user' && role !== 'assistant') || text === null) {
      throw wrong(message, 'a role (system, user, assistant) and a content')
    }
    return { role, text }
  })
  const marks = read.reduce((sum, { text }) => sum + text.split(IMAGE_MARK).length - 1, 0)
  if (marks !== images.length) throw wrong(`${marks} image marks`, `${images.length}, one a picture`)
  return { messages: read, images }
}

function contentText(content: unknown): string | null {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return null
  return content
    .map((part: { type?: unknown; text?: unknown } | null) =>
      part?.type === 'image' ? IMAGE_MARK : cellText(part?.text),
    )
    .join('')
}

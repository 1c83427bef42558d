import { enclosed } from '../../core/enclosed.ts'
import { balancedObjects } from './balanced-json.ts'
import { normaliseAnswer, YES_NO_CHOICES } from './normalise-answer.ts'

/** Why a prediction holds no answer that can be read. */
export type UnparsedReason = 'empty' | 'truncated' | 'no-answer' | 'json-without-answer' | 'ambiguous' | 'not-a-choice'

/** A prediction taken apart: the chain of thought, and the answer or the reason why there is none. */
export type ParsedPrediction =
  | { readonly status: 'ok'; readonly thinking: string; readonly answer: string; readonly rawAnswer: string }
  | {
      readonly status: 'unparsed'
      readonly thinking: string
      readonly reason: UnparsedReason
      readonly rawAnswer: string | null
    }

/**
 * Takes a model's output apart (spec: SpatialChain's released reader, made strict).
 *
 * `<|…|>` tokens go. The chain is what stands before the *last* `</think>`, the opening tag being optional; an opening tag that
 * is never closed is a truncated chain without an answer. The answer, after it: the last `<answer>…</answer>`; else a JSON
 * object or string; else the last `\boxed{}`; else the last "(final) answer:"; else the last line, if it is one of the choices.
 *
 * @param choices the answers that the question allows, lower-case
 * @example parsePrediction('Reason. Answer: yes') // { status: 'ok', thinking: 'Reason.', answer: 'yes', rawAnswer: 'yes' }
 */
export function parsePrediction(text: string, choices: readonly string[] = YES_NO_CHOICES): ParsedPrediction {
  const clean = text.replace(/<\|[^|<>]*\|>/g, '').trim()
  const { thinking, rest, truncated } = splitThinking(clean)
  const unparsed = (reason: UnparsedReason, rawAnswer: string | null = null): ParsedPrediction => ({
    status: 'unparsed',
    thinking: thinking ?? clean,
    reason,
    rawAnswer,
  })
  if (clean === '') return unparsed('empty')
  if (truncated) return unparsed('truncated')
  const found = findAnswer(rest, choices)
  if (found === 'json-without-answer') return unparsed(found)
  if (found === null) return unparsed('no-answer')
  const read = normaliseAnswer(found.raw, choices)
  if (read.kind === 'ambiguous') return unparsed('ambiguous', found.raw)
  if (read.kind === 'none') return unparsed('not-a-choice', found.raw)
  return { status: 'ok', thinking: thinking ?? found.before, answer: read.answer, rawAnswer: found.raw }
}

/** `thinking` null: no tags at all; the chain is then whatever stands before the answer. */
function splitThinking(text: string): { thinking: string | null; rest: string; truncated: boolean } {
  const close = [...text.matchAll(/<\/think(?:ing)?>/gi)].at(-1)
  const open = [...text.matchAll(/<think(?:ing)?>/gi)].at(-1)
  const tags = /<\/?think(?:ing)?>/gi
  if (open && (!close || open.index > close.index)) {
    return { thinking: text.replace(tags, '').trim(), rest: '', truncated: true }
  }
  if (!close) return { thinking: null, rest: text, truncated: false }
  return {
    thinking: text.slice(0, close.index).replace(tags, '').trim(),
    rest: text.slice(close.index + close[0].length),
    truncated: false,
  }
}

interface FoundAnswer {
  readonly raw: string
  /** What stands before the answer. */
  readonly before: string
}

function findAnswer(text: string, choices: readonly string[]): FoundAnswer | 'json-without-answer' | null {
  const tag = enclosed(text, /<answer>/gi, /<\/answer>/gi).at(-1)
  if (tag) return { raw: tag.inner.trim(), before: text.slice(0, tag.start).trim() }
  const json = jsonAnswer(text)
  if (json !== null) return json
  const boxed = [...text.matchAll(/\\boxed\s*\{((?:[^{}]|\{[^{}]*\})*)\}/g)].at(-1)
  if (boxed) return { raw: boxed[1]!, before: text.slice(0, boxed.index).trim() }
  const mark = [...text.matchAll(/(?:^|[^a-z])((?:[*_#\s]{0,9}final\s+)?[*_]{0,9}answer[*_"'\s]*:[*_\s]*)(?=\S)/gi)].at(
    -1,
  )
  if (mark) {
    const start = mark.index + mark[0].length
    const before = text.slice(0, mark.index + mark[0].length - mark[1]!.length)
    return { raw: text.slice(start).split('\n')[0]!.trim(), before: before.trim() }
  }
  const lines = text.split('\n').filter(line => line.trim() !== '')
  const last = lines.at(-1)
  return last !== undefined && normaliseAnswer(last, choices).kind !== 'none'
    ? { raw: last.trim(), before: lines.slice(0, -1).join('\n').trim() }
    : null
}

/** The text as JSON (fenced or bare), or the last object in it that names an answer. */
function jsonAnswer(text: string): FoundAnswer | 'json-without-answer' | null {
  const bare = text.replace(/```(?:json)?/gi, ' ').trim()
  const whole = tryJson(bare)
  if (whole !== undefined) {
    const raw = answerIn(whole)
    return raw === null ? 'json-without-answer' : { raw, before: '' }
  }
  for (const object of balancedObjects(text).reverse()) {
    const raw = answerIn(tryJson(object))
    if (raw === null) continue
    const before = text.slice(0, text.lastIndexOf(object)).trimEnd()
    return { raw, before: before.replace(/```(?:json)?$/i, '').trim() }
  }
  return null
}

function answerIn(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const entry = Object.entries(value).find(([key]) => /^(?:final[_ ]?)?answer$/i.test(key))
  return typeof entry?.[1] === 'string' ? entry[1] : null
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

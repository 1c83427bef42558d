import type { Item } from '../../evaluate/items.ts'
import type { ShownAnswer, ShownAnswers } from './results-messages.ts'

/** Letters of a reply that the page keeps. */
const SAID_LENGTH = 600

/** What the page needs of scored answers, small enough to be handed over by the worker. */
export const shownAnswers = (items: readonly Item[]): ShownAnswers =>
  new Map(items.map(item => [item.question.id, shownAnswer(item)]))

function shownAnswer({ status, pYes, value, correct, split, response }: Item): ShownAnswer {
  const said = response.error ?? response.text ?? null
  const setup = response.setup as { readonly imageScale?: unknown } | undefined
  const scale = Number(setup?.imageScale ?? 1)
  return {
    status,
    pYes,
    value,
    correct,
    split,
    said: said !== null && said.length > SAID_LENGTH ? `${said.slice(0, SAID_LENGTH - 1)}…` : said,
    imageScale: scale > 0 && scale <= 8 ? scale : 1,
  }
}

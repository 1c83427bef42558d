import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { AskTallyView } from '../evaluate/ask/ask-tally.ts'
import { AskItems, pictureLoader } from '../node/ask-items.ts'
import { type AskEvent, type AskSummary, askModel } from '../node/ask-model.ts'
import { ChatEndpoint } from '../node/chat-endpoint.ts'
import { type AskFlags, endpointOf, pricesOf, setupOf } from './ask-options.ts'
import { AskProgress } from './ask-progress.ts'
import { listenForInterrupt } from './interrupt.ts'

export interface AskOutcome extends AskSummary {
  readonly tally: AskTallyView | undefined
  readonly seconds: number
}

export interface RunAskOptions {
  /** Which questions, by their places, in which order; without it all of them in the dataset's. */
  readonly choose?: (items: AskItems) => readonly number[]
  readonly onEvent?: (event: AskEvent, progress: AskProgress) => void
}

/** Asks a dataset's questions with progress on standard error and Ctrl-C honoured. */
export async function runAsk(
  dir: string,
  out: string,
  flags: AskFlags,
  { choose = items => items.inOrder(), onEvent = () => {} }: RunAskOptions = {},
): Promise<AskOutcome> {
  const items = await AskItems.open(dir)
  const started = performance.now()
  const progress = new AskProgress(pricesOf(flags))
  const interrupt = listenForInterrupt(() =>
    progress.line('finishing the questions in flight; Ctrl-C again drops them'),
  )
  const endpoint = new ChatEndpoint(endpointOf(flags), retry => progress.retry(retry))
  await mkdir(dirname(out), { recursive: true })
  const { concurrency, retryFailed = false, model } = flags
  const setup = setupOf(flags)
  try {
    const summary = await askModel(
      {
        model,
        setup,
        order: choose(items),
        readItem: place => items.item(place),
        loadImage: pictureLoader(dir, setup.imageScale),
        endpoint,
        out,
        concurrency,
        retryFailed,
        stop: interrupt.stop,
        abort: interrupt.abort,
      },
      event => {
        progress.event(event)
        onEvent(event, progress)
      },
    )
    return { ...summary, tally: progress.finish(), seconds: (performance.now() - started) / 1000 }
  } finally {
    interrupt.remove()
    endpoint.close()
    await items.close()
  }
}

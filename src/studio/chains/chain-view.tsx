import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { ChainText } from './chain-text.tsx'
import styles from './chains-page.module.css'
import { ClaimList } from './claim-list.tsx'
import { objectsOf } from './claim-segments.ts'
import { GraphPicture } from './graph-picture.tsx'
import { type CheckedChain, checkChain, type Outcome, type ShownChain } from './shown-chain.ts'

/** Which claim is pointed at: of the prediction or of the reference. */
interface Pointed {
  readonly side: 'prediction' | 'reference'
  readonly claim: number
}

const OUTCOME_TEXT: Readonly<Record<Outcome, string>> = {
  faithful: 'Right, and every claim holds, every step is taken.',
  partial: 'Right; some of the chain holds.',
  lucky: 'Right by luck: the claims fail, imply something else, or read depth off the picture’s height.',
  decorative: 'Right; the chain says nothing that the answer could rest on.',
  terse: 'Right, with next to no chain.',
  wrong: 'Wrong.',
  unparsed: 'No answer that can be read.',
}

/** One chain: scene, question, prediction beside reference, claims, and a chain of one's own checked while it is typed. */
export function ChainView({ chain }: { readonly chain: ShownChain }) {
  const [text, setText] = useState(chain.prediction)
  const [pointed, setPointed] = useState<Pointed | null>(null)
  const prediction = checkChain(chain, text)
  const reference = checkChain(chain, `<think>${chain.reference}</think>${chain.answer}`)
  const sides = { prediction, reference }
  const claim = pointed && sides[pointed.side].verdict.claims[pointed.claim]
  const point = (side: Pointed['side']) => (k: number | null) => setPointed(k === null ? null : { side, claim: k })
  const at = (side: Pointed['side']): number | null => (pointed?.side === side ? pointed.claim : null)
  return (
    <article className={styles.chain} aria-label="Chain">
      <div className={styles.scene}>
        <GraphPicture index={chain.index} scene={chain.scene} highlighted={claim ? objectsOf(claim) : []} />
        <h2>{chain.question}</h2>
        <p className={styles.answers}>{`Right answer: ${chain.answer}. Given: ${prediction.answer ?? 'none'}.`}</p>
        <p className={styles.outcome} data-outcome={prediction.outcome} role="status">
          <strong>{prediction.outcome}</strong> {OUTCOME_TEXT[prediction.outcome]}
        </p>
        <Figures checked={prediction} />
      </div>
      <section className={styles.side} aria-label="Prediction">
        <h3>{`Prediction of ${chain.model}`}</h3>
        <ChainText
          text={prediction.thinking}
          claims={prediction.verdict.claims}
          pointed={at('prediction')}
          onPoint={point('prediction')}
        />
        <ClaimList
          text={prediction.thinking}
          claims={prediction.verdict.claims}
          pointed={at('prediction')}
          onPoint={point('prediction')}
        />
        <label className={styles.editor}>
          Write or paste a chain
          <textarea value={text} rows={6} spellCheck={false} onChange={event => setText(event.target.value)} />
        </label>
        <Button
          label="Back to the model’s chain"
          disabled={text === chain.prediction}
          onClick={() => setText(chain.prediction)}
        />
      </section>
      <section className={styles.side} aria-label="Reference">
        <h3>Reference</h3>
        <ChainText
          text={reference.thinking}
          claims={reference.verdict.claims}
          pointed={at('reference')}
          onPoint={point('reference')}
        />
      </section>
    </article>
  )
}

function Figures({ checked: { verdict } }: { readonly checked: CheckedChain }) {
  const number = (value: number | null): string => (value === null ? '–' : value.toFixed(2))
  return (
    <dl className={styles.figures}>
      <dt title="supported ÷ (supported + contradicted + hallucinated) claims">RFv, faithful</dt>
      <dd>{number(verdict.faithfulness)}</dd>
      <dt title="share of the question’s spatial steps that a supported claim takes">RCv, complete</dt>
      <dd>{number(verdict.completeness)}</dd>
      <dt>The claims imply</dt>
      <dd>{verdict.entails ?? 'nothing'}</dd>
      {verdict.imageHeight && (
        <>
          <dt>Shortcut</dt>
          <dd>depth from image height</dd>
        </>
      )}
    </dl>
  )
}

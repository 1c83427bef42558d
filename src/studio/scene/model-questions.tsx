import type { PairTruth, SceneTruth } from '../../core/truth.ts'
import { useModelAnswers } from '../ask/use-model-answers.ts'
import { sceneOf } from '../store/studio-store.ts'
import { useStudio, useStudioStore } from '../store/use-studio.ts'
import { Button } from '../ui/button.tsx'
import { QuestionList, type QuestionListProps } from './question-list.tsx'

/** The questions, and beside them what the connected model says as the scene changes. */
export function ModelQuestions({ truth, pair }: { readonly truth: SceneTruth; readonly pair: PairTruth | null }) {
  const store = useStudioStore()
  const scene = useStudio(sceneOf)
  const answers = useModelAnswers(scene, truth, pair)
  const share: QuestionListProps['onShare'] = ({ text, answer }, { pYes, text: said, right }) => {
    const model = store.getState().model?.model ?? 'model'
    const given = { model, ...(pYes === null ? { said } : { pYes }), right }
    const failure = { question: { text, answer }, answers: [given] }
    store.setState({ failureDraft: { scene, failure }, dialog: 'failure' })
  }
  return <QuestionList truth={truth} pair={pair} answers={answers} onShare={share} />
}

/** Connects a model, or names the one that is asked. */
export function AskButton() {
  const store = useStudioStore()
  const model = useStudio(state => state.model)
  const webgl = useStudio(state => state.webgl)
  return (
    <Button
      label={model ? `Asking ${model.model}` : 'Ask a model'}
      pressed={model !== null}
      disabled={webgl === false}
      onClick={() => store.setState({ dialog: 'model' })}
    />
  )
}

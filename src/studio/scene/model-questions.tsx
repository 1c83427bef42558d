import type { PairTruth, SceneTruth } from '../../core/truth.ts'
import { useModelAnswers } from '../ask/use-model-answers.ts'
import { sceneOf } from '../store/studio-store.ts'
import { useStudio, useStudioStore } from '../store/use-studio.ts'
import { Button } from '../ui/button.tsx'
import { QuestionList } from './question-list.tsx'

/** The questions, and beside them what the connected model says as the scene changes. */
export function ModelQuestions({ truth, pair }: { readonly truth: SceneTruth; readonly pair: PairTruth | null }) {
  const scene = useStudio(sceneOf)
  return <QuestionList truth={truth} pair={pair} answers={useModelAnswers(scene, truth, pair)} />
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
      disabled={!webgl}
      onClick={() => store.setState({ dialog: 'model' })}
    />
  )
}

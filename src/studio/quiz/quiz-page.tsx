import { useEffect, useMemo, useState } from 'react'
import type { LoadedDataset } from '../dataset/loaded-dataset.ts'
import { suiteDataset } from '../dataset/suite-dataset.ts'
import { useStudio, useStudioStore } from '../store/use-studio.ts'
import styles from './quiz-page.module.css'
import { quizPlan } from './quiz-plan.ts'
import { QuizResult } from './quiz-result.tsx'
import { answer, keptSession, phaseOf, practise, type QuizSession } from './quiz-session.ts'
import { QuizStart } from './quiz-start.tsx'
import { QUIZ_SUITES, quizSuite } from './quiz-suites.ts'
import { QuizTrial } from './quiz-trial.tsx'

/** The human baseline: the paper's questions about a suite's scenes, answered with two keys. */
export default function QuizPage() {
  const store = useStudioStore()
  const kept = useStudio(state => state.quiz)
  const session = useMemo(() => keptSession(kept), [kept])
  const webgl = useStudio(state => state.webgl)
  const [running, setRunning] = useState(false)
  const dataset = useSuite(session?.suite ?? QUIZ_SUITES[0]!.name)
  const { seed = null, count = 0 } = session ?? {}
  const plan = useMemo(() => (dataset && seed !== null ? quizPlan(dataset, seed, count) : null), [dataset, seed, count])
  const keep = (next: QuizSession | null) => store.setState({ quiz: next })
  if (webgl === false)
    return <p className={styles.loading}>The quiz shows pictures, and this browser offers no WebGL 2.</p>
  if (!dataset) return <p className={styles.loading}>Preparing the scenes …</p>
  const phase = session && plan ? phaseOf(session, plan) : null
  if (session && plan && phase === 'done') {
    return <QuizResult dataset={dataset} session={session} onAgain={() => keep(null)} />
  }
  if (!session || !plan || !running) {
    return (
      <QuizStart
        session={session}
        onStart={next => {
          keep(next)
          setRunning(true)
        }}
      />
    )
  }
  const isPractice = phase === 'practice'
  const [list, at] = isPractice ? [plan.practice, session.practised] : [plan.questions, session.answers.length]
  return (
    <QuizTrial
      key={isPractice ? 'practice' : 'asking'}
      dataset={dataset}
      questions={list}
      at={at}
      isPractice={isPractice}
      onAnswer={given => keep(isPractice ? practise(session) : answer(session, given))}
      onPause={() => setRunning(false)}
    />
  )
}

function useSuite(name: string): LoadedDataset | null {
  const [dataset, setDataset] = useState<LoadedDataset | null>(null)
  useEffect(() => {
    let wanted = true
    void suiteDataset(quizSuite(name)!.read()).then(loaded => wanted && setDataset(loaded))
    return () => {
      wanted = false
    }
  }, [name])
  return dataset?.name === name ? dataset : null
}

import { useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Segments } from '../ui/segments.tsx'
import { SelectField } from '../ui/select-field.tsx'
import styles from './quiz-page.module.css'
import { PRACTICE_COUNT, QUIZ_LENGTHS, type QuizLength } from './quiz-plan.ts'
import { type QuizSession, startQuiz } from './quiz-session.ts'
import { QUIZ_SUITES, quizSuite } from './quiz-suites.ts'

export interface QuizStartProps {
  /** A quiz that was begun and not ended. */
  readonly session: QuizSession | null
  readonly onStart: (session: QuizSession) => void
}

/** What will happen, for how long, with which keys. */
export function QuizStart({ session, onStart }: QuizStartProps) {
  const id = useId()
  const [count, setCount] = useState<QuizLength>(24)
  const [name, setName] = useState('')
  const [suite, setSuite] = useState(session?.suite ?? QUIZ_SUITES[0]!.name)
  return (
    <div className={styles.start}>
      <h2>Which one is farther away?</h2>
      <p>
        You see a tunnel with two objects and one question about their distance. Answer as quickly as you surely can.
        Height in the picture does not help: an object can be anywhere on the walls.
      </p>
      <p className={styles.keys}>
        <span>
          <kbd>F</kbd> or <kbd>←</kbd> Yes
        </span>
        <span>
          <kbd>J</kbd> or <kbd>→</kbd> No
        </span>
        <span>
          <kbd>Esc</kbd> pause
        </span>
      </p>
      {session && (
        <div className={styles.resume}>
          <p>
            You stopped after {session.answers.length} of {session.count} questions.
            {session.suite !== QUIZ_SUITES[0]!.name && ` Scenes: ${quizSuite(session.suite)!.title}.`}
          </p>
          <Button look="primary" label="Go on" onClick={() => onStart(session)} />
        </div>
      )}
      <div className={styles.setup}>
        <Segments
          label="Questions"
          value={count}
          options={QUIZ_LENGTHS.map(value => ({ value, title: `${value} questions` }))}
          onChange={setCount}
        />
        <div className={styles.suite}>
          <SelectField
            label="Scenes"
            groups={[{ title: '', options: QUIZ_SUITES.map(({ name, title }) => ({ value: name, title })) }]}
            value={suite}
            onChange={setSuite}
          />
          <p className={styles.soft}>{quizSuite(suite)!.about}</p>
        </div>
        <div className={styles.name}>
          <label htmlFor={id}>Name in the results</label>
          <input
            id={id}
            value={name}
            maxLength={60}
            placeholder="human"
            autoComplete="off"
            onChange={event => setName(event.target.value)}
          />
        </div>
      </div>
      <Button
        look={session ? 'normal' : 'primary'}
        label={session ? 'Start anew' : 'Start'}
        className={styles.go ?? ''}
        onClick={() => onStart(startQuiz(suite, newSeed(), count, name))}
      />
      <p className={styles.soft}>
        {PRACTICE_COUNT} practice questions with feedback come first and do not count. Nothing leaves this device; the
        answers can be saved at the end.
      </p>
    </div>
  )
}

/** Another order for every quiz; the plan then follows from it alone. */
const newSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0]!

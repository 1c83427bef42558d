import { useState } from 'react'
import { digits } from '../../evaluate/opening-sentence.ts'
import { pairOf } from '../dataset/loaded-dataset.ts'
import { BitmapPicture } from '../grid/bitmap-picture.tsx'
import { SplitSign } from '../grid/split-tag.tsx'
import { useStudioStore } from '../store/use-studio.ts'
import { Button } from '../ui/button.tsx'
import { Segments } from '../ui/segments.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { AnswerText } from './answer-text.tsx'
import type { QuestionResult, SceneResult } from './result-rows.ts'
import styles from './results-page.module.css'
import type { LoadedResults } from './results-store.ts'
import { RESULT_SORTS, type ResultSort } from './results-view.ts'
import { type Selection, setView } from './use-results.ts'

export interface ResultListProps {
  readonly loaded: LoadedResults
  readonly selection: Selection
  /** Of the small pictures, by scene id. */
  readonly pictureKeys: ReadonlyMap<string, string>
}

/** Rows that are there at first, and that “Show more” adds. */
const STEP = 60
const PICTURE_PX = 128

/** The chosen cell's scenes, or their questions, the worst first. */
export function ResultList({ selection, pictureKeys }: ResultListProps) {
  const store = useStudioStore()
  const [shown, setShown] = useState(STEP)
  const { view, versus, scenes, questions, scene, question } = selection
  const list = view.list === 'scenes' ? scenes : questions
  const sorts = Object.entries(RESULT_SORTS).filter(([name]) => name !== 'behind' || versus !== null)
  return (
    <section className={styles.list} aria-label="Scenes and questions">
      <div className={styles.head}>
        <Segments
          label="List"
          options={[
            { value: 'scenes', title: counted(scenes.length, 'scene') },
            { value: 'questions', title: counted(questions.length, 'question') },
          ]}
          value={view.list}
          onChange={kind => setView(store, { list: kind })}
        />
        <SelectField
          label="Sorted by"
          groups={[{ title: '', options: sorts.map(([value, title]) => ({ value, title })) }]}
          value={view.sort === 'behind' && !versus ? 'worst' : view.sort}
          onChange={sort => setView(store, { sort: sort as ResultSort, scene: null, question: null })}
        />
      </div>
      <ul className={styles.rows}>
        {view.list === 'scenes'
          ? scenes
              .slice(0, shown)
              .map(row => (
                <SceneRow
                  key={row.scene.id}
                  row={row}
                  compared={versus !== null}
                  pictureKey={pictureKeys.get(row.scene.id)}
                  current={row.scene === scene}
                />
              ))
          : questions
              .slice(0, shown)
              .map(row => (
                <QuestionRow
                  key={row.question.id}
                  row={row}
                  compared={versus !== null}
                  current={row.question === question}
                />
              ))}
      </ul>
      {list.length > shown && (
        <Button label={`Show more of ${list.length.toLocaleString('en')}`} onClick={() => setShown(shown + 4 * STEP)} />
      )}
      {list.length === 0 && <p className={styles.soft}>The model was asked nothing here.</p>}
    </section>
  )
}

const counted = (count: number, what: string): string =>
  `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`

interface SceneRowProps {
  readonly row: SceneResult
  readonly compared: boolean
  readonly pictureKey: string | undefined
  readonly current: boolean
}

function SceneRow({ row: { scene, v, versusV }, compared, pictureKey, current }: SceneRowProps) {
  const store = useStudioStore()
  const split = pairOf(scene)?.split
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        aria-current={current}
        onClick={() => setView(store, { scene: scene.id, question: null })}
      >
        <span className={styles.thumbnail}>
          {pictureKey !== undefined && <BitmapPicture keys={[pictureKey]} widthPx={PICTURE_PX} heightPx={PICTURE_PX} />}
        </span>
        <span className={styles.rowText}>
          <span>{scene.id}</span>
          {split && (
            <small style={{ color: `var(--${split}-ink)` }}>
              <SplitSign split={split} /> {split}
            </small>
          )}
        </span>
        <span className={styles.rowValue}>
          v = {digits(v, 2)}
          {compared && <small>other {digits(versusV, 2)}</small>}
        </span>
      </button>
    </li>
  )
}

interface QuestionRowProps {
  readonly row: QuestionResult
  readonly compared: boolean
  readonly current: boolean
}

function QuestionRow({ row: { question, scene, answer, versusAnswer }, compared, current }: QuestionRowProps) {
  const store = useStudioStore()
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        aria-current={current}
        onClick={() => setView(store, { scene: scene.id, question: question.id })}
      >
        <span className={styles.rowText}>
          <span>{question.text}</span>
          <small>
            {question.id}, true: {question.answer}
          </small>
        </span>
        <span className={styles.rowValue}>
          <AnswerText answer={answer} />
          {compared && (
            <small>
              other <AnswerText answer={versusAnswer} />
            </small>
          )}
        </span>
      </button>
    </li>
  )
}

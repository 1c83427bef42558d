import { digits, openingSentence, range, SCALAR_SYMBOLS, signed } from '../../evaluate/opening-sentence.ts'
import type { ModelSummary } from '../../evaluate/score.ts'
import { useStudioStore } from '../store/use-studio.ts'
import { SelectField } from '../ui/select-field.tsx'
import styles from './results-page.module.css'
import type { LoadedResults } from './results-store.ts'
import { type Selection, setView } from './use-results.ts'

export interface SummaryProps {
  readonly loaded: LoadedResults
  readonly selection: Selection
}

const SHOWN = ['v', 'vCons', 'vCtr', 'delta'] as const

/** The report's opening sentence, the four figures with their intervals, and which models are looked at. */
export function Summary({ loaded, selection: { model, versus } }: SummaryProps) {
  const store = useStudioStore()
  const shown = versus ? [model, versus] : [model]
  const option = ({ name }: ModelSummary) => ({ value: name, title: name })
  const groups = [
    { title: 'Models', options: loaded.score.models.map(option) },
    { title: 'Shortcuts', options: loaded.score.beside.map(option) },
  ].filter(group => group.options.length > 0)
  return (
    <section className={styles.summary} aria-label="Summary">
      <div className={styles.sentences}>
        {shown.map(item => (
          <p key={item.name} className={styles.lede}>
            {openingSentence(item)}
          </p>
        ))}
      </div>
      <div className={styles.pick}>
        <SelectField
          label="Model"
          groups={groups}
          value={model.name}
          onChange={name => setView(store, { model: name })}
        />
        <SelectField
          label="Compare with"
          groups={[{ title: '', options: [{ value: '', title: 'no other model' }] }, ...groups]}
          value={versus?.name ?? ''}
          onChange={name => setView(store, { versus: name || null })}
        />
      </div>
      <table className={styles.figures}>
        <caption className="visually-hidden">Scores with 95 % intervals</caption>
        <thead>
          <tr>
            <th scope="col">Model</th>
            {SHOWN.map(name => (
              <th key={name} scope="col">
                {SCALAR_SYMBOLS[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(item => (
            <tr key={item.name}>
              <th scope="row">{item.name}</th>
              {SHOWN.map(name => (
                <Figure key={name} model={item} name={name} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Figure({ model, name }: { readonly model: ModelSummary; readonly name: (typeof SHOWN)[number] }) {
  const { estimate, ci } = model.scalars
  const value = estimate[name]
  return (
    <td data-testid={`${model.name} ${name}`}>
      {name === 'delta' ? signed(value) : digits(value)}
      {ci[name] && <small>{range(ci[name])}</small>}
    </td>
  )
}

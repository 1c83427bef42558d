import styles from './waiting.module.css'

export interface WaitingProps {
  readonly text: string
  /** How much is done; null as long as nobody can tell. */
  readonly progress: { readonly done: number; readonly total: number } | null
}

/** A page whose content is being made: what is going on, and how far it is. */
export function Waiting({ text, progress }: WaitingProps) {
  return (
    <div className={styles.waiting}>
      <p>{text}</p>
      <progress aria-label="Progress" {...(progress ? { value: progress.done, max: progress.total } : {})} />
    </div>
  )
}

import type { Split } from '../../core/truth.ts'
import styles from './split-tag.module.css'

/** A split as a word with its sign: ▲ the farther object is higher, ▼ lower, – neither. */
export const SplitTag = ({ split, count }: { readonly split: Split; readonly count?: number | undefined }) => (
  <span className={`${styles.tag} ${styles[split]}`}>
    <SplitSign split={split} />
    {count === undefined ? split : `${count.toLocaleString('en')} ${split}`}
  </span>
)

const PATHS: Readonly<Record<Split, string>> = {
  consistent: 'M5 1.5 9 8H1Z',
  counter: 'M5 8.5 1 2H9Z',
  ambiguous: 'M1 4H9V6H1Z',
}

export const SplitSign = ({ split }: { readonly split: Split }) => (
  <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
    <path d={PATHS[split]} fill="currentColor" />
  </svg>
)

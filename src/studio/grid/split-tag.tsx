import type { Split } from '../../core/truth.ts'
import { SPLIT_SIGNS } from '../../report/tokens.ts'
import styles from './split-tag.module.css'

/** A split as a word with its sign. */
export const SplitTag = ({ split, count }: { readonly split: Split; readonly count?: number | undefined }) => (
  <span className={`${styles.tag} ${styles[split]}`}>
    <SplitSign split={split} />
    {count === undefined ? split : `${count.toLocaleString('en')} ${split}`}
  </span>
)

export const SplitSign = ({ split }: { readonly split: Split }) => (
  <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
    <path d={SPLIT_SIGNS[split]} fill="currentColor" />
  </svg>
)

import { type Figure, figureSvg } from '../../report/figures/figure.ts'
import styles from './probe-page.module.css'

/** A figure of the reports, drawn as wide as its place. Its markup is our own, with every text escaped. */
export function FigureView({ figure }: { readonly figure: Figure }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: built by `markup`, which escapes what it is given
  return <div className={styles.figure} dangerouslySetInnerHTML={{ __html: figureSvg(figure) }} />
}

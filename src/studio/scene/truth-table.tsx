import type { SceneTruth } from '../../core/truth.ts'
import styles from './truth-table.module.css'

export interface TruthTableProps {
  readonly truth: SceneTruth
  readonly selected: number
  /** Visible share of each object, measured on the id mask; null until it is known. */
  readonly visible: readonly (number | null)[] | null
}

/** Depth, distance, place and visibility of every object, in the camera's frame. */
export function TruthTable({ truth, selected, visible }: TruthTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on a narrow screen it scrolls, also by keyboard
    <section className={styles.wrap} tabIndex={0} aria-label="Truth of every object">
      <table className={styles.table}>
        <caption className="visually-hidden">Ground truth of every object</caption>
        <thead>
          <tr>
            <th scope="col">Object</th>
            <th scope="col">
              Depth <span className={styles.unit}>m</span>
            </th>
            <th scope="col">
              Distance <span className={styles.unit}>m</span>
            </th>
            <th scope="col">
              Centre <span className={styles.unit}>px</span>
            </th>
            <th scope="col">Visible</th>
          </tr>
        </thead>
        <tbody>
          {truth.objects.map(object => (
            <tr key={object.index} className={object.index === selected + 1 ? styles.selected : ''}>
              <th scope="row">
                {object.index} {object.name}
              </th>
              <td>{object.depthM.toFixed(2)}</td>
              <td>{object.distanceM.toFixed(2)}</td>
              <td>
                {object.centerPx[0].toFixed(1)}, {object.centerPx[1].toFixed(1)}
              </td>
              <td>{percent(visible?.[object.index - 1])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const percent = (share: number | null | undefined): string =>
  share === undefined
    ? '…'
    : share === null
      ? 'outside'
      : share > 0.995 && share < 1
        ? '> 99 %'
        : `${Math.round(share * 100)} %`

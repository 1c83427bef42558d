import { AXES } from '../../core/relations.ts'
import type { Interval } from '../../core/statistics/interval.ts'
import type { Maybe } from '../../probe/subset.ts'
import styles from './probe-page.module.css'
import { useProbe } from './use-probe.ts'

const shown = (value: Maybe): string => (value === null ? '–' : value.toFixed(3).replace('-', '−'))
const range = (ci: Interval | null): string =>
  ci ? `[${ci[0].toFixed(3)}, ${ci[1].toFixed(3)}]`.replaceAll('-', '−') : ''

/** The current layer in numbers, each coherence with its interval and its word. */
export function LayerNumbers() {
  const report = useProbe(state => state.report)!
  const layerIndex = useProbe(state => state.layerIndex)
  const { subsets, angleVdDeg, farClose } = report.layers[layerIndex]!
  const vd = subsets.all.entanglement['vertical-distance']
  const { imbalance } = subsets.all
  return (
    <section className={styles.panel} aria-label="This layer in numbers">
      <h2>This layer</h2>
      <table className={styles.numbers}>
        <thead>
          <tr>
            <th scope="col">Axis</th>
            <th scope="col">Coherence</th>
            <th scope="col">95 %</th>
            <th scope="col">Verdict</th>
          </tr>
        </thead>
        <tbody>
          {AXES.map(axis => {
            const { coherence, ci, verdict } = subsets.all.axes[axis]
            return (
              <tr key={axis}>
                <th scope="row">
                  <span className={styles.dot} data-axis={axis} />
                  {axis}
                </th>
                <td>{shown(coherence)}</td>
                <td className={styles.soft}>{range(ci)}</td>
                <td>{verdict}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <dl className={styles.facts}>
        <dt>VD-EI, eq. 3</dt>
        <dd>{shown(vd.means)}</dd>
        <dt>VD-EI, released code</dt>
        <dd>{shown(vd.signed)}</dd>
        <dt>VD-EI without noise</dt>
        <dd>
          {shown(vd.meansUnbiased)} <small>{range(vd.ci)}</small>
        </dd>
        <dt>Vertical to distance</dt>
        <dd>{angleVdDeg === null ? '–' : `${angleVdDeg.toFixed(1)}°`} in the full space</dd>
        {farClose && (
          <>
            <dt>Far or close, read linearly</dt>
            <dd>
              {Math.round((100 * farClose.before) / farClose.total)} %; without vertical{' '}
              {Math.round((100 * farClose.withoutVertical) / farClose.total)} %
            </dd>
          </>
        )}
      </dl>
      <p className={styles.note}>
        {imbalance === null
          ? 'The pairs are balanced: height and distance do not go together in them.'
          : `Not called entanglement: ${imbalance}.`}
      </p>
    </section>
  )
}

import { PRINTED_SOURCE, printedRows } from '../../evaluate/printed-rows.ts'
import styles from './printed-models.module.css'

/** A few of the printed rows, from a model that sees depth to those that look at height. */
const SHOWN = ['Gemini-2.5-Pro', 'GPT-5.2 (default)', 'NVILA + 400k', 'Qwen2.5-VL-3B base', 'Molmo + 800k']

const WIDTH = 400
const LEFT = 150
const ROW = 26

/** Accuracy of printed models where “far is up” holds, and where it fails. */
export function PrintedModels() {
  const rows = SHOWN.flatMap(name => printedRows('text').filter(row => row.model === name))
  const x = (share: number): number => LEFT + share * (WIDTH - LEFT - 22)
  const bottom = rows.length * ROW
  return (
    <figure className={styles.figure}>
      <figcaption>Models’ accuracy in the tunnel, when the farther object is</figcaption>
      <p className={styles.key}>
        <span>
          <svg viewBox="-6 -6 12 12" aria-hidden="true">
            <Counter />
          </svg>
          lower (counter)
        </span>
        <span>
          <svg viewBox="-6 -6 12 12" aria-hidden="true">
            <circle className={styles.consistent} r={4.5} />
          </svg>
          higher (consistent)
        </span>
      </p>
      <svg
        viewBox={`0 0 ${WIDTH} ${bottom + 18}`}
        role="img"
        aria-label={rows
          .map(row => `${row.model}: ${percent(row.consistent)} consistent, ${percent(row.counter)} counter`)
          .join('; ')}
      >
        {[0, 0.5, 1].map(share => (
          <g key={share}>
            <line className={share === 0.5 ? styles.chance : styles.grid} x1={x(share)} x2={x(share)} y2={bottom} />
            <text className={styles.tick} x={x(share)} y={bottom + 14}>
              {percent(share)}
            </text>
          </g>
        ))}
        {rows.map((row, i) => (
          <g key={row.model} transform={`translate(0 ${(i + 0.5) * ROW})`}>
            <text className={styles.name}>{row.model}</text>
            <line className={styles.gap} x1={x(row.counter)} x2={x(row.consistent)} />
            <g transform={`translate(${x(row.counter)} 0)`}>
              <Counter />
            </g>
            <circle className={styles.consistent} cx={x(row.consistent)} r={5} />
          </g>
        ))}
      </svg>
      <figcaption>{PRINTED_SOURCE}; exact match</figcaption>
    </figure>
  )
}

/** A diamond: told from the circle without colour. */
const Counter = () => <path className={styles.counter} d="M0 -6 6 0 0 6 -6 0Z" />

const percent = (share: number): string => `${Math.round(share * 100)} %`

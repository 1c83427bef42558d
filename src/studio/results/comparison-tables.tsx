import { useMemo } from 'react'
import { PAGE_THEME } from '../../report/figures/figure-theme.ts'
import { scoreGaps } from '../../report/figures/score-gaps.ts'
import { modelTable, pairedTable, rankTable } from '../../report/score-tables.ts'
import { type Table, tableHtml } from '../../report/table.ts'
import { FigureView } from '../probe/figure-view.tsx'
import styles from './comparison-tables.module.css'
import type { LoadedResults } from './results-store.ts'

const WIDE = { widthPt: 620, fontPt: 9, theme: PAGE_THEME }

/** The report's own tables and gap chart: every model, the shortcuts beside them, the nearest printed rows. */
export function ComparisonTables({ loaded: { score } }: { readonly loaded: LoadedResults }) {
  const several = score.models.length > 1
  const gaps = useMemo(
    () => (['logits', 'text'] as const).flatMap(protocol => scoreGaps(score, protocol, WIDE) ?? []),
    [score],
  )
  return (
    <div className={styles.tables}>
      <Section title="All models" table={useMemo(() => modelTable(score), [score])} />
      {gaps.map(figure => (
        <section key={figure.title} aria-label={figure.title} className={styles.gaps}>
          <h2>Consistent against counter</h2>
          <FigureView figure={figure} />
        </section>
      ))}
      {several && <Section title="Ranks" table={rankTable(score)} />}
      {several && <Section title="Models on the same questions" table={pairedTable(score)} />}
    </div>
  )
}

function Section({ title, table }: { readonly title: string; readonly table: Table }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, by keyboard too */}
      <section tabIndex={0} aria-label={`${title}: table`} className={styles.tableBox}>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: built by `markup`, which escapes what it is given */}
        <div dangerouslySetInnerHTML={{ __html: tableHtml(table).text }} />
      </section>
    </section>
  )
}

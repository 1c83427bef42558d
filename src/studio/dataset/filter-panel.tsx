import { useId } from 'react'
import type { ColorName } from '../../core/palette.ts'
import { SplitSign } from '../grid/split-tag.tsx'
import { objectCss } from '../scene/object-color.ts'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/select-field.tsx'
import styles from './filter-panel.module.css'
import { HeightFilter } from './height-filter.tsx'
import type { LoadedDataset } from './loaded-dataset.ts'
import { type Facets, NO_FILTER, type SceneFilter, SORTS, type Sort } from './scene-filter.ts'

export interface FilterPanelProps {
  readonly dataset: LoadedDataset
  readonly filter: SceneFilter
  readonly facets: Facets
  readonly sort: Sort
  readonly onFilter: (filter: SceneFilter) => void
  readonly onSort: (sort: Sort) => void
}

/** Which scenes are shown, with what every choice would leave. */
export function FilterPanel({ dataset, filter, facets, sort, onFilter, onSort }: FilterPanelProps) {
  const id = useId()
  const active = filter !== NO_FILTER
  return (
    <section className={styles.panel} aria-label="Filters">
      <div className={styles.head}>
        <h2>Filter</h2>
        {active && <Button look="bare" label="Clear" onClick={() => onFilter(NO_FILTER)} />}
      </div>
      <fieldset className={styles.group}>
        <legend>Split</legend>
        {facets.splits.map(({ value, count }) => (
          <label key={value} className={styles.option}>
            <input
              type="checkbox"
              checked={filter.splits.includes(value)}
              onChange={() => onFilter({ ...filter, splits: toggled(filter.splits, value) })}
            />
            <span className={styles.sign} style={{ color: `var(--${value}-ink)` }}>
              <SplitSign split={value} />
            </span>
            <span>{value}</span>
            <span className={styles.count}>{count.toLocaleString('en')}</span>
          </label>
        ))}
      </fieldset>
      <HeightFilter dataset={dataset} filter={filter} onFilter={onFilter} />
      <fieldset className={styles.group}>
        <legend>Colour of any object</legend>
        {facets.colors.map(({ value, count }) => (
          <label key={value} className={styles.option}>
            <input
              type="checkbox"
              checked={filter.colors.includes(value)}
              onChange={() => onFilter({ ...filter, colors: toggled(filter.colors, value) })}
            />
            <span className={styles.swatch} style={{ background: objectCss(value as ColorName) }} />
            <span>{value}</span>
            <span className={styles.count}>{count.toLocaleString('en')}</span>
          </label>
        ))}
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Shape of any object</legend>
        {facets.shapes.map(({ value, count }) => (
          <label key={value} className={styles.option}>
            <input
              type="checkbox"
              checked={filter.shapes.includes(value)}
              onChange={() => onFilter({ ...filter, shapes: toggled(filter.shapes, value) })}
            />
            <span>{value}</span>
            <span className={styles.count}>{count.toLocaleString('en')}</span>
          </label>
        ))}
      </fieldset>
      <div className={styles.group}>
        <label className={styles.legend} htmlFor={id}>
          Scene id contains
        </label>
        <input
          id={id}
          className={styles.text}
          value={filter.text}
          autoComplete="off"
          spellCheck={false}
          placeholder="000123"
          onChange={event => onFilter({ ...filter, text: event.target.value })}
        />
      </div>
      <SelectField
        label="Sorted by"
        groups={[{ title: '', options: Object.entries(SORTS).map(([value, title]) => ({ value, title })) }]}
        value={sort}
        onChange={value => onSort(value as Sort)}
      />
    </section>
  )
}

const toggled = <T,>(list: readonly T[], value: T): T[] =>
  list.includes(value) ? list.filter(item => item !== value) : [...list, value]

import { CATEGORIES } from '../../core/relations.ts'
import { useStudioServices } from '../store/use-studio.ts'
import { useResolvedTheme } from '../ui/use-resolved-theme.ts'
import { categoryColor, isOpposite } from './category-color.ts'
import styles from './category-legend.module.css'
import { useProbe } from './use-probe.ts'

/** What the points mean; each category can be hidden. */
export function CategoryLegend() {
  const { store } = useStudioServices().probe()
  const hidden = useProbe(state => state.hidden)
  const theme = useResolvedTheme()
  return (
    <fieldset className={styles.legend}>
      <legend className="visually-hidden">Categories shown</legend>
      {CATEGORIES.map(category => {
        const color = categoryColor(category, theme)
        const off = hidden.includes(category)
        return (
          <button
            key={category}
            type="button"
            aria-pressed={!off}
            className={styles.item}
            onClick={() =>
              store.setState({ hidden: off ? hidden.filter(item => item !== category) : [...hidden, category] })
            }
          >
            <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
              <circle
                cx="5"
                cy="5"
                r={isOpposite(category) ? 3.7 : 4.6}
                fill={isOpposite(category) ? 'none' : color}
                stroke={color}
                strokeWidth={isOpposite(category) ? 2 : 0}
              />
            </svg>
            {category}
          </button>
        )
      })}
    </fieldset>
  )
}

import type { ButtonHTMLAttributes } from 'react'
import styles from './button.module.css'
import { Icon, type IconName } from './icon.tsx'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: 'normal' | 'primary' | 'bare'
  readonly icon?: IconName
  /** Shows the icon alone; the label is what the button is called. */
  readonly iconOnly?: boolean
  readonly label: string
  /** A button that stays in: pressed or not. */
  readonly pressed?: boolean
}

export function Button({ look = 'normal', icon, iconOnly = false, label, pressed, className, ...rest }: ButtonProps) {
  const classes = [styles.button, look === 'normal' ? '' : styles[look], iconOnly ? styles.icon : '', className ?? '']
  return (
    <button
      type="button"
      {...rest}
      className={classes.filter(Boolean).join(' ')}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
      {...(iconOnly ? { 'aria-label': label, title: label } : {})}
    >
      {icon && <Icon name={icon} />}
      {!iconOnly && label}
    </button>
  )
}

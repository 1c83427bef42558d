import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import styles from './app.module.css'

/** A page that fails says so, with a way on; the rest of the house stands. */
export class PageBoundary extends Component<{ readonly children: ReactNode }, { readonly error: Error | null }> {
  override state = { error: null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render() {
    const error: Error | null = this.state.error
    if (!error) return this.props.children
    return (
      <div className={styles.failed} role="alert">
        <h2>This page could not be shown</h2>
        <p>{(error as Error).message}</p>
        <Button label="Try again" onClick={() => this.setState({ error: null })} />
      </div>
    )
  }
}

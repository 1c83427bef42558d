import { type ComponentType, useEffect, useState } from 'react'

type Loaded<P> = { readonly Component: ComponentType<P> } | { readonly error: unknown } | null

/**
 * A component that arrives after the page; null until then. Unlike `lazy`, whose boundaries React reveals 300 ms apart,
 * it is there at once when it has come.
 *
 * @param load the same function at every call
 * @throws in render, what `load` has thrown
 */
export function useLoaded<P>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> | null {
  const [loaded, setLoaded] = useState<Loaded<P>>(null)
  useEffect(() => {
    let wanted = true
    load().then(
      module => wanted && setLoaded({ Component: module.default }),
      error => wanted && setLoaded({ error }),
    )
    return () => {
      wanted = false
    }
  }, [load])
  if (loaded && 'error' in loaded) throw loaded.error
  return loaded?.Component ?? null
}

import { useEffect } from 'react'
import { actionOfKey, keyOf } from '../actions.ts'
import { beginGesture, endGesture, type StudioStore } from '../store/studio-store.ts'

/**
 * The keys of the table of actions, wherever the focus is: not while typing, not behind a dialog, and arrow keys not
 * on controls that use them. A held key is one step of undo.
 */
export function useKeys(store: StudioStore): void {
  useEffect(() => {
    const down = (event: KeyboardEvent) => {
      if (event.defaultPrevented || store.getState().dialog !== null) return
      const action = actionOfKey(keyOf(event))
      if (!action || (action.on === 'scene' && store.getState().page !== 'scene') || store.getState().embed) return
      const target = event.target instanceof Element ? event.target : null
      if (target && !event.ctrlKey && !event.metaKey && usesKeys(target, event.key)) return
      if (target?.closest('dialog')) return
      event.preventDefault()
      if (action.held) beginGesture(store)
      action.run(store)
    }
    const up = () => endGesture(store)
    window.addEventListener('keydown', down)
    window.addEventListener('keyup', up)
    window.addEventListener('blur', up)
    return () => {
      window.removeEventListener('keydown', down)
      window.removeEventListener('keyup', up)
      window.removeEventListener('blur', up)
    }
  }, [store])
}

const usesKeys = (target: Element, key: string): boolean =>
  target.matches('input:not([type=radio], [type=checkbox], [type=range]), textarea, select') ||
  (key.startsWith('Arrow') && target.matches('input, [role=slider], [role=tab], [role=option], canvas'))

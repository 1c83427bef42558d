import type { PageId } from '../page-ids.ts'
import { PAGES } from '../pages.ts'
import { sceneOf } from '../store/studio-store.ts'
import { fragmentOf } from '../store/url.ts'
import { useStudio, useStudioStore } from '../store/use-studio.ts'

export interface PageLinkProps {
  readonly id: PageId
  readonly className: string | undefined
}

/** A page's name, as a link that carries the scene along and may be opened elsewhere. */
export function PageLink({ id, className }: PageLinkProps) {
  const store = useStudioStore()
  const isHere = useStudio(state => state.page === id)
  return (
    <a
      className={className}
      href={fragmentOf(id, sceneOf(store.getState()), store.getState().plane)}
      aria-current={isHere ? 'page' : undefined}
      onClick={event => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        store.setState(({ dialog }) => ({ page: id, dialog: dialog === 'menu' ? null : dialog }))
      }}
    >
      {PAGES[id].title}
    </a>
  )
}

import { lazy, Suspense } from 'react'
import { useStudio, useStudioStore } from '../store/use-studio.ts'

const SharePanel = lazy(() => import('../share/share-dialog.tsx'))
const KeyList = lazy(() => import('./key-list.tsx'))
const ModelDialog = lazy(() => import('../ask/model-dialog.tsx'))
const OpenDialog = lazy(() => import('./open-dialog.tsx'))
const FailureDialog = lazy(() => import('../failure/failure-dialog.tsx'))
const Menu = lazy(() => import('./menu.tsx'))
const CommandPalette = lazy(() => import('./command-palette.tsx'))

/** The dialog that is open, loaded when it is first asked for. */
export function Dialogs() {
  const store = useStudioStore()
  const dialog = useStudio(state => state.dialog)
  const close = () => store.setState({ dialog: null })
  return (
    <Suspense fallback={null}>
      {dialog === 'share' && <SharePanel onClose={close} />}
      {dialog === 'keys' && <KeyList onClose={close} />}
      {dialog === 'model' && <ModelDialog onClose={close} />}
      {dialog === 'open' && <OpenDialog onClose={close} />}
      {dialog === 'failure' && <FailureDialog onClose={close} />}
      {dialog === 'menu' && <Menu onClose={close} />}
      {dialog === 'palette' && <CommandPalette onClose={close} />}
    </Suspense>
  )
}

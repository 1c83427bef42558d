import { Dialog } from '../ui/dialog.tsx'
import { SharePanel } from './share-panel.tsx'

export default function ShareDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Share this scene" onClose={onClose} widthPx={680}>
      <SharePanel />
    </Dialog>
  )
}

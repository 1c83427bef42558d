import type { Overlays } from '../store/studio-store.ts'
import { useStudio, useStudioStore } from '../store/use-studio.ts'
import { Button } from '../ui/button.tsx'

const TOGGLES: readonly { readonly key: keyof Overlays; readonly label: string; readonly title: string }[] = [
  { key: 'boxes', label: 'Boxes', title: 'Boxes of the exact silhouettes (1)' },
  { key: 'centers', label: 'Centres', title: 'Projections of the 3-D centres, which decide the split (2)' },
  { key: 'horizon', label: 'Horizon', title: 'Vanishing line of the floor (3)' },
  { key: 'band', label: 'Δy band', title: 'Inside this band around the nearer centre the split is ambiguous (4)' },
]

/** What of the truth is drawn over the image. */
export function OverlayToggles() {
  const store = useStudioStore()
  const overlays = useStudio(state => state.overlays)
  return TOGGLES.map(({ key, label, title }) => (
    <Button
      key={key}
      label={label}
      title={title}
      pressed={overlays[key]}
      onClick={() => store.setState({ overlays: { ...overlays, [key]: !overlays[key] } })}
    />
  ))
}

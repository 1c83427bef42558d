import { SpatialTunnelError } from '../../core/errors.ts'
import { readDrop } from '../dataset/dropped-files.ts'
import { noticeOf, openScene, type StudioStore } from '../store/studio-store.ts'
import { type Recognised, recogniseBytes, recogniseText } from './recognise.ts'

/** Opens what was dropped: a dataset's folder or archive, or a scene in whatever form. */
export async function openDrop(store: StudioStore, transfer: DataTransfer): Promise<void> {
  const dropped = await readDrop(transfer)
  if (dropped.kind === 'files') return openFiles(store, dropped.files)
  const { openFolder, openZip } = await import('../dataset/open-dataset.ts')
  store.setState({ page: 'dataset' })
  await (dropped.kind === 'zip' ? openZip(store, dropped.file) : openFolder(store, dropped.files))
}

/** Opens what was dropped, says what it was, and turns to the page for it. */
export async function openFiles(store: StudioStore, files: readonly File[]): Promise<void> {
  const [file] = files
  if (!file) return
  const bytes = new Uint8Array(await file.arrayBuffer())
  open(store, () => recogniseBytes(bytes, file.name))
}

export const openText = (store: StudioStore, text: string, name: string): void =>
  open(store, () => recogniseText(text, name))

function open(store: StudioStore, recognise: () => Recognised): void {
  try {
    const found = recognise()
    store.setState({ page: 'scene' })
    if (!openScene(store, found.scene)) return
    const count = found.scene.objects.length
    store.setState({
      notice: {
        kind: 'info',
        title: `Opened ${found.from}`,
        text: `${count} ${count === 1 ? 'object' : 'objects'}. Undo brings the last scene back.`,
      },
    })
  } catch (error) {
    if (!(error instanceof SpatialTunnelError)) throw error
    store.setState({ notice: noticeOf(error, 'This could not be opened') })
  }
}

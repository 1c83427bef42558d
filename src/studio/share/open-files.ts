import { SpatialTunnelError } from '../../core/errors.ts'
import type { PathFile } from '../dataset/dataset-files.ts'
import { filesOfDrop } from '../dataset/dropped-files.ts'
import { probeRequestOf } from '../probe/open-probe-files.ts'
import { openLinked } from '../store/bind-address.ts'
import { noticeOf, openScene, type StudioStore } from '../store/studio-store.ts'
import { readAddress } from '../store/url.ts'
import type { Studio } from '../store/use-studio.ts'
import { fileKind } from './file-kind.ts'
import { type Recognised, recogniseBytes, recogniseText } from './recognise.ts'

/** Opens what was dropped, folders included. */
export async function openDrop(studio: Studio, transfer: DataTransfer): Promise<void> {
  await openPathFiles(studio, await filesOfDrop(transfer))
}

/** Opens files of a folder: a dataset if there is a `dataset.json`, otherwise as files that lie beside each other. */
export async function openPathFiles(studio: Studio, files: readonly PathFile[]): Promise<void> {
  if (!files.some(({ path }) => /(^|\/)dataset\.json$/.test(path))) {
    return openFiles(
      studio,
      files.map(({ file }) => file),
    )
  }
  const { openFolder } = await import('../dataset/open-dataset.ts')
  studio.store.setState({ page: 'dataset' })
  await openFolder(studio.store, files)
}

/** Opens files by what they hold, says what it was, and turns to the page for it. */
export async function openFiles(studio: Studio, files: readonly File[]): Promise<void> {
  const { store } = studio
  const kinds = await Promise.all(files.map(fileKind))
  const archive = files[kinds.indexOf('archive')]
  if (archive) {
    const { openZip } = await import('../dataset/open-dataset.ts')
    store.setState({ page: 'dataset' })
    return openZip(store, archive)
  }
  const answers = files.filter((_, i) => kinds[i] === 'responses')
  if (answers.length > 0) {
    store.setState({ page: 'results' })
    return studio.results().openFiles(answers)
  }
  const request = await probeRequestOf(files)
  if (request) {
    const what = request.kind === 'report' ? `the results in ${request.report.name}` : request.vectors.name
    store.setState({ page: 'probe', notice: { kind: 'info', title: `Reading ${what}` } })
    return studio.probe().open(request)
  }
  if (kinds.includes('chains')) {
    const { loadChains } = await import('../chains/load-chains.ts')
    store.setState({ page: 'chains' })
    return loadChains(store, files)
  }
  const [file] = files
  if (!file) return
  const bytes = new Uint8Array(await file.arrayBuffer())
  openAsScene(store, () => recogniseBytes(bytes, file.name))
}

/** Opens pasted text: a scene, or a link, with the failure that it may carry. */
export function openText(store: StudioStore, text: string, name: string): void {
  const hash = /#\S*[#&]f=\S+/.exec(text.trim())?.[0]
  if (hash === undefined) openAsScene(store, () => recogniseText(text, name))
  else {
    store.setState({ page: 'scene' })
    openLinked(store, readAddress({ search: '', hash }))
  }
}

function openAsScene(store: StudioStore, recognise: () => Recognised): void {
  try {
    const found = recognise()
    store.setState({ page: 'scene' })
    if (!openScene(store, found.scene)) return
    const count = found.scene.objects.length
    store.setState({
      welcome: false,
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

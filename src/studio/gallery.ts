import { parseScene, type Scene } from '../core/scene.ts'

/** A built-in example: the same files as the batch's input and the tests' fixtures. */
export interface Example {
  /** `counter-far-low`, the file's name. */
  readonly id: string
  /** `Counter far low`. */
  readonly title: string
  readonly scene: Scene
}

const FILES = import.meta.glob<unknown>('../../scenes/gallery/*.json', { eager: true, import: 'default' })

export const GALLERY: readonly Example[] = Object.entries(FILES).map(([path, scene]) => {
  const id = path.replace(/^.*\/|\.json$/g, '')
  const words = id.replaceAll('-', ' ')
  return { id, title: words[0]!.toUpperCase() + words.slice(1), scene: parseScene(scene) }
})

/** What a first visit opens on: a scene in which “far is up” gives the wrong answer. */
export const FIRST_EXAMPLE: Example = GALLERY.find(({ id }) => id === 'counter-far-low') ?? GALLERY[0]!

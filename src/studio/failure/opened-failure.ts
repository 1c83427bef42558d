import type { Scene } from '../../core/scene.ts'
import type { SharedFailure } from '../../formats/failure-link.ts'

/** A failure that came with a link, and the scene that its answers were given to. */
export interface OpenedFailure {
  readonly scene: Scene
  readonly failure: SharedFailure
}

/** A failure that a person wants to share: its note is still to be written. */
export interface FailureDraft {
  readonly scene: Scene
  readonly failure: Omit<SharedFailure, 'note'>
}

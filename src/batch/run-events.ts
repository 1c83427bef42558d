import type { GlName } from '../node/gl.ts'
import type { GlInfo } from '../protocol/render-job.ts'

/** What went wrong with a browser or a batch; decides what is tried next. */
export type FailureKind =
  /** The browser or its page went away (crash, kill). */
  | 'browser-gone'
  /** No answer in time. */
  | 'timed-out'
  /** The page lost its GL context. */
  | 'gl-lost'
  /** Drawing or encoding this scene throws. */
  | 'scene'

/** The stream that a run tells: progress bar, tests and logs are its readers. */
export type RunEvent =
  | {
      readonly kind: 'started'
      readonly total: number
      /** Scenes of an earlier run whose files are there and whole. */
      readonly resumed: number
      readonly workers: number
    }
  | { readonly kind: 'browser-ready'; readonly worker: number; readonly gl: GlName; readonly info: GlInfo }
  | { readonly kind: 'scenes-done'; readonly worker: number; readonly ids: readonly string[] }
  | { readonly kind: 'scene-refused'; readonly id: string; readonly problems: readonly string[] }
  | { readonly kind: 'retry'; readonly worker: number; readonly failure: FailureKind; readonly message: string }
  | { readonly kind: 'browser-replaced'; readonly worker: number }
  | { readonly kind: 'finishing' }

export type OnRunEvent = (event: RunEvent) => void

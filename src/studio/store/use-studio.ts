import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { Capturer } from '../../render/capture.ts'
import type { BitmapQueue } from '../grid/bitmap-queue.ts'
import type { ProbeService } from '../probe/probe-store.ts'
import type { ResultsService } from '../results/results-store.ts'
import type { StudioState, StudioStore } from './studio-store.ts'

/** What the components of one studio share. */
export interface Studio {
  readonly store: StudioStore
  /** The off-screen renderer, the batch's own; loaded and made when it is first needed. null without WebGL 2. */
  readonly capturer: () => Promise<Capturer | null>
  /** Small pictures of scenes and files, made when the browser is idle. */
  readonly thumbnails: BitmapQueue
  /** The Probe page's store and worker; made when it is first needed. */
  probe(): ProbeService
  /** The Results page's store and worker. */
  results(): ResultsService
}

export const StudioContext = createContext<Studio | null>(null)

export function useStudioServices(): Studio {
  const studio = useContext(StudioContext)
  if (!studio) throw new Error('a studio component outside <StudioContext>')
  return studio
}

/** The store of the studio that this component is in. */
export const useStudioStore = (): StudioStore => useStudioServices().store

/** A part of the state; the component draws again when that part changes. */
export const useStudio = <T>(select: (state: StudioState) => T): T => useStore(useStudioStore(), select)

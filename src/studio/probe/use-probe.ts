import { useStore } from 'zustand'
import { useStudioServices } from '../store/use-studio.ts'
import type { ProbeState } from './probe-store.ts'

/** A part of the Probe page's state. */
export const useProbe = <T>(select: (state: ProbeState) => T): T => useStore(useStudioServices().probe().store, select)

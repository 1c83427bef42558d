import type { ClockFault } from './clock-fault.ts'
import type { FsFault } from './fs-fault.ts'

/** What is put under a command of ours, by `preload.ts`. */
export interface ProcessFaults {
  /** The stand-in for the browser. */
  readonly stub?: boolean
  readonly fs?: FsFault
  readonly clock?: ClockFault
}

/** Environment variable that carries them, as JSON. */
export const FAULTS_VARIABLE = 'SPATIALTUNNEL_FAULTS'

import { SpatialTunnelError } from '../core/errors.ts'

/**
 * Run-length masks as COCO keeps them: the picture column by column, runs of outside and inside in turn, beginning with
 * outside. The compressed form writes each run as the difference from the one two before it (from the fourth on) in
 * groups of five bits, lowest first, each as a character from `0` on; bit 6 says that more follow.
 */
export interface RunLengthMask {
  /** `[height, width]`, as COCO writes it. */
  readonly size: readonly [number, number]
  readonly counts: string
}

/** The runs of the pixels for which `inside` holds. */
export function runsOf(widthPx: number, heightPx: number, inside: (x: number, y: number) => boolean): number[] {
  const runs: number[] = []
  let value = false
  let length = 0
  for (let x = 0; x < widthPx; x++) {
    for (let y = 0; y < heightPx; y++) {
      if (inside(x, y) !== value) {
        runs.push(length)
        value = !value
        length = 0
      }
      length++
    }
  }
  runs.push(length)
  return runs
}

export function compressRuns(runs: readonly number[]): string {
  let text = ''
  for (const [k, run] of runs.entries()) {
    let value = k > 2 ? run - runs[k - 2]! : run
    for (;;) {
      const bits = value & 0x1f
      value >>= 5
      const more = bits & 0x10 ? value !== -1 : value !== 0
      text += String.fromCharCode(48 + (more ? bits | 0x20 : bits))
      if (!more) break
    }
  }
  return text
}

/** @throws SpatialTunnelError `run-length-damaged` for a text that ends within a run */
export function expandRuns(counts: string): number[] {
  const runs: number[] = []
  let at = 0
  while (at < counts.length) {
    let value = 0
    let shift = 0
    for (;;) {
      if (at >= counts.length) {
        const expected = 'whole runs'
        throw new SpatialTunnelError({ code: 'run-length-damaged', where: 'counts', found: 'an open run', expected })
      }
      const bits = counts.charCodeAt(at++) - 48
      value |= (bits & 0x1f) << shift
      shift += 5
      if (bits & 0x20) continue
      if (bits & 0x10) value |= -1 << shift
      break
    }
    runs.push(runs.length > 2 ? value + runs[runs.length - 2]! : value)
  }
  return runs
}

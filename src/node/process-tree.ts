import { readdirSync, readFileSync } from 'node:fs'

/** A process as `/proc` shows it. */
export interface ProcessFigures {
  readonly pid: number
  /** The process that leads its group. */
  readonly group: number
  /** Its arguments, separated by spaces. */
  readonly command: string
  /** Time of the processor that it has taken so far, in its own code and in the system's, ms. */
  readonly cpuMs: number
  readonly residentMiB: number
}

/** Linux counts a process's time in hundredths of a second. */
const TICK_MS = 10

/** The children of a process, their children and so on, without itself. Linux only: empty elsewhere. */
export function processesBelow(root: number): ProcessFigures[] {
  const parents = new Map<number, { parent: number; group: number; cpuMs: number }>()
  for (const name of list('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = read(`/proc/${name}/stat`)
    // The name in brackets may hold spaces and brackets; behind it come state, parent, group, …, user and system time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const parent = Number(fields[1])
    if (!(parent > 0)) continue
    const cpuMs = TICK_MS * (Number(fields[11]) + Number(fields[12]))
    parents.set(Number(name), { parent, group: Number(fields[2]), cpuMs })
  }
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid)?.parent
    return parent !== undefined && (parent === root || isBelow(parent))
  }
  return [...parents]
    .filter(([pid]) => isBelow(pid))
    .map(([pid, { group, cpuMs }]) => ({
      pid,
      group,
      command: read(`/proc/${pid}/cmdline`).replaceAll('\0', ' '),
      cpuMs,
      residentMiB: residentMiB(pid),
    }))
}

/** Resident memory of a process, MiB; 0 when it is gone. */
export const residentMiB = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Nothing of a process that has ended meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

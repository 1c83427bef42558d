import { readdirSync, readFileSync } from 'node:fs'

/** Every process that can be seen (Linux), by its id: its parent and its command line. */
function allProcesses(): Map<number, { readonly parent: number; readonly command: string }> {
  const found = new Map<number, { parent: number; command: string }>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8')
      found.set(Number(name), { parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]), command })
    } catch {
      // It ended while we looked.
    }
  }
  return found
}

/** Processes below a process whose command line contains `text`. */
export function processesBelow(pid: number, text: string): number[] {
  const all = allProcesses()
  const isBelow = (id: number): boolean => {
    const parent = all.get(id)?.parent
    return parent !== undefined && (parent === pid || isBelow(parent))
  }
  return [...all].filter(([id, { command }]) => command.includes(text) && isBelow(id)).map(([id]) => id)
}

/** Processes whose command line contains `text`, whoever started them. */
export const processesWith = (text: string): number[] =>
  [...allProcesses()].filter(([, { command }]) => command.includes(text)).map(([id]) => id)

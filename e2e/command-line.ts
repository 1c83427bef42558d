import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

export interface Finished {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

/** `spatialtunnel …` as a user calls it. */
export function start(...args: readonly string[]): { process: ChildProcess; finished: Promise<Finished> } {
  const child = spawn(process.execPath, ['dist/cli.js', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', text => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', text => {
    stderr += text
  })
  const finished = new Promise<Finished>(resolve => {
    child.on('close', exitCode => resolve({ exitCode, stdout, stderr }))
  })
  return { process: child, finished }
}

export const run = (...args: readonly string[]): Promise<Finished> => start(...args).finished

/** The lines of an error: everything but progress. */
export const errorLines = ({ stderr }: Finished): string[] =>
  stderr.split('\n').filter(line => line !== '' && !/^(\[|drawing with|going on|trying again|a new browser)/.test(line))

/** Waits until `condition` holds: asked ten times a second, for a minute. */
export async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (await condition()) return
    await delay(100)
  }
  throw new Error(`waited in vain for ${what}`)
}

/** How many batches an unfinished run has written down. */
export function journalled(folder: string): number {
  try {
    const groups = join(folder, '.run', 'groups')
    return readdirSync(groups)
      .flatMap(name => readFileSync(join(groups, name), 'utf8').split('\n'))
      .filter(line => line.includes('"scenes"')).length
  } catch {
    return 0
  }
}

/** Every file of a dataset that has to be the same, whatever drew it in whatever order: all but times. */
export async function contents(folder: string): Promise<Record<string, string>> {
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(entry => entry.isFile())
  const paths = entries.map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1)).sort()
  const kept = paths.filter(path => path !== 'dataset.json' && path !== 'report.html')
  return Object.fromEntries(
    await Promise.all(kept.map(async path => [path, (await readFile(join(folder, path))).toString('base64')] as const)),
  )
}

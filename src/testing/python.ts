import { spawnSync } from 'node:child_process'
import { test } from 'vitest'

/** Debian's Python with its numpy and pandas: readers and writers that are not ours. */
const PYTHON = process.env.SPATIALTUNNEL_PYTHON ?? '/usr/bin/python3'

const usable = (module: string): boolean => spawnSync(PYTHON, ['-c', `import ${module}`]).status === 0

/**
 * A test that needs a Python module: skipped by name where it is missing, a failure when `CI` is set.
 *
 * @example testWithPython('numpy', 'numpy reads our file', () => { runPython('import numpy …', [path]) })
 */
export function testWithPython(module: string, name: string, body: () => void | Promise<void>): void {
  if (usable(module) || process.env.CI) test(name, body)
  else test.skip(`${name} (SKIP: ${PYTHON} has no ${module})`, body)
}

/** Runs a script with arguments (`sys.argv[1:]`) and returns what it prints; throws with its messages when it fails. */
export function runPython(script: string, args: readonly string[] = []): string {
  const result = spawnSync(PYTHON, ['-c', script, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 })
  if (result.status !== 0) throw new Error(`python: ${result.stderr || result.error?.message}`)
  return result.stdout
}

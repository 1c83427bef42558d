import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { processesBelow, residentMiB } from './process-tree.ts'

const WORK =
  'for (const until = process.cpuUsage().user + 2e5; process.cpuUsage().user < until;); console.log(1); setInterval(() => {}, 1e9)'

test.skipIf(!existsSync('/proc/self'))('a child’s time and memory are its own, and end with it', async () => {
  const child = spawn(process.execPath, ['-e', WORK], { stdio: ['ignore', 'pipe', 'ignore'] })
  await once(child.stdout, 'data')
  const found = processesBelow(process.pid).find(({ pid }) => pid === child.pid)!
  expect(found.command).toContain('setInterval')
  expect(found.group).toBe(processesBelow(process.ppid).find(({ pid }) => pid === process.pid)?.group)
  expect(found.cpuMs).toBeGreaterThanOrEqual(150)
  expect(found.residentMiB).toBeGreaterThan(10)
  const gone = once(child, 'close')
  child.kill()
  await gone
  expect(processesBelow(process.pid).some(({ pid }) => pid === child.pid)).toBe(false)
  expect(residentMiB(child.pid!)).toBe(0)
})

test.skipIf(!existsSync('/proc/self'))('a detached child leads its own group', async () => {
  const child = spawn(process.execPath, ['-e', WORK], { stdio: ['ignore', 'pipe', 'ignore'], detached: true })
  await once(child.stdout, 'data')
  expect(processesBelow(process.pid).find(({ pid }) => pid === child.pid)?.group).toBe(child.pid)
  child.kill()
  await once(child, 'close')
})

import { expect, test, vi } from 'vitest'
import { SpatialTunnelError } from '../core/errors.ts'
import { createProgram, main } from './main.ts'
import { reportError } from './report-error.ts'

test('--version and --help end with 0, an unknown command with 2', async () => {
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  expect(await main(['--version'])).toBe(0)
  expect(await main(['--help'])).toBe(0)
  expect(await main(['no-such-verb'])).toBe(2)
  expect(out).toHaveBeenCalled()
  expect(err).toHaveBeenCalled()
  vi.restoreAllMocks()
})

test('an error is one line and its kind decides the exit code', () => {
  const lines: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation(text => lines.push(String(text)) > 0)
  const input = new SpatialTunnelError({ code: 'x', where: 'a.json', found: '1\n2', expected: '3', remedy: 'mend it' })
  expect(reportError(input, false)).toBe(2)
  expect(reportError(Object.assign(new Error('boom'), { code: 'ENOSPC', path: '/d' }), false)).toBe(3)
  expect(reportError(Object.assign(new Error('boom'), { code: 'EACCES', path: '/d' }), false)).toBe(2)
  expect(reportError(new Error('boom'), false)).toBe(3)
  vi.restoreAllMocks()
  expect(lines.map(line => line.trimEnd().split('\n').length)).toEqual([1, 1, 1, 1])
  expect(lines[0]).toBe('error: a.json: found 1 2, expected 3; mend it\n')
})

test('every command has a description', () => {
  for (const command of createProgram().commands) expect([command.name(), command.description()]).not.toContain('')
})

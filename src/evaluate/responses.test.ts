import { expect, test } from 'vitest'
import { parseResponse } from './responses.ts'

const row = { questionId: 'grid-000000-d1', model: 'm', protocol: 'logits', status: 'ok', pYes: 0.25 }

test('a row is read, its version filled in, foreign fields kept', () => {
  expect(parseResponse({ ...row, latencyMs: 12 })).toEqual({ version: 1, ...row, latencyMs: 12 })
})

test.each([
  [{ ...row, pYes: 1.5 }, 'pYes'],
  [{ ...row, status: 'fine' }, 'status'],
  [{ ...row, questionId: '' }, 'questionId'],
  [{ ...row, version: 2 }, 'version'],
  [{ questionId: 'q', model: 'm', protocol: 'text', status: 'ok' }, 'pYes'],
  ['row', 'row'],
])('%j is refused with the place', (value, where) => {
  expect(() => parseResponse(value)).toThrowError(expect.objectContaining({ code: 'response-invalid', where }))
})

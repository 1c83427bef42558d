import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LabelledWaits } from './labelled-waits.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const never = (): Promise<never> => new Promise(() => {})

/** How a wait stands after so many seconds. */
async function after(seconds: number, waiting: Promise<unknown>): Promise<unknown> {
  let state: unknown = 'waiting'
  const settle = (value: unknown): void => {
    state = value
  }
  waiting.then(settle, settle)
  await vi.advanceTimersByTimeAsync(seconds * 1000)
  return state
}

test('work that takes ten times the limit, and goes on, is waited for', async () => {
  let drawn = 0
  const moving = setInterval(() => drawn++, 20_000)
  const work = new Promise<string>(resolve => {
    setTimeout(() => resolve('drawn'), 300_000)
  })
  const waits = new LabelledWaits()
  expect(
    await after(
      301,
      waits.whileMoving('scenes', 30_000, work, async () => drawn),
    ),
  ).toBe('drawn')
  clearInterval(moving)
  expect(vi.getTimerCount()).toBe(0)
})

const STANDING: ReadonlyArray<readonly [string, () => Promise<number>]> = [
  ['does not answer', never],
  ['answers with the same number', async () => 7],
  [
    'cannot be asked',
    async () => {
      throw new Error('page closed')
    },
  ],
]

test.each(STANDING)('a page that %s is given up after the limit, by name', async (_, progress) => {
  const waits = new LabelledWaits()
  void waits.for('the other scenes', 1e6, never()).catch(() => {})
  const waiting = waits.whileMoving('scenes a to h', 30_000, never(), progress)
  expect(await after(29, waiting)).toBe('waiting')
  expect(await after(6, waiting)).toMatchObject({
    code: 'timed-out',
    where: 'scenes a to h',
    found: 'nothing after 30 s',
    remedy: 'also waiting for: the other scenes',
  })
})

test('a page that went on and then stops is given up as long after its last step', async () => {
  let drawn = 0
  const moving = setInterval(() => drawn++, 1000)
  const waiting = new LabelledWaits().whileMoving('scenes', 30_000, never(), async () => drawn)
  expect(await after(100, waiting)).toBe('waiting')
  clearInterval(moving)
  expect(await after(28, waiting)).toBe('waiting')
  expect(await after(6, waiting)).toMatchObject({ code: 'timed-out' })
})

test('what the work throws comes through', async () => {
  const failing = new LabelledWaits().whileMoving('scenes', 30_000, Promise.reject(new Error('gone')), never)
  await expect(failing).rejects.toThrow('gone')
})

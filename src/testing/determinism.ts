import { beforeEach, vi } from 'vitest'

/** Pure code takes randomness from named streams and never looks at the clock: here both throw in its tests. */
const PURE = /[\\/]src[\\/](core|formats|evaluate|probe|chains|protocol)[\\/]/

beforeEach(context => {
  if (!PURE.test(context.task.file.filepath)) return
  vi.spyOn(Math, 'random').mockImplementation(() => {
    throw new Error('Math.random in pure code: draw from a named stream (core/rng.ts)')
  })
  vi.spyOn(Date, 'now').mockImplementation(() => {
    throw new Error('Date.now in pure code: take the time as an argument')
  })
})

import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/determinism.ts'],
    pool: 'threads',
    maxWorkers: 2,
    testTimeout: 60_000,
  },
})

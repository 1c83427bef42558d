import { defineConfig } from 'vitest/config'
import { assemblyScript } from './tools/assemblyscript-plugin.ts'

export default defineConfig({
  plugins: [assemblyScript()],
  test: {
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/determinism.ts'],
    pool: 'threads',
    maxWorkers: 2,
    testTimeout: 60_000,
  },
})

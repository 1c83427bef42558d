import { defineConfig } from 'vitest/config'
import { assemblyScript } from './tools/assemblyscript-plugin.ts'

/** Folders whose code has no state outside its functions: their tests share one set of modules, which saves a minute. */
const STATELESS = 'src/{chains,core,evaluate,formats,probe,protocol,render,report}/**/*.test.{ts,tsx}'

export default defineConfig({
  plugins: [assemblyScript()],
  test: {
    setupFiles: ['src/testing/determinism.ts'],
    pool: 'threads',
    maxWorkers: 2,
    testTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'stateless', include: [STATELESS], isolate: false } },
      { extends: true, test: { name: 'others', include: ['src/**/*.test.{ts,tsx}'], exclude: [STATELESS] } },
    ],
  },
})

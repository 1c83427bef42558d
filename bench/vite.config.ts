import { defineConfig } from 'vite'
import { assemblyScript } from '../tools/assemblyscript-plugin.ts'

/** The benchmarks as Node modules, `dist/bench/*.js`. */
export default defineConfig({
  publicDir: false,
  plugins: [assemblyScript()],
  build: {
    outDir: 'dist/bench',
    target: 'node20',
    ssr: true,
    rolldownOptions: {
      input: {
        probe: 'bench/probe.ts',
        chains: 'bench/chains.ts',
        score: 'bench/score.ts',
        studio: 'bench/studio.ts',
        partition: 'bench/partition.ts',
        fuzz: 'bench/fuzz.ts',
        blender: 'bench/blender.ts',
        tolerances: 'bench/tolerances.ts',
        faults: 'bench/faults.ts',
        'faults-preload': 'src/testing/faults/preload.ts',
        'stub-hooks': 'src/testing/faults/stub-hooks.ts',
        'stub-playwright': 'src/testing/faults/stub-playwright.ts',
        million: 'bench/million.ts',
        streams: 'bench/streams.ts',
      },
      output: { entryFileNames: '[name].js' },
    },
  },
})

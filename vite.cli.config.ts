import { defineConfig } from 'vite'
import { assemblyScript } from './tools/assemblyscript-plugin.ts'

/** The command line as one Node module, `dist/cli.js`; packages stay in node_modules. */
export default defineConfig({
  publicDir: false,
  plugins: [assemblyScript()],
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: 'node20',
    ssr: 'src/cli/main.ts',
    rolldownOptions: { output: { entryFileNames: 'cli.js', banner: '#!/usr/bin/env node' } },
  },
})

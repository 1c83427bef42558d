import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { assemblyScript } from './tools/assemblyscript-plugin.ts'

/** The studio, as static files that work from any folder. `vite.render.config.ts` builds the batch's page. */
export default defineConfig({
  base: './',
  plugins: [react(), assemblyScript()],
  worker: { format: 'es', plugins: () => [assemblyScript()] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    rolldownOptions: {
      input: { studio: 'index.html' },
      // What the first page needs is one file: every request costs more here than the bytes it saves.
      output: { codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] } },
    },
  },
  server: { host: '127.0.0.1' },
  preview: { host: '127.0.0.1' },
})

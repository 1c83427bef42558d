import { defineConfig } from 'vite'
import { assemblyScript } from './tools/assemblyscript-plugin.ts'

/** The batch's render page, apart from the studio's build: neither's chunks are cut up for the other's sake. */
export default defineConfig({
  base: './',
  publicDir: false,
  plugins: [assemblyScript()],
  worker: { format: 'es', plugins: () => [assemblyScript()] },
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: 'es2023',
    rolldownOptions: { input: { render: 'render.html' } },
  },
})

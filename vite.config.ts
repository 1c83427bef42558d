import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { assemblyScript } from './tools/assemblyscript-plugin.ts'
import { preload } from './tools/preload-plugin.ts'

/** The studio (index.html) and the batch's render page (render.html), as static files that work from any folder. */
export default defineConfig({
  base: './',
  plugins: [react(), assemblyScript(), preload('index.html', 'src/studio/scene/scene-page.tsx')],
  worker: { format: 'es', plugins: () => [assemblyScript()] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    rolldownOptions: { input: { studio: 'index.html', render: 'render.html' } },
  },
  server: { host: '127.0.0.1' },
  preview: { host: '127.0.0.1' },
})

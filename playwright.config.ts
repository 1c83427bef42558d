import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { findBrowser } from './src/node/find-browser.ts'
import { GL_FLAGS } from './src/node/gl.ts'

/** Pages and commands are driven as a person would; pictures of what was seen land in out/e2e. Needs a build first. */
const PORT = Number(process.env.E2E_PORT ?? 4199)

/** Mesa's software GL where it is installed: pages draw several times quicker with it than with SwiftShader. */
const GL = existsSync('/usr/lib/x86_64-linux-gnu/libEGL_mesa.so.0') ? GL_FLAGS.llvmpipe : GL_FLAGS.swiftshader

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'out/e2e/results',
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list']],
  use: {
    baseURL: `http://127.0.0.1:${PORT}/`,
    viewport: { width: 1440, height: 900 },
    launchOptions: { executablePath: findBrowser(), args: ['--disable-quic', ...GL.args] },
  },
  webServer: { command: `node dist/cli.js studio --port ${PORT}`, port: PORT, reuseExistingServer: false },
})

import type { ResolveHook } from 'node:module'

/** Puts `stub-playwright.js`, which is built beside this module, in Playwright's place. */
export const resolve: ResolveHook = (specifier, context, next) =>
  specifier === 'playwright'
    ? { url: new URL('./stub-playwright.js', import.meta.url).href, format: 'module', shortCircuit: true }
    : next(specifier, context)

import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SpatialTunnelError } from '../core/errors.ts'

/**
 * Folder of the built pages: that of `dist/cli.js` itself, or `dist` of the repository when run from source.
 *
 * @throws SpatialTunnelError `pages-missing` before the first build
 */
export function pagesFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  const candidates = [here, join(here, '..', '..', 'dist')]
  const found = candidates.find(folder => existsSync(join(folder, 'render.html')))
  if (found !== undefined) return found
  throw new SpatialTunnelError({
    code: 'pages-missing',
    kind: 'run',
    where: candidates.at(-1)!,
    found: 'no render.html',
    expected: 'the built pages',
    remedy: 'run `npm run build`',
  })
}

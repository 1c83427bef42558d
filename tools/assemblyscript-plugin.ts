import { readFile } from 'node:fs/promises'
import asc from 'assemblyscript/asc'
import type { Plugin } from 'vite'

const SUFFIX = '?wasm'

/**
 * Vite plugin: `import base64 from './x.as.ts?wasm'` gives the compiled WebAssembly module in base64url.
 * The same source gives the same bytes: the compiler's version is pinned.
 */
export function assemblyScript(): Plugin {
  return {
    name: 'assemblyscript',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(`.as.ts${SUFFIX}`)) return null
      const file = id.slice(0, -SUFFIX.length)
      this.addWatchFile(file)
      return `export default '${Buffer.from(await compile(file)).toString('base64url')}'`
    },
  }
}

async function compile(file: string): Promise<Uint8Array> {
  const source = await readFile(file, 'utf8')
  let binary: Uint8Array | null = null
  const { error, stderr } = await asc.main(
    [
      ...['module.ts', '--outFile', 'module.wasm', '-O3', '--noAssert'],
      ...['--runtime', 'stub', '--initialMemory', '1', '--enable', 'simd'],
    ],
    {
      readFile: name => (name === 'module.ts' ? source : null),
      writeFile: (name, contents) => {
        if (name === 'module.wasm') binary = contents as Uint8Array
      },
      listFiles: () => [],
    },
  )
  if (error || !binary) throw new Error(`${file} does not compile:\n${stderr.toString()}`)
  return binary
}

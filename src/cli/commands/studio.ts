import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { SpatialTunnelError } from '../../core/errors.ts'
import { chatRelay } from '../../node/chat-relay.ts'
import { pagesFolder } from '../../node/pages-folder.ts'
import { servedFoldersOf } from '../../node/served-folders.ts'
import { type RequestHandler, type StaticServer, serveFolders } from '../../node/static-server.ts'
import { listenForInterrupt } from '../interrupt.ts'
import { openInBrowser } from '../open-in-browser.ts'
import { printLine } from '../output.ts'

interface StudioFlags {
  readonly port: number
  readonly open?: boolean
}

/** The studio keeps its settings by address, so it asks for the same port every time. */
const DEFAULT_PORT = 4173

/** `studio [DIR…]`: serves the studio, and folders beside it, to this machine only. */
export function register(program: Command): void {
  program
    .command('studio')
    .description('open the studio in a browser, with these datasets and results beside it')
    .argument('[dir...]', 'dataset and result folders, served under data/0/, data/1/ …; data/index.json lists them')
    .option('--port <n>', 'port on 127.0.0.1; taken: any free one', port, DEFAULT_PORT)
    .option('--open', 'open the address in the default browser')
    .action(async (dirs: string[], flags: StudioFlags) => {
      for (const dir of dirs) await assertFolder(dir)
      const server = await serve(dirs, flags.port)
      const interrupt = listenForInterrupt(() => {})
      printLine(`studio: ${server.url} (Ctrl-C ends it)`)
      if (flags.open) openInBrowser(server.url)
      if (!interrupt.stop.aborted) await once(interrupt.stop, 'abort')
      interrupt.remove()
      await server.close()
    })
}

async function serve(dirs: readonly string[], wanted: number): Promise<StaticServer> {
  const mounts = dirs.map((dir, i) => ({ url: `data/${i}/`, dir: resolve(dir) }))
  const index: RequestHandler = async (_request, response) => {
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify(await servedFoldersOf(mounts)))
  }
  const options = {
    folders: { '/': pagesFolder(), ...Object.fromEntries(mounts.map(({ url, dir }) => [`/${url}`, dir])) },
    handlers: { '/data/index.json': index, '/ask': chatRelay },
  }
  try {
    return await serveFolders({ ...options, port: wanted })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return serveFolders(options)
  }
}

async function assertFolder(dir: string): Promise<void> {
  const info = await stat(dir)
  if (info.isDirectory()) return
  throw new SpatialTunnelError({ code: 'no-folder', where: dir, found: 'a file', expected: 'a folder' })
}

function port(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 0 && value < 65_536) return value
  throw new InvalidArgumentError('expected a port from 0 to 65535.')
}

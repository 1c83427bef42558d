import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { archiveMember } from '../core/dataset.ts'
import { Archives } from './archives.ts'

/** Answers a request itself, in front of the folders. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

export interface StaticServerOptions {
  /** URL prefix (`/`, `/data/0/`) → folder; the longest prefix that fits is asked. */
  readonly folders: Readonly<Record<string, string>>
  /** Exact paths that code answers. */
  readonly handlers: Readonly<Record<string, RequestHandler>>
  /** 0 = any free port. */
  readonly port: number
}

export const STATIC_SERVER_DEFAULTS: StaticServerOptions = { folders: {}, handlers: {}, port: 0 }

export interface StaticServer {
  /** `http://127.0.0.1:<port>/`. */
  readonly url: string
  close(): Promise<void>
}

const HOST = '127.0.0.1'

const MIME_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.jsonl': 'application/jsonl; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
}

/**
 * No inline script, nothing from elsewhere; reports carry their style and pictures inside them. No page may be shown in
 * another page's frame, but the view that is made for it: it shows one scene and has nothing to press.
 */
const contentSecurityPolicy = (framed: boolean): string =>
  [
    "default-src 'self'",
    // The probing measures' SIMD loops; evaluating text as code stays forbidden.
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "worker-src 'self' blob:",
    "connect-src 'self' blob: data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${framed ? '*' : "'none'"}`,
  ].join('; ')

/** The studio's scripts, styles and fonts: another content has another name, so that a browser may keep them. */
const isNamedByContent = (path: string): boolean => /^\/assets\/[\w.-]+-[\w-]{8}\.\w+$/.test(path)

/** `/?embed=scene`, and nothing that only looks like it. */
const isEmbedView = (url: string): boolean => /^\/(index\.html)?\?embed=scene$/.test(url)

/**
 * Serves folders to this machine only: bound to the loopback address, refusing requests whose `Host` is another name
 * (a page elsewhere that points its name at 127.0.0.1) and paths that leave the folders, links included.
 */
export async function serveFolders(options: Partial<StaticServerOptions>): Promise<StaticServer> {
  const { folders, handlers, port } = { ...STATIC_SERVER_DEFAULTS, ...options }
  const archives = new Archives()
  const server = createServer((request, response) => {
    answer(request, response, server, folders, handlers, archives).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, HOST, resolve)
  })
  return {
    url: `http://${HOST}:${portOf(server)}/`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  server: Server,
  folders: StaticServerOptions['folders'],
  handlers: StaticServerOptions['handlers'],
  archives: Archives,
): Promise<void> {
  response.setHeader('Content-Security-Policy', contentSecurityPolicy(isEmbedView(request.url ?? '/')))
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.setHeader('Referrer-Policy', 'no-referrer')
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin')
  const port = portOf(server)
  if (![`${HOST}:${port}`, `localhost:${port}`].includes(request.headers.host ?? '')) return refuse(response, 403)
  const path = decodedPath(request.url ?? '/')
  if (path === null) return refuse(response, 400)
  const handler = handlers[path]
  if (handler) return handler(request, response)
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405)
  const file = await fileFor(path, folders, archives)
  if (file === null) return refuse(response, 404)
  response.setHeader(
    'Content-Type',
    MIME_TYPES[extname(path.endsWith('/') ? file.path : path).toLowerCase()] ?? 'application/octet-stream',
  )
  response.setHeader('Content-Length', file.size)
  response.setHeader('Cache-Control', isNamedByContent(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
  if (request.method === 'HEAD') response.end()
  else await pipeline(createReadStream(file.path, file.range), response)
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' })
  response.end(`${status}\n`)
}

/** The path of a URL, decoded once; null when it could mean another place than it seems to. */
function decodedPath(url: string): string | null {
  try {
    const path = decodeURIComponent(url.replace(/[?#].*$/, ''))
    const suspect = !path.startsWith('/') || path.includes('\0') || path.includes('\\')
    return suspect || path.split('/').includes('..') ? null : path
  } catch {
    return null
  }
}

interface FoundFile {
  readonly path: string
  readonly size: number
  /** Another one once the file has changed. */
  readonly version: string
  /** Of a member of an archive: its first and last byte. */
  readonly range?: { readonly start: number; readonly end: number }
}

async function fileFor(
  path: string,
  folders: StaticServerOptions['folders'],
  archives: Archives,
): Promise<FoundFile | null> {
  const prefix = Object.keys(folders)
    .filter(candidate => path.startsWith(candidate))
    .sort((a, b) => b.length - a.length)[0]
  if (prefix === undefined) return null
  try {
    const root = await realpath(folders[prefix]!)
    const inside = path.slice(prefix.length)
    const own = await ownFile(root, inside === '' || inside.endsWith('/') ? `${inside}index.html` : inside)
    if (own) return own
    const member = archiveMember(inside)
    const archive = member && (await ownFile(root, member.archive))
    return archive ? await memberOf(archives, archive, member!.name) : null
  } catch {
    return null
  }
}

/** A file that lies in a folder, links looked through. */
async function ownFile(root: string, inside: string): Promise<FoundFile | null> {
  const found = await realpath(join(root, inside)).catch(() => null)
  if (!found?.startsWith(root + sep)) return null
  const info = await stat(found)
  return info.isFile() ? { path: found, size: info.size, version: `${info.size} ${info.mtimeMs}` } : null
}

/** A dataset's picture in one of its archives (`tar/000012.tar/grid-012345.png`). */
async function memberOf(archives: Archives, { path, version }: FoundFile, name: string): Promise<FoundFile> {
  const { position, length } = await archives.span(path, name, version)
  return { path, version, size: length, range: { start: position, end: position + length - 1 } }
}

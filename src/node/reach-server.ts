import { once } from 'node:events'
import { connect } from 'node:net'
import { SpatialTunnelError } from '../core/errors.ts'
import { chatUrl } from './chat-endpoint.ts'

/** Longest wait for a connection. */
const WAIT_MS = 10_000

/**
 * Opens a connection to a model's server and closes it: whether anybody is there, before work is done for them.
 *
 * @throws SpatialTunnelError `base-url-invalid`, `endpoint-unreachable`
 */
export async function reachServer(baseUrl: string): Promise<void> {
  const url = chatUrl(baseUrl)
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  const socket = connect({ host: url.hostname.replace(/^\[|\]$/g, ''), port })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(WAIT_MS) })
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException
    throw new SpatialTunnelError({
      code: 'endpoint-unreachable',
      kind: 'run',
      where: url.origin,
      found: name === 'AbortError' ? `no connection within ${WAIT_MS / 1000} s` : `no connection (${code ?? name})`,
      expected: 'a server that takes questions',
      remedy: 'start it, or correct --base-url',
    })
  } finally {
    socket.destroy()
  }
}

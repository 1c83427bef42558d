import { spawn } from 'node:child_process'

/** Opens an address or a file in the default browser; without one nothing happens. */
export function openInBrowser(target: string): void {
  const [command, ...args] = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] }[process.platform as string] ?? [
    'xdg-open',
  ]
  spawn(command!, [...args, target], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
}

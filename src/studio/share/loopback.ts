/** Whether an address leads nowhere but to the computer it is opened on. */
export const isLoopback = (hostname: string): boolean => /^(localhost|127(\.\d+){3}|\[?::1\]?|)$/.test(hostname)

/** What a link behind such an address is worth to others. */
export const LOOPBACK_NOTE =
  'This address is on your own computer only: others open the same #s=… behind their own studio’s address, or with “spatialtunnel open”.'

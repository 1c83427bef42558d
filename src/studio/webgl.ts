/** Whether this browser draws with WebGL 2. Costs a context: ask once. */
export function offersWebgl2(): boolean {
  try {
    const gl = document.createElement('canvas').getContext('webgl2')
    gl?.getExtension('WEBGL_lose_context')?.loseContext()
    return gl !== null
  } catch {
    return false
  }
}

/** One line on standard error that is written over again and again; nothing at all when that is no terminal. */
export function lineProgress(): { show(text: string): void; clear(): void } {
  const { stderr } = process
  const write = (text: string): void => {
    if (stderr.isTTY) stderr.write(`\r\u001b[K${text}`)
  }
  return { show: write, clear: () => write('') }
}

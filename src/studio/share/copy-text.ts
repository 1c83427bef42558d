/**
 * Puts text on the clipboard: by the browser's clipboard where there is one (a secure address, permission given),
 * otherwise as a selection that is copied.
 *
 * @returns whether it is there now
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelection(text)
  }
}

/** Over plain http the clipboard is not offered; a selection can still be copied there. */
function copySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  // Inside the dialog that is open, as nothing outside it can be selected.
  const host = document.querySelector('dialog[open]') ?? document.body
  const focused = document.activeElement
  host.append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return copied
}

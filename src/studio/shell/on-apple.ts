/** Whether the command key is ⌘ here. */
export const onApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent)

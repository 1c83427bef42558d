import { InvalidArgumentError } from 'commander'

/** An option's whole number of at least 1. */
export function positiveInteger(text: string): number {
  const value = Number(text)
  if (Number.isSafeInteger(value) && value >= 1) return value
  throw new InvalidArgumentError('expected a whole number of at least 1.')
}

/** An option's number above 0. */
export function positive(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && Number.isFinite(value) && value > 0) return value
  throw new InvalidArgumentError('expected a number above 0.')
}

/** An option's share: from 0 up to, not including, 1. */
export function share(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && value >= 0 && value < 1) return value
  throw new InvalidArgumentError('expected a share from 0 to below 1, such as 0.05.')
}

/** A seed: a whole number is a number, anything else (also the empty text) is a text. */
export const seed = (text: string): number | string =>
  /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text

/** An option's whole number of at least 0. */
export function wholeNumber(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && Number.isSafeInteger(value) && value >= 0) return value
  throw new InvalidArgumentError('expected a whole number of at least 0.')
}

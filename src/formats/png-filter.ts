/** PNG's filters: every byte as its difference from a guess (specification, section 9). */
export const FILTER = { none: 0, sub: 1, up: 2, average: 3, paeth: 4 } as const
export type FilterType = (typeof FILTER)[keyof typeof FILTER]

/** Rows under `up`: difference from the byte above. Each row is led by its filter's number. */
export function filterUp(pixels: Uint8Array, rowBytes: number): Uint8Array {
  const rows = pixels.length / rowBytes
  const out = new Uint8Array(pixels.length + rows)
  out[0] = FILTER.none
  out.set(pixels.subarray(0, rowBytes), 1)
  const words = rowBytes % 4 === 0 && pixels.byteOffset % 4 === 0
  const difference = words ? upByWords(pixels, rowBytes) : upByBytes(pixels, rowBytes)
  for (let row = 1; row < rows; row++) {
    out[row * (rowBytes + 1)] = FILTER.up
    out.set(difference(row), row * (rowBytes + 1) + 1)
  }
  return out
}

type RowDifference = (row: number) => Uint8Array

function upByBytes(pixels: Uint8Array, rowBytes: number): RowDifference {
  const line = new Uint8Array(rowBytes)
  return row => {
    const from = row * rowBytes
    for (let i = 0; i < rowBytes; i++) line[i] = pixels[from + i]! - pixels[from + i - rowBytes]!
    return line
  }
}

/** Four bytes at a time: the top bits are kept out of the subtraction, so that no byte borrows from the next. */
function upByWords(pixels: Uint8Array, rowBytes: number): RowDifference {
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4)
  const perRow = rowBytes / 4
  const line = new Uint32Array(perRow)
  const bytes = new Uint8Array(line.buffer)
  return row => {
    const from = row * perRow
    for (let i = 0; i < perRow; i++) {
      const here = words[from + i]!
      const above = words[from + i - perRow]!
      line[i] = ((here | 0x80808080) - (above & 0x7f7f7f7f)) ^ (~(here ^ above) & 0x80808080)
    }
    return bytes
  }
}

/** Rows under Paeth's filter: exact for whatever is constant along rows or along columns, as a tunnel's depth is. */
export function filterPaeth(pixels: Uint8Array, rowBytes: number, pixelBytes: number): Uint8Array {
  const rows = pixels.length / rowBytes
  const out = new Uint8Array(pixels.length + rows)
  let to = 0
  for (let row = 0; row < rows; row++) {
    out[to++] = FILTER.paeth
    const start = row * rowBytes
    for (let i = 0; i < Math.min(pixelBytes, rowBytes); i++) {
      out[to++] = pixels[start + i]! - (row > 0 ? pixels[start + i - rowBytes]! : 0)
    }
    for (let at = start + pixelBytes; at < start + rowBytes; at++) {
      const left = pixels[at - pixelBytes]!
      const up = row > 0 ? pixels[at - rowBytes]! : 0
      const upLeft = row > 0 ? pixels[at - rowBytes - pixelBytes]! : 0
      // Along a row or a column nothing has to be weighed: the usual case.
      out[to++] = pixels[at]! - (up === upLeft ? left : left === upLeft ? up : paeth(left, up, upLeft))
    }
  }
  return out
}

/**
 * Takes the filters off again.
 *
 * @returns the pixels, or the number of the first row with a filter that there is not
 */
export function unfilter(filtered: Uint8Array, rowBytes: number, pixelBytes: number): Uint8Array | number {
  const rows = filtered.length / (rowBytes + 1)
  const out = new Uint8Array(rows * rowBytes)
  for (let row = 0; row < rows; row++) {
    const type = filtered[row * (rowBytes + 1)]!
    if (type > FILTER.paeth) return row
    const line = out.subarray(row * rowBytes, (row + 1) * rowBytes)
    line.set(filtered.subarray(row * (rowBytes + 1) + 1, (row + 1) * (rowBytes + 1)))
    const above = row > 0 ? out.subarray((row - 1) * rowBytes, row * rowBytes) : new Uint8Array(rowBytes)
    addGuess(type as FilterType, line, above, pixelBytes)
  }
  return out
}

function addGuess(type: FilterType, line: Uint8Array, above: Uint8Array, pixelBytes: number): void {
  switch (type) {
    case FILTER.none:
      return
    case FILTER.sub:
      for (let i = pixelBytes; i < line.length; i++) line[i]! += line[i - pixelBytes]!
      return
    case FILTER.up:
      addUp(line, above)
      return
    case FILTER.average:
      for (let i = 0; i < line.length; i++) {
        line[i]! += ((i >= pixelBytes ? line[i - pixelBytes]! : 0) + above[i]!) >>> 1
      }
      return
    case FILTER.paeth:
      for (let i = 0; i < line.length; i++) {
        const inside = i >= pixelBytes
        line[i]! += paeth(inside ? line[i - pixelBytes]! : 0, above[i]!, inside ? above[i - pixelBytes]! : 0)
      }
  }
}

/** Four bytes at a time where they lie so; the top bits are kept out of the sum, so that no byte carries into the next. */
function addUp(line: Uint8Array, above: Uint8Array): void {
  if ((line.length | line.byteOffset | above.byteOffset) & 3) {
    for (let i = 0; i < line.length; i++) line[i]! += above[i]!
    return
  }
  const words = new Uint32Array(line.buffer, line.byteOffset, line.length / 4)
  const up = new Uint32Array(above.buffer, above.byteOffset, line.length / 4)
  for (let i = 0; i < words.length; i++) {
    const [a, b] = [words[i]!, up[i]!]
    words[i] = ((a & 0x7f7f7f7f) + (b & 0x7f7f7f7f)) ^ ((a ^ b) & 0x80808080)
  }
}

/** Whichever of the three neighbours is nearest to left + up − upLeft. */
function paeth(left: number, up: number, upLeft: number): number {
  const toLeft = Math.abs(up - upLeft)
  const toUp = Math.abs(left - upLeft)
  const toUpLeft = Math.abs(left + up - 2 * upLeft)
  return toLeft <= toUp && toLeft <= toUpLeft ? left : toUp <= toUpLeft ? up : upLeft
}

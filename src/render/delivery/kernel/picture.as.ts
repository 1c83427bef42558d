// The hot loops of a frame's way from pixels to PNG files, in AssemblyScript (built to WebAssembly with SIMD by
// `tools/assemblyscript-plugin.ts`). Plain functions over addresses: the caller lays out the memory (picture-kernel.ts).
// Each does exactly what its counterpart in src/formats does; picture-kernel.test.ts holds them against each other.

/** Makes room for `bytes` and says where it starts. Stores may be 16 bytes wide: areas need that much room behind them. */
export function reserve(bytes: usize): usize {
  const start = (__heap_base + 15) & ~15
  const pages = <i32>((start + bytes + 0xffff) >>> 16)
  if (pages > memory.size() && memory.grow(pages - memory.size()) < 0) unreachable()
  return start
}

// ---- frames ---------------------------------------------------------------------------------------------------------

/** RGBA words → RGB bytes. */
export function dropAlpha(words: usize, count: i32, rgb: usize): void {
  let i = 0
  for (; i + 4 <= count; i += 4) {
    v128.store(rgb, i8x16.swizzle(v128.load(words), i8x16(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1)))
    words += 16
    rgb += 12
  }
  for (; i < count; i++) {
    store<u16>(rgb, load<u16>(words))
    store<u8>(rgb, load<u8>(words, 2), 2)
    words += 4
    rgb += 3
  }
}

/** Data words → ids (the lowest byte) and depth (the two bytes above), as bytes and 16-bit numbers. */
export function splitData(words: usize, count: i32, ids: usize, depthMm: usize): void {
  const sixteen = count & ~15
  let i = 0
  for (; i < sixteen; i += 16) {
    const a = v128.load(words)
    const b = v128.load(words, 16)
    const c = v128.load(words, 32)
    const d = v128.load(words, 48)
    v128.store(ids, i8x16.narrow_i16x8_u(i16x8.narrow_i32x4_u(idOf(a), idOf(b)), i16x8.narrow_i32x4_u(idOf(c), idOf(d))))
    v128.store(depthMm, i16x8.narrow_i32x4_u(depthOf(a), depthOf(b)))
    v128.store(depthMm, i16x8.narrow_i32x4_u(depthOf(c), depthOf(d)), 16)
    words += 64
    ids += 16
    depthMm += 32
  }
  for (; i < count; i++) {
    const word = load<u32>(words)
    store<u8>(ids, <u8>word)
    store<u16>(depthMm, <u16>(word >>> 8))
    words += 4
    ids += 1
    depthMm += 2
  }
}

@inline
function idOf(words: v128): v128 {
  return v128.and(words, i32x4.splat(0xff))
}

@inline
function depthOf(words: v128): v128 {
  return v128.and(i32x4.shr_u(words, 8), i32x4.splat(0xffff))
}

/** How many words of a rectangle have this bit. */
export function countBit(words: usize, width: i32, left: i32, top: i32, right: i32, bottom: i32, bit: i32): i32 {
  let count = 0
  for (let y = top; y < bottom; y++) {
    let at = words + (<usize>(y * width + left) << 2)
    for (let x = left; x < right; x++) {
      count += (load<u32>(at) >>> bit) & 1
      at += 4
    }
  }
  return count
}

/** Bytes under PNG's filter `up`. */
export function upRows(pixels: usize, rowBytes: i32, rows: i32, filtered: usize): void {
  const sixteen = rowBytes & ~15
  for (let y = 0; y < rows; y++) {
    store<u8>(filtered++, y == 0 ? 0 : 2)
    let x = 0
    for (; x < sixteen; x += 16) {
      const up = y == 0 ? i64x2.splat(0) : v128.load(pixels - rowBytes)
      v128.store(filtered, i8x16.sub(v128.load(pixels), up))
      pixels += 16
      filtered += 16
    }
    for (; x < rowBytes; x++) {
      store<u8>(filtered++, load<u8>(pixels) - (y == 0 ? 0 : load<u8>(pixels - rowBytes)))
      pixels++
    }
  }
}

/** 16-bit numbers, big-endian, under Paeth's filter. */
export function paethRows16(values: usize, width: i32, rows: i32, filtered: usize): void {
  const rowBytes = <usize>width << 1
  for (let y = 0; y < rows; y++) {
    store<u8>(filtered++, 4)
    const above: usize = y == 0 ? 0 : rowBytes
    let x = 0
    if (width > 0) {
      storeDifference(filtered, load<u16>(values), 0, y == 0 ? 0 : load<u16>(values - above), 0)
      x = 1
    }
    if (y > 0) {
      for (; x + 8 <= width; x += 8) {
        const at = values + (<usize>x << 1)
        const here = v128.load(at)
        const guess = paeth16(v128.load(at - 2), v128.load(at - above), v128.load(at - above - 2))
        v128.store(filtered + (<usize>x << 1), swapped(i8x16.sub(here, guess)))
      }
    }
    for (; x < width; x++) {
      const at = values + (<usize>x << 1)
      storeDifference(
        filtered + (<usize>x << 1),
        load<u16>(at),
        load<u16>(at - 2),
        y == 0 ? 0 : load<u16>(at - above),
        y == 0 ? 0 : load<u16>(at - above - 2),
      )
    }
    values += rowBytes
    filtered += rowBytes
  }
}

@inline
function swapped(values: v128): v128 {
  return i8x16.swizzle(values, i8x16(1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14))
}

function storeDifference(to: usize, here: u32, left: u32, up: u32, upLeft: u32): void {
  store<u8>(to, (here >>> 8) - paeth(left >>> 8, up >>> 8, upLeft >>> 8))
  store<u8>(to, here - paeth(left & 0xff, up & 0xff, upLeft & 0xff), 1)
}

function paeth(left: i32, up: i32, upLeft: i32): i32 {
  const toLeft = abs(up - upLeft)
  const toUp = abs(left - upLeft)
  const toUpLeft = abs(left + up - 2 * upLeft)
  return toLeft <= toUp && toLeft <= toUpLeft ? left : toUp <= toUpLeft ? up : upLeft
}

/** Paeth's guess for sixteen bytes at once. */
function paeth16(left: v128, up: v128, upLeft: v128): v128 {
  const low = paeth8(
    i16x8.extend_low_i8x16_u(left),
    i16x8.extend_low_i8x16_u(up),
    i16x8.extend_low_i8x16_u(upLeft),
  )
  const high = paeth8(
    i16x8.extend_high_i8x16_u(left),
    i16x8.extend_high_i8x16_u(up),
    i16x8.extend_high_i8x16_u(upLeft),
  )
  return i8x16.narrow_i16x8_u(low, high)
}

@inline
function paeth8(left: v128, up: v128, upLeft: v128): v128 {
  const a = i16x8.sub(up, upLeft)
  const b = i16x8.sub(left, upLeft)
  const toLeft = i16x8.abs(a)
  const toUp = i16x8.abs(b)
  const toUpLeft = i16x8.abs(i16x8.add(a, b))
  const isLeft = v128.and(i16x8.le_s(toLeft, toUp), i16x8.le_s(toLeft, toUpLeft))
  return v128.bitselect(left, v128.bitselect(up, upLeft, i16x8.le_s(toUp, toUpLeft)), isLeft)
}

// ---- check ----------------------------------------------------------------------------------------------------------

export function adler32(bytes: usize, length: i32): u32 {
  let low: u32 = 1
  let high: u32 = 0
  const weights = i8x16(16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
  const weightsLow = i16x8.extend_low_i8x16_u(weights)
  const weightsHigh = i16x8.extend_high_i8x16_u(weights)
  for (let left = length; left > 0; ) {
    // As many as keep `high` below 2³².
    const most = min(left, 5552)
    left -= most
    let i = 0
    let sums = i64x2.splat(0)
    let before = i64x2.splat(0)
    let weighted = i64x2.splat(0)
    for (; i + 16 <= most; i += 16) {
      const b = v128.load(bytes)
      const bl = i16x8.extend_low_i8x16_u(b)
      const bh = i16x8.extend_high_i8x16_u(b)
      before = i32x4.add(before, sums)
      sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(b)))
      weighted = i32x4.add(weighted, i32x4.add(i32x4.dot_i16x8_s(bl, weightsLow), i32x4.dot_i16x8_s(bh, weightsHigh)))
      bytes += 16
    }
    high += low * <u32>i + (total(before) << 4) + total(weighted)
    low += total(sums)
    for (; i < most; i++) {
      low += load<u8>(bytes++)
      high += low
    }
    low %= 65521
    high %= 65521
  }
  return (high << 16) | low
}

@inline
function total(v: v128): u32 {
  return (
    i32x4.extract_lane(v, 0) + i32x4.extract_lane(v, 1) + i32x4.extract_lane(v, 2) + i32x4.extract_lane(v, 3)
  )
}

/** Eight tables of 256 numbers for `crc32`, 8 KiB at `tables`. */
export function makeCrcTables(tables: usize): void {
  for (let byte: u32 = 0; byte < 256; byte++) {
    let c = byte
    for (let bit = 0; bit < 8; bit++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1
    store<u32>(tables + (<usize>byte << 2), c)
  }
  for (let i: usize = 1024; i < 8192; i += 4) {
    const c = load<u32>(tables + i - 1024)
    store<u32>(tables + i, (c >>> 8) ^ crcEntry(tables, 0, c))
  }
}

/** CRC-32 of PNG, eight bytes a step. */
export function crc32(bytes: usize, length: i32, tables: usize): u32 {
  let c: u32 = 0xffffffff
  let i = 0
  for (; i + 8 <= length; i += 8) {
    const eight = load<u64>(bytes) ^ <u64>c
    const low = <u32>eight
    const high = <u32>(eight >>> 32)
    c =
      crcEntry(tables, 7, low) ^
      crcEntry(tables, 6, low >>> 8) ^
      crcEntry(tables, 5, low >>> 16) ^
      crcEntry(tables, 4, low >>> 24) ^
      crcEntry(tables, 3, high) ^
      crcEntry(tables, 2, high >>> 8) ^
      crcEntry(tables, 1, high >>> 16) ^
      crcEntry(tables, 0, high >>> 24)
    bytes += 8
  }
  for (; i < length; i++) c = (c >>> 8) ^ crcEntry(tables, 0, c ^ load<u8>(bytes++))
  return ~c
}

@inline
function crcEntry(tables: usize, table: usize, byte: u32): u32 {
  return load<u32>(tables + (table << 10) + (<usize>(byte & 0xff) << 2))
}

// ---- deflate --------------------------------------------------------------------------------------------------------

const RUN: u32 = 256
const LONGEST_RUN: i32 = 258

/** Bits not yet written, lowest first, and how many: fewer than 8 between calls. */
let held: u64 = 0
let heldBits: u64 = 0
let out: usize = 0

export function startBits(to: usize): void {
  held = 0
  heldBits = 0
  out = to
}

/** Where the next byte goes. */
export function writtenTo(): usize {
  return out
}

export function put(value: u32, bits: u32): void {
  held |= <u64>value << heldBits
  heldBits += bits
  flushBytes()
}

export function align(): void {
  heldBits = (heldBits + 7) & ~7
  flushBytes()
}

function flushBytes(): void {
  store<u64>(out, held)
  const whole = heldBits >>> 3
  out += <usize>whole
  held >>>= whole << 3
  heldBits &= 7
}

/** How often each byte occurs; four tables of 256 (4 KiB at `counts`, zeroed here): one alone waits for itself. */
export function countBytes(bytes: usize, length: i32, counts: usize): void {
  memory.fill(counts, 0, 4096)
  let i = 0
  for (; i + 8 <= length; i += 8) {
    const eight = load<u64>(bytes)
    increment(counts, eight)
    increment(counts + 1024, eight >>> 8)
    increment(counts + 2048, eight >>> 16)
    increment(counts + 3072, eight >>> 24)
    increment(counts, eight >>> 32)
    increment(counts + 1024, eight >>> 40)
    increment(counts + 2048, eight >>> 48)
    increment(counts + 3072, eight >>> 56)
    bytes += 8
  }
  for (; i < length; i++) increment(counts, load<u8>(bytes++))
  for (let byte: usize = 0; byte < 1024; byte += 4) {
    const at = counts + byte
    store<u32>(at, load<u32>(at) + load<u32>(at, 1024) + load<u32>(at, 2048) + load<u32>(at, 3072))
  }
}

@inline
function increment(counts: usize, byte: u64): void {
  const at = counts + (<usize>(byte & 0xff) << 2)
  store<u32>(at, load<u32>(at) + 1)
}

/** Writes bytes by `table`: 256 numbers, length << 16 | code. */
export function putLiterals(bytes: usize, length: i32, table: usize): void {
  let bits = held
  let count = heldBits
  let to = out
  let i = 0
  // Fewer than 8 bits held and three codes of at most 15: always below 64.
  for (; i + 3 <= length; i += 3) {
    const a = load<u32>(table + (<usize>load<u8>(bytes) << 2))
    const b = load<u32>(table + (<usize>load<u8>(bytes, 1) << 2))
    const c = load<u32>(table + (<usize>load<u8>(bytes, 2) << 2))
    bits |= <u64>(a & 0xffff) << count
    count += a >>> 16
    bits |= <u64>(b & 0xffff) << count
    count += b >>> 16
    bits |= <u64>(c & 0xffff) << count
    count += c >>> 16
    store<u64>(to, bits)
    const whole = count >>> 3
    to += <usize>whole
    bits >>>= whole << 3
    count &= 7
    bytes += 3
  }
  held = bits
  heldBits = count
  out = to
  for (; i < length; i++) {
    const a = load<u32>(table + (<usize>load<u8>(bytes++) << 2))
    put(a & 0xffff, a >>> 16)
  }
}

/**
 * Bytes [start, end) of a picture as tokens of 16 bits: a byte as itself, a run of n ≥ 3 that goes on from the byte
 * before as 256 + n.
 *
 * @returns how many
 */
export function tokenizeRuns(bytes: usize, start: i32, end: i32, tokens: usize): i32 {
  let count = 0
  for (let i = start; i < end; ) {
    const byte = load<u8>(bytes + i)
    let length = 0
    if (i > 0 && load<u8>(bytes + i - 1) == byte) length = runLength(bytes + i, byte, min(LONGEST_RUN, end - i))
    const isRun = length >= 3
    store<u16>(tokens + (<usize>count << 1), isRun ? <u16>(RUN + length) : <u16>byte)
    count++
    i += isRun ? length : 1
  }
  return count
}

function runLength(bytes: usize, byte: u8, most: i32): i32 {
  const same = i8x16.splat(byte)
  let length = 0
  for (; length + 16 <= most; length += 16) {
    const differs = i8x16.bitmask(i8x16.ne(v128.load(bytes + length), same))
    if (differs != 0) return length + ctz(differs)
  }
  while (length < most && load<u8>(bytes + length) == byte) length++
  return length
}

/** How often each token occurs: 515 numbers at `counts`, zeroed here. */
export function countTokens(tokens: usize, length: i32, counts: usize): void {
  memory.fill(counts, 0, (RUN + LONGEST_RUN + 1) << 2)
  for (let i = 0; i < length; i++) {
    const at = counts + (<usize>load<u16>(tokens) << 2)
    store<u32>(at, load<u32>(at) + 1)
    tokens += 2
  }
}

/** Writes tokens by `table`: 515 numbers, length << 24 | code with extra and distance bits (at most 21). */
export function putTokens(tokens: usize, length: i32, table: usize): void {
  for (let i = 0; i < length; i++) {
    const token = load<u32>(table + (<usize>load<u16>(tokens) << 2))
    put(token & 0xffffff, token >>> 24)
    tokens += 2
  }
}

// The inner loops of the probing measures in AssemblyScript, two float64 at a time. Every function has a twin in
// TypeScript that the tests hold it against. Addresses and strides are bytes; counts are multiples of 4 (pad with zeros).

/** Writes `count` float32 as float64 and returns their sum of squares. */
export function widen(from: usize, to: usize, count: i32): f64 {
  const end = from + (<usize>count << 2)
  let s = f64x2.splat(0)
  let t = f64x2.splat(0)
  while (from < end) {
    const four = v128.load(from)
    const x = f64x2.promote_low_f32x4(four)
    const y = f64x2.promote_low_f32x4(v128.shuffle<i64>(four, four, 1, 1))
    v128.store(to, x)
    v128.store(to, y, 16)
    s = f64x2.add(s, f64x2.mul(x, x))
    t = f64x2.add(t, f64x2.mul(y, y))
    from += 16
    to += 32
  }
  return total(f64x2.add(s, t))
}

/** The sum of squares of `count` float64. */
export function square(from: usize, count: i32): f64 {
  const end = from + (<usize>count << 3)
  let s = f64x2.splat(0)
  let t = f64x2.splat(0)
  while (from < end) {
    const x = v128.load(from)
    const y = v128.load(from, 16)
    s = f64x2.add(s, f64x2.mul(x, x))
    t = f64x2.add(t, f64x2.mul(y, y))
    from += 32
  }
  return total(f64x2.add(s, t))
}

@inline
function total(v: v128): f64 {
  return f64x2.extract_lane(v, 0) + f64x2.extract_lane(v, 1)
}

/** Four float64 vectors, one after the other: raw += Σ Δ_r, unit += Σ scale_r Δ_r. */
export function addRows(rows: usize, stride: usize, scales: usize, raw: usize, unit: usize): void {
  const s0 = v128.load_splat<u64>(scales)
  const s1 = v128.load_splat<u64>(scales, 8)
  const s2 = v128.load_splat<u64>(scales, 16)
  const s3 = v128.load_splat<u64>(scales, 24)
  const end = rows + stride
  let r1 = end
  let r2 = r1 + stride
  let r3 = r2 + stride
  while (rows < end) {
    const a = v128.load(rows)
    const b = v128.load(r1)
    const c = v128.load(r2)
    const d = v128.load(r3)
    v128.store(raw, f64x2.add(v128.load(raw), f64x2.add(f64x2.add(a, b), f64x2.add(c, d))))
    const scaled = f64x2.add(
      f64x2.add(f64x2.mul(a, s0), f64x2.mul(b, s1)),
      f64x2.add(f64x2.mul(c, s2), f64x2.mul(d, s3)),
    )
    v128.store(unit, f64x2.add(v128.load(unit), scaled))
    rows += 16
    r1 += 16
    r2 += 16
    r3 += 16
    raw += 16
    unit += 16
  }
}

/** The sum of squares of `count` float32, in float64. */
export function square32(from: usize, count: i32): f64 {
  const end = from + (<usize>count << 2)
  let s = f64x2.splat(0)
  let t = f64x2.splat(0)
  while (from < end) {
    const x = widened(from)
    const y = widened(from + 8)
    s = f64x2.add(s, f64x2.mul(x, x))
    t = f64x2.add(t, f64x2.mul(y, y))
    from += 16
  }
  return total(f64x2.add(s, t))
}

/** `addRows` over float32 vectors: widened on the way, which costs less than storing them as float64. */
export function addRows32(rows: usize, stride: usize, scales: usize, raw: usize, unit: usize): void {
  const s0 = v128.load_splat<u64>(scales)
  const s1 = v128.load_splat<u64>(scales, 8)
  const s2 = v128.load_splat<u64>(scales, 16)
  const s3 = v128.load_splat<u64>(scales, 24)
  const end = rows + stride
  let r1 = end
  let r2 = r1 + stride
  let r3 = r2 + stride
  while (rows < end) {
    const a = widened(rows)
    const b = widened(r1)
    const c = widened(r2)
    const d = widened(r3)
    v128.store(raw, f64x2.add(v128.load(raw), f64x2.add(f64x2.add(a, b), f64x2.add(c, d))))
    const scaled = f64x2.add(
      f64x2.add(f64x2.mul(a, s0), f64x2.mul(b, s1)),
      f64x2.add(f64x2.mul(c, s2), f64x2.mul(d, s3)),
    )
    v128.store(unit, f64x2.add(v128.load(unit), scaled))
    rows += 8
    r1 += 8
    r2 += 8
    r3 += 8
    raw += 16
    unit += 16
  }
}

/** Two float32 as float64. */
@inline
function widened(from: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load64_zero(from))
}

/** Inner products of four vectors with `count` others (count even), added to four rows of the Gram matrix. */
export function addProducts(four: usize, others: usize, count: i32, stride: usize, gram: usize, gramStride: usize): void {
  for (; count > 0; count -= 2) {
    let p0 = four
    let p1 = p0 + stride
    let p2 = p1 + stride
    let p3 = p2 + stride
    let q0 = others
    let q1 = q0 + stride
    const end = p1
    let a0 = f64x2.splat(0)
    let a1 = f64x2.splat(0)
    let a2 = f64x2.splat(0)
    let a3 = f64x2.splat(0)
    let b0 = f64x2.splat(0)
    let b1 = f64x2.splat(0)
    let b2 = f64x2.splat(0)
    let b3 = f64x2.splat(0)
    while (p0 < end) {
      const x = v128.load(q0)
      const y = v128.load(q1)
      let z = v128.load(p0)
      a0 = f64x2.add(a0, f64x2.mul(z, x))
      b0 = f64x2.add(b0, f64x2.mul(z, y))
      z = v128.load(p1)
      a1 = f64x2.add(a1, f64x2.mul(z, x))
      b1 = f64x2.add(b1, f64x2.mul(z, y))
      z = v128.load(p2)
      a2 = f64x2.add(a2, f64x2.mul(z, x))
      b2 = f64x2.add(b2, f64x2.mul(z, y))
      z = v128.load(p3)
      a3 = f64x2.add(a3, f64x2.mul(z, x))
      b3 = f64x2.add(b3, f64x2.mul(z, y))
      p0 += 16
      p1 += 16
      p2 += 16
      p3 += 16
      q0 += 16
      q1 += 16
    }
    addPair(gram, a0, b0)
    addPair(gram + gramStride, a1, b1)
    addPair(gram + 2 * gramStride, a2, b2)
    addPair(gram + 3 * gramStride, a3, b3)
    gram += 16
    others += 2 * stride
  }
}

/** Two neighbours in memory += the lanes' totals of a and of b. */
@inline
function addPair(at: usize, a: v128, b: v128): void {
  const totals = f64x2.add(v128.shuffle<f64>(a, b, 0, 2), v128.shuffle<f64>(a, b, 1, 3))
  v128.store(at, f64x2.add(v128.load(at), totals))
}

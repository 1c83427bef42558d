/**
 * Code lengths of a length-limited prefix code. Ties are broken by the symbol, so that equal frequencies give equal
 * bytes everywhere.
 *
 * @param frequencies how often each symbol occurs; 0 = never, no code
 * @param limit the longest code, bits; when Huffman's code is longer, small frequencies are raised and it is built anew
 * @returns a length a symbol; 0 = no code; a lone symbol gets length 1
 */
export function codeLengths(frequencies: Uint32Array, limit: number): Uint8Array {
  const lengths = new Uint8Array(frequencies.length)
  let used = 0
  for (const frequency of frequencies) if (frequency > 0) used++
  if (used <= 1) {
    for (let symbol = 0; symbol < lengths.length; symbol++) if (frequencies[symbol]! > 0) lengths[symbol] = 1
    return lengths
  }
  // Weight and symbol in one number, which typed arrays sort at once.
  const order = new Float64Array(used)
  for (let shift = 0; ; shift++) {
    let at = 0
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      if (frequencies[symbol]! > 0) order[at++] = ((frequencies[symbol]! >>> shift) | 1) * SYMBOLS + symbol
    }
    order.sort()
    const depths = treeDepths(order.map(key => Math.floor(key / SYMBOLS)))
    // The lightest leaf lies deepest.
    if (depths[0]! > limit) continue
    order.forEach((key, i) => {
      lengths[key % SYMBOLS] = depths[i]!
    })
    return lengths
  }
}

/** Above every symbol. */
const SYMBOLS = 512

/** Depths of the leaves of Huffman's tree over ascending weights (two queues: leaves, then joined nodes). */
function treeDepths(weights: Float64Array): Uint8Array {
  const leaves = weights.length
  const weight = new Float64Array(2 * leaves - 1)
  weight.set(weights)
  const parent = new Uint32Array(2 * leaves - 1)
  let leaf = 0
  let joined = leaves
  for (let node = leaves; node < weight.length; node++) {
    for (let child = 0; child < 2; child++) {
      const takeLeaf = leaf < leaves && (joined >= node || weight[leaf]! <= weight[joined]!)
      const taken = takeLeaf ? leaf++ : joined++
      weight[node]! += weight[taken]!
      parent[taken] = node
    }
  }
  const depth = new Uint8Array(weight.length)
  for (let node = weight.length - 2; node >= 0; node--) depth[node] = depth[parent[node]!]! + 1
  return depth.subarray(0, leaves)
}

/**
 * Canonical codes for lengths (RFC 1951, 3.2.2), bits reversed: ready to be written lowest bit first.
 */
export function canonicalCodes(lengths: Uint8Array): Uint16Array {
  const longest = lengths.reduce((a, b) => Math.max(a, b), 0)
  const count = new Uint16Array(longest + 2)
  for (const length of lengths) if (length > 0) count[length + 1]!++
  const next = new Uint16Array(longest + 2)
  for (let bits = 1; bits <= longest; bits++) next[bits] = (next[bits - 1]! + count[bits]!) << 1
  const codes = new Uint16Array(lengths.length)
  lengths.forEach((length, symbol) => {
    if (length > 0) codes[symbol] = reversed(next[length]!++, length)
  })
  return codes
}

function reversed(code: number, length: number): number {
  let bits = 0
  for (let i = 0; i < length; i++) bits |= ((code >>> i) & 1) << (length - 1 - i)
  return bits
}

/** F1 of the overlap of single words with clipped counts (ROUGE-1), and BLEU-1 of the same counts. */
export function unigrams(
  prediction: readonly string[],
  reference: readonly string[],
): { readonly rouge1: number; readonly bleu1: number } {
  const common = commonCount(prediction, reference)
  return {
    rouge1: f1(common, prediction.length, reference.length),
    bleu1: bleu1(common, prediction.length, reference.length),
  }
}

/** F1 of the overlap of word pairs (ROUGE-2); 0 when either text has none. */
export function rouge2(prediction: readonly string[], reference: readonly string[]): number {
  const [p, r] = [bigrams(prediction), bigrams(reference)]
  return f1(commonCount(p, r), p.length, r.length)
}

/** F1 of the longest common subsequence of the whole texts (ROUGE-L, not by sentence). */
export function rougeL(prediction: readonly string[], reference: readonly string[]): number {
  return f1(longestCommonSubsequence(prediction, reference), prediction.length, reference.length)
}

/** BLEU-1: clipped unigram precision × brevity penalty, without smoothing. */
function bleu1(common: number, predicted: number, referred: number): number {
  if (predicted === 0) return 0
  return (common / predicted) * (predicted < referred ? Math.exp(1 - referred / predicted) : 1)
}

/** Precision, recall and F1 of the overlap of two multisets of tokens. */
export function tokenOverlap(
  prediction: readonly string[],
  reference: readonly string[],
): { readonly precision: number; readonly recall: number; readonly f1: number } {
  const common = commonCount(prediction, reference)
  return {
    precision: prediction.length ? common / prediction.length : 0,
    recall: reference.length ? common / reference.length : 0,
    f1: f1(common, prediction.length, reference.length),
  }
}

const f1 = (common: number, predicted: number, referred: number): number =>
  common === 0 ? 0 : (2 * common) / (predicted + referred)

const bigrams = (tokens: readonly string[]): string[] => tokens.slice(1).map((token, i) => `${tokens[i]} ${token}`)

/** Σ over distinct tokens of the smaller of their two counts. */
function commonCount(a: readonly string[], b: readonly string[]): number {
  const left = new Map<string, number>()
  for (const token of b) left.set(token, (left.get(token) ?? 0) + 1)
  let common = 0
  for (const token of a) {
    const count = left.get(token)
    if (count === undefined || count === 0) continue
    left.set(token, count - 1)
    common++
  }
  return common
}

/**
 * Bit-parallel (Hyyrö 2004): bit j of the state is 0 where the longest common subsequence grows at token j of `b`. 32 tokens of
 * `b` a word, sums with carry.
 */
function longestCommonSubsequence(a: readonly string[], b: readonly string[]): number {
  const blocks = Math.ceil(b.length / 32)
  const places = new Map<string, Uint32Array>()
  for (const [j, token] of b.entries()) {
    const mask = places.get(token) ?? new Uint32Array(blocks)
    mask[j >> 5]! |= 1 << (j & 31)
    places.set(token, mask)
  }
  const state = new Uint32Array(blocks).fill(0xffff_ffff)
  for (const token of a) {
    const mask = places.get(token)
    if (!mask) continue
    let carry = 0
    for (let k = 0; k < blocks; k++) {
      const own = state[k]!
      const met = (own & mask[k]!) >>> 0
      const sum = own + met + carry
      carry = sum > 0xffff_ffff ? 1 : 0
      state[k] = sum | (own - met)
    }
  }
  let length = 0
  for (let j = 0; j < b.length; j++) if (((state[j >> 5]! >>> (j & 31)) & 1) === 0) length++
  return length
}

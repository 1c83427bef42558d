/** F1 of n-gram overlap with clipped counts (ROUGE-N); 0 when either text has no n-gram. */
export function rougeN(prediction: readonly string[], reference: readonly string[], n: number): number {
  const [p, r] = [ngramCounts(prediction, n), ngramCounts(reference, n)]
  return f1(overlap(p, r), total(prediction, n), total(reference, n))
}

/** F1 of the longest common subsequence of the whole texts (ROUGE-L, not by sentence). */
export function rougeL(prediction: readonly string[], reference: readonly string[]): number {
  return f1(longestCommonSubsequence(prediction, reference), prediction.length, reference.length)
}

/** BLEU-1: clipped unigram precision × brevity penalty, without smoothing. */
export function bleu1(prediction: readonly string[], reference: readonly string[]): number {
  if (prediction.length === 0) return 0
  const precision = overlap(ngramCounts(prediction, 1), ngramCounts(reference, 1)) / prediction.length
  const brevity = prediction.length < reference.length ? Math.exp(1 - reference.length / prediction.length) : 1
  return precision * brevity
}

/** Precision, recall and F1 of the overlap of two multisets of tokens. */
export function tokenOverlap(
  prediction: readonly string[],
  reference: readonly string[],
): { readonly precision: number; readonly recall: number; readonly f1: number } {
  const common = overlap(ngramCounts(prediction, 1), ngramCounts(reference, 1))
  return {
    precision: prediction.length ? common / prediction.length : 0,
    recall: reference.length ? common / reference.length : 0,
    f1: f1(common, prediction.length, reference.length),
  }
}

const f1 = (common: number, predicted: number, referred: number): number =>
  common === 0 ? 0 : (2 * common) / (predicted + referred)

const total = (tokens: readonly string[], n: number): number => Math.max(0, tokens.length - n + 1)

function ngramCounts(tokens: readonly string[], n: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (let i = 0; i + n <= tokens.length; i++) {
    const gram = n === 1 ? tokens[i]! : tokens.slice(i, i + n).join(' ')
    counts.set(gram, (counts.get(gram) ?? 0) + 1)
  }
  return counts
}

function overlap(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let sum = 0
  for (const [gram, count] of a) sum += Math.min(count, b.get(gram) ?? 0)
  return sum
}

function longestCommonSubsequence(a: readonly string[], b: readonly string[]): number {
  const codes = new Map<string, number>()
  const code = (token: string): number => {
    const known = codes.get(token)
    if (known !== undefined) return known
    codes.set(token, codes.size)
    return codes.size - 1
  }
  const [x, y] = [Uint32Array.from(a, code), Uint32Array.from(b, code)]
  const row = new Uint16Array(y.length + 1)
  for (let i = 0; i < x.length; i++) {
    let diagonal = 0
    for (let j = 0; j < y.length; j++) {
      const above = row[j + 1]!
      row[j + 1] = x[i] === y[j] ? diagonal + 1 : Math.max(above, row[j]!)
      diagonal = above
    }
  }
  return row[y.length]!
}

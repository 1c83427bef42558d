import type { ProbeRequest } from './probe-messages.ts'

/**
 * What a drop on the Probe page asks for: a `probe.json`, or vectors with the pairs file that lies beside them.
 *
 * @returns null when there is no such file among them
 */
export function probeRequestOf(files: readonly File[]): ProbeRequest | null {
  const named = (pattern: RegExp): File | undefined => files.find(file => pattern.test(file.name))
  const report = named(/\.json$/i)
  const vectors = named(/\.(npz|safetensors)$/i)
  const lines = files.filter(file => /\.jsonl$/i.test(file.name))
  if (vectors) return { kind: 'vectors', vectors, pairs: lines[0] ?? null }
  if (report) return { kind: 'report', report }
  return lines[0] ? { kind: 'vectors', vectors: lines[0], pairs: lines[1] ?? null } : null
}

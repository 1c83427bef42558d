import { join } from 'node:path'
import { type NpzArray, writeNpz } from '../formats/npz-writer.ts'
import { axisCoherenceJson, similarityCsv, vdEiJson } from '../formats/released-results.ts'
import { writeSafetensors } from '../formats/safetensors-writer.ts'
import type { LayerDirections } from '../probe/directions.ts'
import { type ProbeReport, probeReportJson } from '../probe/probe-report.ts'
import { releasedLayers } from '../probe/released-layers.ts'
import { writeFileAtomic } from './write-file.ts'

/** A model's name as part of a file's name. */
export const fileName = (model: string): string => model.replace(/[^\w.+-]+/g, '_')

/**
 * Writes a model's results into a folder: `probe.json`, `directions.safetensors` and `.npz`, and under `released/` what the
 * released probing tool writes. `probe.json` comes last.
 */
export async function writeProbeResults(
  dir: string,
  report: ProbeReport,
  directions: readonly LayerDirections[],
): Promise<void> {
  const name = fileName(report.model)
  const layers = releasedLayers(report)
  await writeFileAtomic(join(dir, 'released', `axis_coherence_${name}.json`), axisCoherenceJson(layers))
  await writeFileAtomic(join(dir, 'released', `vd_ei_${name}.json`), vdEiJson(layers))
  for (const { layer, similarity } of report.layers) {
    await writeFileAtomic(join(dir, 'released', `delta_similarity_${name}_L${layer}.csv`), similarityCsv(similarity))
  }
  if (directions.length > 0) await writeDirections(dir, report.model, directions)
  await writeFileAtomic(join(dir, 'probe.json'), probeReportJson(report))
}

/** Tensors `layer.{k}.vertical` and so on; the npz has the same names, for numpy. */
async function writeDirections(dir: string, model: string, directions: readonly LayerDirections[]): Promise<void> {
  const entries = directions.flatMap(({ layer, columns, vectors }) =>
    Object.entries(vectors).map(([name, data]) => ({ name: `layer.${layer}.${name}`, shape: [columns], data })),
  )
  const norms = directions.map(({ layer, normalizedTo }) => `${layer}: ${normalizedTo.toPrecision(6)}`).join(', ')
  const tensors = await collected(sink =>
    writeSafetensors(
      sink,
      entries.map(entry => ({ ...entry, data: () => entry.data })),
      { model, length: `every direction of a layer has the length of the mean signed vertical delta (${norms})` },
    ),
  )
  await writeFileAtomic(join(dir, 'directions.safetensors'), tensors)
  const arrays: NpzArray[] = entries
  await writeFileAtomic(join(dir, 'directions.npz'), await collected(sink => writeNpz(sink, arrays)))
}

async function collected(
  write: (sink: { write(bytes: Uint8Array): Promise<void> }) => Promise<void>,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  await write({ write: async bytes => void parts.push(bytes.slice()) })
  return Buffer.concat(parts)
}

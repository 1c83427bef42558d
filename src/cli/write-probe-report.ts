import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { SpatialTunnelError, shown } from '../core/errors.ts'
import { writeFileAtomic } from '../node/write-file.ts'
import type { ProbeReport } from '../probe/probe-report.ts'
import type { FigurePreset } from '../report/figures/figure.ts'
import type { LayerAxis } from '../report/figures/probe-figures.ts'
import { type CounterScore, modelsReportPage, modelsTable } from '../report/models-report-page.ts'
import { probeFiles } from '../report/probe-files.ts'
import type { ProvenanceLine } from '../report/score-files.ts'
import { tableCsv } from '../report/table.ts'

function provenanceOf(command: string, reports: readonly ProbeReport[]): ProvenanceLine[] {
  const { draws, nullDraws, splits, seed } = reports[0]!.options
  return [
    ['command', command],
    ['tool', `${packageJson.name} ${packageJson.version}`],
    ['vectors', reports.map(report => report.source).join(', ')],
    ['draws', `${draws} bootstrap, ${nullDraws} null, ${splits} split halves, seed ${String(seed)}`],
  ]
}

/** Writes a model's report, tables and figures beside its `probe.json`. */
export async function writeProbeReport(
  dir: string,
  report: ProbeReport,
  { presets, xAxis }: { readonly presets: readonly FigurePreset[]; readonly xAxis: LayerAxis },
  command: string,
): Promise<void> {
  for (const { path, text } of probeFiles(report, presets, provenanceOf(command, [report]), xAxis)) {
    await writeFileAtomic(join(dir, path), text)
  }
}

/** Writes the page that sets several models side by side, and its table. */
export async function writeModelsReport(
  dir: string,
  reports: readonly ProbeReport[],
  scores: readonly CounterScore[],
  command: string,
): Promise<void> {
  await writeFileAtomic(join(dir, 'models.csv'), tableCsv(modelsTable(reports, scores)))
  await writeFileAtomic(join(dir, 'report.html'), modelsReportPage(reports, scores, provenanceOf(command, reports)))
}

/**
 * Accuracy on counter scenes by model, from the document of `score --json` (or its `scores.json`); v where a model has no
 * accuracy.
 *
 * @throws scores-invalid
 */
export async function readCounterScores(path: string): Promise<CounterScore[]> {
  const document: unknown = await readFile(path, 'utf8').then(text => {
    try {
      return JSON.parse(text)
    } catch {
      return null
    }
  })
  const models = (document as { models?: unknown } | null)?.models
  if (typeof models !== 'object' || models === null) {
    throw new SpatialTunnelError({
      code: 'scores-invalid',
      where: path,
      found: shown(document),
      expected: 'the document of `score --json`',
    })
  }
  return Object.entries(models as Record<string, { accCtr?: number | null; vCtr?: number | null }>).flatMap(
    ([model, { accCtr, vCtr }]): CounterScore[] => {
      if (typeof accCtr === 'number') return [{ model, value: accCtr, measure: 'accCtr' }]
      return typeof vCtr === 'number' ? [{ model, value: vCtr, measure: 'vCtr' }] : []
    },
  )
}

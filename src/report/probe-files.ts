import type { ProbeReport } from '../probe/probe-report.ts'
import { type Figure, type FigurePreset, figureSvg, frameOf } from './figures/figure.ts'
import {
  coherenceFigure,
  entanglementFigure,
  type LayerAxis,
  pcaFigure,
  similarityFigure,
} from './figures/probe-figures.ts'
import { probeReportPage } from './probe-report-page.ts'
import { axisTable, entanglementTable, fairnessTable, layersTable } from './probe-tables.ts'
import type { ProvenanceLine, TextFile } from './score-files.ts'
import { tableCsv } from './table.ts'

/** Everything that `probe` draws of one model: `report.html`, tables as CSV, figures as SVG. */
export function probeFiles(
  report: ProbeReport,
  presets: readonly FigurePreset[],
  provenance: readonly ProvenanceLine[],
  xAxis: LayerAxis = 'layer',
): TextFile[] {
  const comments = provenance.map(([label, value]) => `${label}: ${value}`)
  const chosen = report.layers.find(layer => layer.layer === report.choice.chosen)
  const tables = {
    layers: layersTable(report),
    ...(chosen && { axes: axisTable(chosen), entanglement: entanglementTable(chosen), pairs: fairnessTable(chosen) }),
  }
  return [
    { path: 'report.html', text: probeReportPage({ report, provenance, xAxis }) },
    ...Object.entries(tables).map(([name, table]) => ({ path: `tables/${name}.csv`, text: tableCsv(table) })),
    ...presets.flatMap(preset =>
      Object.entries(figuresOf(report, preset, xAxis)).flatMap(([name, figure]) =>
        figure ? [{ path: `figures/${preset}/${name}.svg`, text: figureSvg(figure, comments) }] : [],
      ),
    ),
  ]
}

function figuresOf(report: ProbeReport, preset: FigurePreset, xAxis: LayerAxis): Record<string, Figure | null> {
  const frame = frameOf(preset)
  const chosen = report.layers.find(layer => layer.layer === report.choice.chosen)
  return {
    coherence: coherenceFigure(report, frame, { xAxis }),
    entanglement: entanglementFigure(report, frame, { xAxis }),
    ...Object.fromEntries(
      report.layers.map(layer => [`similarity-L${layer.layer}`, similarityFigure(report, layer, frame)]),
    ),
    ...(chosen && { [`pca-L${chosen.layer}`]: pcaFigure(report, chosen, frame) }),
  }
}

import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { QUESTIONS_FILE, SCENES_FILE } from '../core/dataset.ts'
import type { Score } from '../evaluate/score.ts'
import { resamplePng } from '../formats/resample.ts'
import { datasetFiles } from '../node/dataset-files.ts'
import { type PrintFormat, printFigures } from '../node/print-figures.ts'
import type { EvaluationDataset } from '../node/read-evaluation-data.ts'
import { sha256File } from '../node/sha256-file.ts'
import { writeFileAtomic } from '../node/write-file.ts'
import type { FigurePreset } from '../report/figures/figure.ts'
import { originOf, type ProvenanceLine, scoreFigureFiles, scoreTextFiles } from '../report/score-files.ts'
import { reportSceneIds, scoreReport } from '../report/score-report.ts'

export interface WriteScoreOptions {
  readonly outDir: string
  readonly presets: readonly FigurePreset[]
  /** Figures are printed in these formats too, besides SVG. */
  readonly formats?: readonly PrintFormat[]
  /** The command line, as it was typed. */
  readonly command: string
  /** The files that were scored. */
  readonly responses: readonly string[]
}

/**
 * Writes a score's folder: `report.html`, `scores.json`, `tables/`, `figures/`.
 *
 * @returns the paths written, the report first
 */
export async function writeScore(
  dataset: EvaluationDataset,
  score: Score,
  options: WriteScoreOptions,
): Promise<string[]> {
  const provenance = await provenanceOf(dataset, score, options)
  const images = await loadImages(dataset, reportSceneIds(score))
  const report = scoreReport({ score, imageOf: id => images.get(id) ?? null, provenance })
  const figures = options.presets.flatMap(preset => scoreFigureFiles(score, preset, provenance))
  const texts = [{ path: 'report.html', text: report }, ...scoreTextFiles(score, provenance), ...figures]
  const files: (readonly [path: string, data: string | Uint8Array])[] = texts.map(({ path, text }) => [path, text])
  const origin = originOf(provenance).join('\n')
  for (const format of options.formats ?? []) {
    const printed = await printFigures(
      figures.map(({ text, widthPt, heightPt }) => ({ svg: text, widthPt, heightPt, origin })),
      format,
    )
    files.push(...figures.map(({ path }, i) => [path.replace(/svg$/, format), printed[i]!] as const))
  }
  for (const [path, data] of files) await writeFileAtomic(join(options.outDir, path), data)
  return files.map(([path]) => join(options.outDir, path))
}

async function provenanceOf(
  dataset: EvaluationDataset,
  score: Score,
  options: WriteScoreOptions,
): Promise<ProvenanceLine[]> {
  const hashOf = (name: string): Promise<string> => sha256File(join(dataset.dir, name))
  const responses = await Promise.all(options.responses.map(sha256File))
  return [
    ['command', options.command],
    ['tool', `${packageJson.name} ${packageJson.version}`],
    ['dataset', `${dataset.name}, scenes.jsonl ${await hashOf(SCENES_FILE)}`],
    ['questions', await hashOf(QUESTIONS_FILE)],
    ...responses.map((hash, i): ProvenanceLine => [`responses ${i + 1}`, hash]),
    ['bootstrap', `${score.options.draws} draws, seed ${score.options.seed}`],
    ...askSetups(score),
  ]
}

/** How each model was asked (`--extra-body`, system prompt, image scale …), where its rows say so. */
function askSetups({ models }: Score): ProvenanceLine[] {
  return models.flatMap(({ name, joined }) => {
    const setups = new Set(joined.items.flatMap(({ response }) => response.setup ?? []))
    const texts = new Set([...setups].map(setup => JSON.stringify(setup)))
    return [...texts].map((text): ProvenanceLine => [`set-up of ${name}`, text])
  })
}

/** Pictures are shown at a third of a page's width. */
const REPORT_IMAGE_SCALE = 0.5

/** Pictures of scenes as `data:` URIs; one that is not there is left out. */
async function loadImages(dataset: EvaluationDataset, sceneIds: readonly string[]): Promise<Map<string, string>> {
  const wanted = new Set(sceneIds)
  const files = datasetFiles(dataset.dir)
  const images = new Map<string, string>()
  for (const { id, image } of dataset.scenes) {
    if (!wanted.has(id) || image === undefined) continue
    const bytes = await files.read(image).catch(() => null)
    if (bytes === null) continue
    const small = Buffer.from(resamplePng(bytes, REPORT_IMAGE_SCALE))
    images.set(id, `data:image/png;base64,${small.toString('base64')}`)
  }
  return images
}

import suiteFile from '../../../scenes/chains.json' with { type: 'json' }
import { questionKey } from '../../chains/audit/audit-row.ts'
import { parseProgram } from '../../chains/gqa/program.ts'
import { indexGraph } from '../../chains/graph/graph-index.ts'
import { choicesOf } from '../../chains/read/normalise-answer.ts'
import { readRecord, trainingTarget } from '../../chains/record.ts'
import { cellText } from '../../core/cell.ts'
import { SpatialTunnelError, shown } from '../../core/errors.ts'
import { expander } from '../../core/expand.ts'
import type { Scene } from '../../core/scene.ts'
import { parseSuite } from '../../core/suite.ts'
import type { ShownChain } from './shown-chain.ts'

/** Rows that the page shows at most: it is for reading, not for measuring. */
const MAX_CHAINS = 2000

/**
 * Chains from JSONL files: the data set (`chains generate`: rows with `scene_graph`), and what models wrote
 * (`generation_records.jsonl`: rows with `prediction`). The data set alone shows its reference chains.
 *
 * @throws SpatialTunnelError `jsonl-row`, `chain-files`, and those of `readRecord`
 */
export async function openChains(files: readonly File[]): Promise<ShownChain[]> {
  const tables = await Promise.all(
    files.map(async file => ({ model: file.name.replace(/\.jsonl$/, ''), rows: rowsOf(file.name, await file.text()) })),
  )
  const data = tables.flatMap(({ rows }) => rows.filter(row => row.scene_graph))
  if (data.length === 0) {
    throw new SpatialTunnelError({
      code: 'chain-files',
      where: files.map(file => file.name).join(', '),
      found: 'no row with a scene graph',
      expected: 'the data set (JSONL with scene_graph), alone or with generation_records.jsonl',
    })
  }
  const scenes = sceneLookup()
  const known = new Map(
    data.map(row => [
      questionKey(cellText(row.imageId), cellText(row.question ?? row.question_x)),
      questionOf(row, scenes),
    ]),
  )
  const predicted = tables.flatMap(({ model, rows }) =>
    rows.flatMap((row, i): ShownChain[] => {
      const question =
        typeof row.prediction === 'string'
          ? known.get(questionKey(cellText(row.imageId), cellText(row.question)))
          : undefined
      return question
        ? [
            {
              ...question,
              id: `${model}:${i}`,
              model: cellText(row.model ?? model),
              prediction: cellText(row.prediction),
            },
          ]
        : []
    }),
  )
  return (predicted.length > 0 ? predicted : [...known.values()]).slice(0, MAX_CHAINS)
}

function rowsOf(name: string, text: string): Record<string, unknown>[] {
  return text.split('\n').flatMap((line, i) => {
    if (line.trim() === '') return []
    const value = jsonOrNull(line)
    if (typeof value === 'object' && value !== null) return [value as Record<string, unknown>]
    throw new SpatialTunnelError({
      code: 'jsonl-row',
      where: `${name}:${i + 1}`,
      found: shown(line),
      expected: 'one JSON object',
    })
  })
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function questionOf(row: Record<string, unknown>, scenes: (id: string) => Scene | null): ShownChain {
  const record = readRecord(row)
  return {
    id: `${record.imageId}:${record.question}`,
    model: 'reference',
    imageId: record.imageId,
    question: record.question,
    answer: record.answer.toLowerCase(),
    choices: choicesOf(record.question, record.answer),
    index: indexGraph(record.sceneGraph!),
    program: Array.isArray(row.semantic) ? parseProgram(row.semantic) : null,
    reference: record.thinking,
    prediction: trainingTarget(record),
    scene: scenes(record.imageId),
  }
}

/** Pictures of the shipped suite can be drawn from the scene's id. */
function sceneLookup(): (id: string) => Scene | null {
  const ready = expander(parseSuite(suiteFile))
  return id => {
    const match = /^chains-(\d{6})$/.exec(id)
    return match && Number(match[1]) < ready.size ? ready.scene(Number(match[1])).scene : null
  }
}

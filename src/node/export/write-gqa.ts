import { tunnelQuestion } from '../../chains/gqa/tunnel-questions.ts'
import { tunnelGraph } from '../../chains/graph/tunnel-graph.ts'
import type { ExportSource } from './export-source.ts'
import { type OutputFile, type OutputFolder, separated } from './output-folder.ts'

/** The pictures, `sceneGraphs.json` and `questions.json`: one JSON object each, an entry a line. */
export async function writeGqa(source: ExportSource, folder: OutputFolder): Promise<void> {
  const graphs = await openObject(await folder.stream('sceneGraphs.json'))
  const asked = await openObject(await folder.stream('questions.json'))
  for await (const entry of source.entries()) {
    const { scene, questions } = entry
    await folder.write(scene.image, await source.picture(entry))
    await graphs.add(scene.id, tunnelGraph(scene.scene, scene.truth))
    for (const question of questions) await asked.add(question.id, tunnelQuestion(question, scene.truth))
  }
  await graphs.close()
  await asked.close()
}

async function openObject(file: OutputFile) {
  await file.write('{')
  const add = separated(file, ',\n')
  return {
    add: (key: string, value: unknown) => add(`${JSON.stringify(key)}:${JSON.stringify(value)}`),
    close: async () => {
      await file.write('}\n')
      await file.close()
    },
  }
}

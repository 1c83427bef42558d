import { answerChoices } from '../core/questions.ts'
import type { DatasetEntry, DatasetHead } from './dataset-entry.ts'

/** The folder's only split: an evaluation set is never trained on. */
export const HF_SPLIT = 'test'

export type HfLayout = 'parquet' | 'imagefolder'

/** `README.md` of a Hugging Face dataset: YAML that says where the files are, then what they are. */
export function hfCard(head: DatasetHead, layout: HfLayout): string {
  const size = [1000, 10_000, 100_000].findIndex(limit => head.questions < limit)
  const files = layout === 'parquet' ? `data/${HF_SPLIT}-*.parquet` : `${HF_SPLIT}/**`
  return `---
pretty_name: ${yamlText(`SpatialTunnel ${head.name}`)}
license: mit
language: [en]
task_categories: [visual-question-answering]
size_categories: [${['n<1K', '1K<n<10K', '10K<n<100K', '100K<n<1M'].at(size)}]
tags: [spatial-reasoning, depth, synthetic, vision-language]
configs:
  - config_name: default
    data_files:
      - split: ${HF_SPLIT}
        path: ${yamlText(files)}
---

# SpatialTunnel: ${head.name}

${head.description}

${head.scenes} scenes, ${head.questions} questions, rendered by spatialtunnel ${head.toolVersion} (content SHA-256
\`${head.contentSha256}\`). Answers are ground truth of the scene's geometry; \`split\` says whether image height and
depth agree (\`consistent\`), disagree (\`counter\`) or neither (\`ambiguous\`). A model that knows depth answers both alike.
`
}

/** A text as YAML reads it back, whatever it holds: JSON strings are YAML. */
const yamlText = (text: string): string => JSON.stringify(text)

/**
 * The line of a scene in an image folder's `metadata.jsonl`: one row a picture, its questions as parallel lists.
 *
 * @param fileName relative to the metadata file
 */
export function imageFolderRow(
  { scene, questions }: DatasetEntry,
  fileName: string,
): Readonly<Record<string, unknown>> {
  return {
    file_name: fileName,
    id: scene.id,
    imageSha256: scene.imageSha256,
    split: questions[0]?.split ?? null,
    questionIds: questions.map(question => question.id),
    questions: questions.map(question => question.text),
    answers: questions.map(question => question.answer),
    choices: questions.map(answerChoices),
    categories: questions.map(question => question.category),
  }
}

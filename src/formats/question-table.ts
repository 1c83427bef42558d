import type { ParquetWriteOptions } from 'hyparquet-writer'
import type { QuestionRow } from '../core/questions.ts'
import type { DatasetEntry } from './dataset-entry.ts'

/**
 * Questions and scenes as Parquet columns, the picture as `struct<bytes, path>`, which is how Hugging Face keeps images.
 * The questions of a scene follow each other, so that a dictionary holds their picture once.
 */
export interface ParquetTable {
  readonly schema: SchemaElement[]
  /** `huggingface` metadata: without it a reader sees a struct, with it a picture. */
  readonly kvMetadata: { key: string; value: string }[]
}

type SchemaElement = NonNullable<ParquetWriteOptions['schema']>[number]

export type TableKind = 'question' | 'scene'

const QUESTION_FIELDS = [
  'id',
  'sceneId',
  'text',
  'answer',
  'template',
  'axis',
  'category',
  'pairId',
  'split',
] as const satisfies readonly (keyof QuestionRow)[]

const SCENE_FIELDS = ['id', 'scene', 'truth', 'questions', 'imageSha256'] as const

const text = (name: string): SchemaElement => ({
  name,
  type: 'BYTE_ARRAY',
  converted_type: 'UTF8',
  repetition_type: 'REQUIRED',
})

const PICTURE: SchemaElement[] = [
  { name: 'image', repetition_type: 'OPTIONAL', num_children: 2 },
  { name: 'bytes', type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL' },
  { ...text('path'), repetition_type: 'OPTIONAL' },
]

/** Columns, in their order, of a row a question or a row a scene (whose `scene`, `truth`, `questions` are JSON). */
export function parquetTable(kind: TableKind): ParquetTable {
  const fields: readonly string[] = kind === 'question' ? QUESTION_FIELDS : SCENE_FIELDS
  const features = {
    image: { _type: 'Image' },
    ...Object.fromEntries(fields.map(name => [name, { dtype: 'string', _type: 'Value' }])),
  }
  return {
    schema: [{ name: 'root', num_children: fields.length + 1 }, ...PICTURE, ...fields.map(text)],
    kvMetadata: [{ key: 'huggingface', value: JSON.stringify({ info: { features } }) }],
  }
}

export interface ParquetColumn {
  readonly name: string
  readonly data: unknown[]
}

/** The columns of some entries, with the picture of each (PNG file). */
export function parquetColumns(
  kind: TableKind,
  entries: readonly { readonly entry: DatasetEntry; readonly png: Uint8Array }[],
): ParquetColumn[] {
  const rows = entries.flatMap(({ entry, png }) => tableRows(kind, entry, png))
  const names = ['image', ...(kind === 'question' ? QUESTION_FIELDS : SCENE_FIELDS)]
  return names.map(name => ({ name, data: rows.map(row => row[name]) }))
}

function tableRows(kind: TableKind, { scene, questions }: DatasetEntry, png: Uint8Array): Record<string, unknown>[] {
  const image = { bytes: png, path: scene.image.split('/').at(-1)! }
  if (kind === 'question') return questions.map(question => ({ ...question, image }))
  const { id, imageSha256 } = scene
  const json = [scene.scene, scene.truth, questions].map(value => JSON.stringify(value))
  return [{ id, image, imageSha256, scene: json[0], truth: json[1], questions: json[2] }]
}

import type { DatasetHead } from './dataset-entry.ts'
import { HF_SPLIT } from './hugging-face.ts'

export interface CroissantFile {
  /** Relative to the dataset folder. */
  readonly path: string
  readonly sha256: string
  readonly byteLength: number
  readonly encodingFormat: string
}

export interface CroissantInput {
  readonly head: DatasetHead
  /** `scenes.jsonl` and `questions.jsonl`. */
  readonly scenes: CroissantFile
  readonly questions: CroissantFile
  /** `image` = folder of the pictures, relative; null when the pass was not rendered. */
  readonly folders: { readonly images: string; readonly masks: string | null; readonly depth: string | null }
  readonly citation: string
}

/** Prefixes of Croissant 1.0 and its responsible-AI vocabulary. */
const CONTEXT = {
  '@language': 'en',
  '@vocab': 'https://schema.org/',
  citeAs: 'cr:citeAs',
  column: 'cr:column',
  conformsTo: 'dct:conformsTo',
  cr: 'http://mlcommons.org/croissant/',
  data: { '@id': 'cr:data', '@type': '@json' },
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  dct: 'http://purl.org/dc/terms/',
  examples: { '@id': 'cr:examples', '@type': '@json' },
  extract: 'cr:extract',
  field: 'cr:field',
  fileObject: 'cr:fileObject',
  fileProperty: 'cr:fileProperty',
  fileSet: 'cr:fileSet',
  format: 'cr:format',
  includes: 'cr:includes',
  isLiveDataset: 'cr:isLiveDataset',
  jsonPath: 'cr:jsonPath',
  key: 'cr:key',
  md5: 'cr:md5',
  parentField: 'cr:parentField',
  path: 'cr:path',
  rai: 'http://mlcommons.org/croissant/RAI/',
  recordSet: 'cr:recordSet',
  references: 'cr:references',
  regex: 'cr:regex',
  repeated: 'cr:repeated',
  replace: 'cr:replace',
  sc: 'https://schema.org/',
  separator: 'cr:separator',
  source: 'cr:source',
  subField: 'cr:subField',
  transform: 'cr:transform',
} as const

/** The dataset's Croissant description (JSON-LD): core fields, files with their hashes, records, responsible AI. */
export function croissant({ head, scenes, questions, folders, citation }: CroissantInput): unknown {
  const fileSets = Object.entries(folders).flatMap(([name, path]) => (path === null ? [] : [fileSet(name, path)]))
  return {
    '@context': CONTEXT,
    '@type': 'sc:Dataset',
    conformsTo: ['http://mlcommons.org/croissant/1.0', 'http://mlcommons.org/croissant/RAI/1.0'],
    name: `spatialtunnel-${head.name}`,
    description: `${head.title}. ${head.description}`,
    license: 'https://spdx.org/licenses/MIT.html',
    creator: { '@type': 'sc:Organization', name: 'SpatialTunnel' },
    datePublished: head.finished.slice(0, 10),
    version: head.toolVersion.replace(/[^\d.].*$/, ''),
    url: 'https://arxiv.org/abs/2605.30161',
    citeAs: citation,
    keywords: ['spatial reasoning', 'depth', 'vision-language models', HF_SPLIT],
    isLiveDataset: false,
    distribution: [fileObject(scenes), fileObject(questions), ...fileSets],
    recordSet: [questionRecords(questions.path), sceneRecords(scenes.path)],
    ...responsibleAi(head),
  }
}

const fileObject = ({ path, sha256, byteLength, encodingFormat }: CroissantFile) => ({
  '@type': 'cr:FileObject',
  '@id': path,
  name: path,
  contentUrl: path,
  contentSize: `${byteLength} B`,
  encodingFormat,
  sha256,
})

const fileSet = (name: string, folder: string) => ({
  '@type': 'cr:FileSet',
  '@id': name,
  name,
  encodingFormat: 'image/png',
  includes: `${folder}/**/*.png`,
})

const field = (record: string, file: string, name: string, dataType = 'sc:Text') => ({
  '@type': 'cr:Field',
  '@id': `${record}/${name}`,
  name,
  dataType,
  source: { fileObject: { '@id': file }, extract: { jsonPath: `$.${name}` } },
})

const questionRecords = (file: string) => ({
  '@type': 'cr:RecordSet',
  '@id': 'questions',
  name: 'questions',
  description: 'A row a question; `split` says whether image height and depth agree in its scene.',
  key: { '@id': 'questions/id' },
  field: ['id', 'sceneId', 'image', 'text', 'answer', 'template', 'axis', 'category', 'pairId', 'split'].map(name =>
    field('questions', file, name),
  ),
})

const sceneRecords = (file: string) => ({
  '@type': 'cr:RecordSet',
  '@id': 'scenes',
  name: 'scenes',
  description: 'A row a scene: its parameters and its ground truth, with the hash of its picture.',
  key: { '@id': 'scenes/id' },
  field: [
    field('scenes', file, 'id'),
    field('scenes', file, 'index', 'sc:Integer'),
    field('scenes', file, 'image'),
    field('scenes', file, 'imageSha256'),
  ],
})

const responsibleAi = (head: DatasetHead) => ({
  'rai:dataCollection': `Rendered by spatialtunnel ${head.toolVersion} from a suite file; every answer follows from the scene's geometry.`,
  'rai:dataCollectionType': 'Software Collection',
  'rai:dataAnnotationProtocol': 'None: ground truth is closed form and checked against the rendered pixels.',
  'rai:dataUseCases':
    'Evaluation of depth understanding in vision-language models; not for training the models that are evaluated.',
  'rai:dataLimitations':
    'Synthetic tunnel with simple shapes: a score says nothing about natural images. In the paper’s geometry the object nearer the image centre is always the farther one.',
  'rai:dataBiases': `Image height and depth agree and disagree equally often by design; ${head.scenes} scenes are a sample of the suite's factors.`,
  'rai:personalSensitiveInformation': 'None.',
  'rai:dataSocialImpact': 'Shows when a model guesses depth from image height.',
  'rai:hasSyntheticData': true,
})

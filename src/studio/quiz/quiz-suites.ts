import { parseSuite, type Suite } from '../../core/suite.ts'

const FILES = import.meta.glob<{ readonly title: string; readonly description: string }>(
  '../../../scenes/{grid,phase,radial-control,size,depth-gap,field-of-view,light,pitch}.json',
  { eager: true, import: 'default' },
)

/** A shipped suite of scenes with two objects and the paper's depth questions. */
export interface QuizSuite {
  /** The file's name, and the suite's. */
  readonly name: string
  readonly title: string
  /** Its first sentence. */
  readonly about: string
  readonly read: () => Suite
}

/** The paper's grid first: what the studio shows everywhere else. */
export const QUIZ_SUITES: readonly QuizSuite[] = Object.entries(FILES)
  .map(([path, file]) => ({
    name: path.replace(/^.*\/|\.json$/g, ''),
    title: file.title,
    about: file.description.replace(/(?<=\.)\s.*$/s, ''),
    read: () => parseSuite(file),
  }))
  .sort((a, b) => Number(b.name === 'grid') - Number(a.name === 'grid') || (a.name < b.name ? -1 : 1))

export const quizSuite = (name: string): QuizSuite | undefined => QUIZ_SUITES.find(suite => suite.name === name)

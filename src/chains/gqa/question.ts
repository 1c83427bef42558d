import { z } from 'zod'
import { SpatialTunnelError, shown } from '../../core/errors.ts'
import { formatPath } from '../../core/scene.ts'
import { readSceneGraph, type SceneGraph } from '../graph/scene-graph.ts'

const stepSchema = z.object({ operation: z.string(), dependencies: z.array(z.int()), argument: z.string().default('') })
export const programSchema = z.array(stepSchema)

const questionSchema = z.object({
  imageId: z.union([z.string(), z.number()]).transform(String),
  question: z.string(),
  answer: z.string().default(''),
  fullAnswer: z.string().default(''),
  types: z.object({
    detailed: z.string().nullable().default(''),
    semantic: z.string().nullable().default(''),
    structural: z.string().nullable().default(''),
  }),
  semantic: programSchema,
})

/** One operation of a GQA program as the file has it. */
export type ProgramStep = z.output<typeof stepSchema>
export type GqaQuestion = z.output<typeof questionSchema> & { readonly id: string }

/** Question types (`types.detailed`) that turn on space, attributes or comparison: SpatialChain's filter. */
export const AUDITED_TYPES: ReadonlySet<string> = new Set(
  `relVerify relVerifyCop relVerifyCr existRelS existRelSC existRelSRC placeVerify placeVerifyC twoDifferent twoDifferentC
   twoSame twoSameC diffAnimals diffAnimalsC diffGender chooseAttr compare`.split(/\s+/),
)

/**
 * Reads GQA's questions file (`{id: question}`).
 *
 * @throws SpatialTunnelError `gqa-questions` naming the question and field
 */
export function readGqaQuestions(value: unknown): GqaQuestion[] {
  return entriesOf(value, 'gqa-questions').map(([id, entry]) => {
    const result = questionSchema.safeParse(entry)
    if (result.success) return { id, ...result.data }
    const issue = result.error.issues[0]!
    throw new SpatialTunnelError({
      code: 'gqa-questions',
      where: `${id}: ${formatPath(issue.path)}`,
      found: shown(entry),
      expected: issue.message.replace(/^Invalid input: expected /, ''),
    })
  })
}

/**
 * Reads GQA's scene graphs file (`{imageId: graph}`).
 *
 * @throws SpatialTunnelError `scene-graph` naming the image and field
 */
export function readGqaSceneGraphs(value: unknown): Map<string, SceneGraph> {
  return new Map(
    entriesOf(value, 'scene-graph').map(([id, graph]) => {
      try {
        return [id, readSceneGraph(graph)]
      } catch (error) {
        throw error instanceof SpatialTunnelError ? error.at(id) : error
      }
    }),
  )
}

function entriesOf(value: unknown, code: string): [string, unknown][] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return Object.entries(value)
  throw new SpatialTunnelError({ code, where: 'file', found: shown(value), expected: 'an object, one entry an id' })
}

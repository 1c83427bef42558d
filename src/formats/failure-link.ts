import { z } from 'zod'
import { canonicalJson, sha256Hex } from '../core/canonical.ts'
import { SpatialTunnelError, shown } from '../core/errors.ts'
import { formatPath, type Scene } from '../core/scene.ts'
import { expectedBy } from '../core/schema-error.ts'
import { decodeToken, encodeToken, LINK_LIMITS } from './link-token.ts'
import { sceneLink } from './share-link.ts'

export const FAILURE_VERSION = 1

/** Longest texts that a link carries, letters; what is longer is cut when the link is made, refused when it is read. */
export const FAILURE_LIMITS = { answers: 8, name: 120, text: 400, note: 1000 } as const

const line = (most: number) => z.string().max(most)

const failureSchema = z.strictObject({
  version: z.literal(FAILURE_VERSION),
  /** First letters of the SHA-256 of the scene's canonical JSON: these answers belong to no other scene. */
  scene: z.string().regex(/^[0-9a-f]{12}$/),
  question: z.strictObject({ text: line(FAILURE_LIMITS.text), answer: line(20) }),
  answers: z
    .array(
      z.strictObject({
        model: line(FAILURE_LIMITS.name),
        /** P(Yes), or what was said, or why there is no answer. */
        pYes: z.number().min(0).max(1).exactOptional(),
        said: line(FAILURE_LIMITS.text).exactOptional(),
        right: z.boolean(),
      }),
    )
    .min(1)
    .max(FAILURE_LIMITS.answers),
  note: line(FAILURE_LIMITS.note),
})

/** A question that models got wrong: what was asked, what is true, what they said, and a person's note. */
export type SharedFailure = Omit<z.output<typeof failureSchema>, 'version' | 'scene'>

/** Shares of the limits that are tried until a link is short enough: texts beyond ASCII take three times the room. */
const SHARES = [1, 0.5, 0.2, 0.05]

/** @returns the token that goes behind `&f=`, beside the scene's own; texts are cut so that it can be read again */
export function encodeFailureToken(scene: Scene, failure: SharedFailure): string {
  const mark = sceneMark(scene)
  const tokens = SHARES.map(share =>
    encodeToken({ version: FAILURE_VERSION, scene: mark, ...shortened(failure, share) }),
  )
  return tokens.find(token => token.length <= LINK_LIMITS.tokenLength) ?? tokens.at(-1)!
}

function shortened({ question, answers, note }: SharedFailure, share: number): SharedFailure {
  return {
    question: { text: cut(question.text, FAILURE_LIMITS.text), answer: cut(question.answer, 20) },
    answers: answers.slice(0, FAILURE_LIMITS.answers).map(({ model, pYes, said, right }) => ({
      model: cut(model, FAILURE_LIMITS.name * share),
      ...(pYes === undefined ? {} : { pYes: Number(pYes.toFixed(6)) }),
      ...(said === undefined ? {} : { said: cut(said, FAILURE_LIMITS.text * share) }),
      right,
    })),
    note: cut(note, FAILURE_LIMITS.note * share),
  }
}

/**
 * The failure of a token. Safe with any text: bounded, every field checked; its texts are plain text and are to be shown
 * as that, without letters that steer a terminal or the direction of writing.
 *
 * @param scene the scene of the same link
 * @throws SpatialTunnelError as `decodeToken` does; `failure-invalid`; `failure-other-scene`
 */
export function decodeFailureToken(token: string, scene: Scene): SharedFailure {
  const result = failureSchema.safeParse(decodeToken(token))
  if (!result.success) {
    const issue = result.error.issues[0]!
    throw new SpatialTunnelError({
      code: 'failure-invalid',
      where: `link: ${formatPath(issue.path) || 'failure'}`,
      found: shown(issue.input),
      expected: expectedBy(issue),
      remedy: 'only the scene was opened',
    })
  }
  const { question, answers, note, scene: mark } = result.data
  if (mark !== sceneMark(scene)) {
    throw new SpatialTunnelError({
      code: 'failure-other-scene',
      where: 'link',
      found: 'answers to another scene',
      expected: 'the answers to the scene of the link',
      remedy: 'the link was altered: only the scene was opened',
    })
  }
  return {
    question: { text: plain(question.text), answer: plain(question.answer) },
    answers: answers.map(answer => ({
      ...answer,
      model: plain(answer.model),
      ...(answer.said === undefined ? {} : { said: plain(answer.said) }),
    })),
    note: plain(note),
  }
}

/**
 * The link to a scene with a failure: opened without it, it is the scene's own link.
 *
 * @param base the studio's address; its fragment is replaced
 */
export const failureLink = (scene: Scene, failure: SharedFailure, base: string): string =>
  `${sceneLink(scene, base)}&f=${encodeFailureToken(scene, failure)}`

const sceneMark = (scene: Scene): string => sha256Hex(canonicalJson(scene)).slice(0, 12)

const cut = (text: string, most: number): string => {
  const clean = plain(text)
  return clean.length <= most ? clean : `${clean.slice(0, most - 1)}…`
}

/** Without control and format characters (line ends stay): nothing that hides or turns around what stands beside it. */
const plain = (text: string): string => text.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u2028\u2029]/gu, '')

import { z } from 'zod'
import type { CertificateProblem } from '../core/certificate.ts'
import { PASSES } from '../core/dataset.ts'
import type { ObjectPixels } from '../core/truth.ts'

/** A scene whose files are written: part of a line of the run's journal. */
export const storedSceneSchema = z.object({
  id: z.string(),
  index: z.int(),
  pixelsSha256: z.string(),
  objects: z.array(z.custom<ObjectPixels>(value => typeof value === 'object' && value !== null)),
  files: z.array(
    z.object({
      pass: z.enum(PASSES),
      /** In the dataset folder, once its group is complete. */
      path: z.string(),
      sha256: z.string(),
      /** Where the bytes wait until then, if not at the path. */
      span: z.object({ position: z.int(), length: z.int() }).optional(),
    }),
  ),
})

export type StoredScene = z.output<typeof storedSceneSchema>

/** A scene whose picture does not show its truth. */
export const refusedSceneSchema = z.object({
  id: z.string(),
  index: z.int(),
  problems: z.array(z.custom<CertificateProblem>(value => typeof value === 'object' && value !== null)),
  objects: z.array(z.custom<ObjectPixels>(value => typeof value === 'object' && value !== null)),
})

export type RefusedScene = z.output<typeof refusedSceneSchema>

import type { SceneRow } from '../core/dataset.ts'
import type { QuestionRow } from '../core/questions.ts'
import type { Scene } from '../core/scene.ts'
import type { ObjectTruth, PairTruth } from '../core/truth.ts'
import type { EvaluationObject, EvaluationPair, EvaluationQuestion, EvaluationScene } from './evaluation-data.ts'
import type { Interner } from './interner.ts'
import type { ResponseRow, ScoredResponse } from './responses.ts'

/** A row of `scenes.jsonl`, about 3 kB of JSON, reduced to what scoring reads of it; equal parts are shared. */
export function evaluationScene(row: SceneRow, shared: Interner): EvaluationScene {
  const { id, scene, truth, image } = row
  return {
    id,
    scene: sharedScene(scene, shared),
    truth: {
      objects: truth.objects.map(object => evaluationObject(object, shared)),
      pairs: truth.pairs.map(evaluationPair),
    },
    image,
  }
}

function sharedScene({ version, camera, tunnel, light, objects }: Scene, shared: Interner): Scene {
  return {
    version,
    camera: shared.value(camera),
    tunnel: shared.value(tunnel),
    light: shared.value(light),
    objects: objects.map(object => shared.value(object)),
  }
}

const evaluationObject = (
  { index, name, shape, color, depthM, centerPx, silhouetteAreaPx }: ObjectTruth,
  shared: Interner,
): EvaluationObject => ({ index, name: shared.text(name), shape, color, depthM, centerPx, silhouetteAreaPx })

const evaluationPair = ({ a, b, farther, fartherHigherByPx, split }: PairTruth): EvaluationPair => ({
  a,
  b,
  farther,
  fartherHigherByPx,
  split,
})

/** A row of `questions.jsonl` reduced to what scoring reads of it. */
export function evaluationQuestion(row: QuestionRow, shared: Interner): EvaluationQuestion {
  const { id, sceneId, text, answer, template, axis, category, pairId, split } = row
  return {
    id,
    sceneId,
    text: shared.text(text),
    answer,
    template: shared.text(template),
    axis,
    category,
    pairId,
    split,
  }
}

/** A row of `responses.jsonl`, which may hold a whole chain, reduced to what scoring reads of it. */
export function scoredResponse(row: ResponseRow, shared: Interner): ScoredResponse {
  const { questionId, protocol, status, pYes, logit, text, yesMass, noMass, censored, error } = row
  return {
    questionId,
    model: shared.text(row.model),
    protocol,
    status,
    ...(pYes === undefined ? {} : { pYes }),
    ...(logit === undefined ? {} : { logit }),
    ...(text === undefined ? {} : { text: shared.text(text) }),
    ...(yesMass === undefined ? {} : { yesMass }),
    ...(noMass === undefined ? {} : { noMass }),
    ...(censored === undefined ? {} : { censored }),
    ...(error === undefined ? {} : { error: shared.text(error) }),
    ...(row.setup === undefined ? {} : { setup: shared.value(row.setup) }),
    ...(row.intervention === undefined ? {} : { intervention: shared.value(row.intervention) }),
  }
}

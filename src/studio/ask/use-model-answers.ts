import { useEffect, useState } from 'react'
import { depthQuestions } from '../../core/questions.ts'
import type { Scene } from '../../core/scene.ts'
import type { PairTruth, SceneTruth } from '../../core/truth.ts'
import { drawScenePng } from '../share/scene-picture.ts'
import { useStudio, useStudioServices } from '../store/use-studio.ts'
import { askModel, type ModelAnswer } from './model-connection.ts'

/** A pause in editing after which the model is asked: answers follow a drag without a request for every pixel. */
const PAUSE_MS = 300

/** Answers by question id; questions without an entry are being asked. */
export type ModelAnswers = ReadonlyMap<string, ModelAnswer>

/**
 * The connected model's answers to the four depth questions of a pair, asked again whenever the scene changes; requests
 * about an earlier scene are given up. null without a model.
 */
export function useModelAnswers(scene: Scene, truth: SceneTruth, pair: PairTruth | null): ModelAnswers | null {
  const studio = useStudioServices()
  const model = useStudio(state => state.model)
  const [found, setFound] = useState<{ readonly scene: Scene; readonly answers: ModelAnswers } | null>(null)
  useEffect(() => {
    if (!model || !pair) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const capturer = await studio.capturer()
      if (!capturer || stop.signal.aborted) return
      const png = drawScenePng(capturer, scene)
      const pairTruth = { ...truth, pairs: [pair] }
      for (const question of depthQuestions({ sceneId: 'scene', index: 0, image: '', truth: pairTruth })) {
        void askModel(model, question, png, stop.signal).then(answer => {
          if (stop.signal.aborted) return
          setFound(before => ({
            scene,
            answers: new Map([...(before?.scene === scene ? before.answers : []), [question.id, answer]]),
          }))
        })
      }
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [model, scene, truth, pair, studio])
  if (!model) return null
  return found?.scene === scene ? found.answers : NONE
}

const NONE: ModelAnswers = new Map()

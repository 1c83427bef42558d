import type { Item } from '../evaluate/items.ts'
import type { WorstScene } from '../evaluate/worst-scenes.ts'
import { type Markup, markup } from './markup.ts'

/** Scenes with their picture, what was asked and what was answered. */
export function worstScenesHtml(scenes: readonly WorstScene[], imageOf: (sceneId: string) => string | null): Markup {
  return markup`<div class="scenes">
${scenes.map(worst => sceneHtml(worst, imageOf(worst.scene.id)))}</div>`
}

function sceneHtml({ scene, v, items }: WorstScene, image: string | null): Markup {
  const { widthPx, heightPx } = scene.scene.camera
  const picture =
    image !== null && markup`<img src="${image}" width="${widthPx}" height="${heightPx}" alt="${altText(scene)}">`
  const { split } = items[0]!
  return markup`<div class="scene">${picture}
<p><code>${scene.id}</code> <span class="${split}">${split}</span>, v = ${v.toFixed(3)}</p>
<ul>${items.map(answerHtml)}</ul>
</div>
`
}

function answerHtml({ question, pYes, correct, status, response }: Item): Markup {
  const said = pYes === null ? (response.text ?? status) : `P(Yes) ${pYes.toFixed(3)}`
  const [verdict, mark] = correct === 1 ? ['right', '✓'] : correct === 0.5 ? ['', '='] : ['wrong', '✗']
  return markup`<li>${question.text} <span class="${verdict}">${mark} ${said}</span> (${question.answer})</li>`
}

function altText({ truth }: WorstScene['scene']): string {
  return truth.objects.map(object => `${object.name} at ${object.depthM.toFixed(1)} m`).join(', ')
}

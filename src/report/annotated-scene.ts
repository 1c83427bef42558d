import type { SceneRow } from '../core/dataset.ts'
import type { ObjectTruth, PairTruth } from '../core/truth.ts'
import { type Markup, markup } from './markup.ts'
import { placeLabels } from './place-labels.ts'

export const ANNOTATED_CSS = `
.annotated{display:grid;grid-template-columns:repeat(auto-fit,minmax(19rem,1fr));gap:1.4rem 1.2rem}
.annotated figure{margin:0;overflow:visible}
.annotated svg{width:100%;border-radius:6px}
.annotated text{font:600 13px system-ui,sans-serif;fill:#fff;stroke:#000c;stroke-width:3px;paint-order:stroke;stroke-linejoin:round}
`

/**
 * A picture with its truth drawn on it: analytic boxes, projected centres, depths, the horizon and the vanishing point.
 *
 * @param image `data:` URI of the picture
 */
export function annotatedScene(row: SceneRow, image: string): Markup {
  const { widthPx, heightPx } = row.scene.camera
  const { objects, pairs, horizonYPx, vanishingPointPx } = row.truth
  const horizon =
    horizonYPx !== null &&
    markup`<line x1="0" x2="${widthPx}" y1="${fixed(horizonYPx)}" y2="${fixed(horizonYPx)}" stroke="#fff" stroke-opacity=".75" stroke-dasharray="3 5"/>`
  const vanishing =
    vanishingPointPx &&
    markup`<circle cx="${fixed(vanishingPointPx[0])}" cy="${fixed(vanishingPointPx[1])}" r="4" fill="none" stroke="#fff" stroke-width="1.5"/>`
  const pair = pairs[0]
  return markup`<figure>
<svg viewBox="0 0 ${widthPx} ${heightPx}" role="img" aria-label="${row.id}: ${objects.map(object => object.name).join(', ')}">
<image href="${image}" width="${widthPx}" height="${heightPx}"/>${horizon}${vanishing}${objects.map(objectMark)}${objectLabels(objects, [widthPx, heightPx])}
</svg>
<figcaption><code>${row.id}</code>${pair && pairCaption(pair, objects)}</figcaption>
</figure>`
}

function objectMark({ bboxPx: [x, y, width, height], centerPx: [cx, cy] }: ObjectTruth): Markup {
  return markup`<rect x="${fixed(x)}" y="${fixed(y)}" width="${fixed(width)}" height="${fixed(height)}" fill="none" stroke="#000" stroke-opacity=".55" stroke-width="3"/><rect x="${fixed(x)}" y="${fixed(y)}" width="${fixed(width)}" height="${fixed(height)}" fill="none" stroke="#fff" stroke-width="1.3"/><path d="M${fixed(cx - 5)} ${fixed(cy)}h10m-5 -5v10" stroke="#000" stroke-opacity=".6" stroke-width="3"/><path d="M${fixed(cx - 5)} ${fixed(cy)}h10m-5 -5v10" stroke="#fff" stroke-width="1.3"/>`
}

/** Baseline of a label's text below the top of its place, pixels. */
const BASELINE_PX = 12

/** Names and depths, each beside its box and none over another. */
function objectLabels(objects: readonly ObjectTruth[], picture: readonly [number, number]): Markup[] {
  const labels = objects.map(({ name, depthM, bboxPx }) => ({ text: `${name} · ${depthM.toFixed(2)} m`, box: bboxPx }))
  return placeLabels(labels, picture).map(
    ([x, y], i) => markup`<text x="${fixed(x)}" y="${fixed(y + BASELINE_PX)}">${labels[i]!.text}</text>`,
  )
}

function pairCaption(pair: PairTruth, objects: readonly ObjectTruth[]): Markup {
  const { split, farther, fartherHigherByPx } = pair
  if (farther === null || fartherHigherByPx === null) return markup` · <span class="${split}">${split}</span>`
  const name = objects[farther - 1]!.name
  const where = fartherHigherByPx >= 0 ? 'higher' : 'lower'
  return markup` · <span class="${split}">${split}</span>: the ${name} is farther and ${Math.abs(fartherHigherByPx).toFixed(1)} px ${where} in the image`
}

const fixed = (value: number): string => value.toFixed(1)

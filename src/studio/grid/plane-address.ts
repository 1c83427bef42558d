import { type AxisChoice, PLANE_DEFAULTS } from './axis.ts'
import type { PlaneView } from './plane-view-state.ts'

/** What of the plane's view a link carries: which scenes, and the two axes with their ranges. */
export type LinkedPlane = Pick<PlaneView, 'source' | 'x' | 'y'>

/**
 * The plane as parameters of an address: `x=objects[0].depthM:4:8:5`. What is as it is by default is left out, so that
 * the address of the paper's own plane stays as short as it was.
 */
export function planeParams({ source, x, y }: LinkedPlane): string {
  const axis = (name: 'x' | 'y', choice: AxisChoice): string[] =>
    textOf(choice) === textOf(PLANE_DEFAULTS[name]) ? [] : [`${name}=${textOf(choice)}`]
  // Brackets and colons may stand in a fragment as they are.
  return [...(source === 'suite' ? ['scenes=suite'] : []), ...axis('x', x), ...axis('y', y)].join('&')
}

/** What the parameters say; what they leave out, or say wrongly, is as by default. */
export function readPlaneParams(params: URLSearchParams): LinkedPlane {
  return {
    source: params.get('scenes') === 'suite' ? 'suite' : 'scene',
    x: choiceOfText(params.get('x')) ?? PLANE_DEFAULTS.x,
    y: choiceOfText(params.get('y')) ?? PLANE_DEFAULTS.y,
  }
}

const textOf = ({ field, from, to, count }: AxisChoice): string => [field, from, to, count].join(':')

function choiceOfText(text: string | null): AxisChoice | null {
  const match = /^((?:objects\[[0-7]\]|camera|tunnel|light)\.[A-Za-z]{1,40}):([^:]{1,24}):([^:]{1,24}):(\d{1,3})$/.exec(
    text ?? '',
  )
  if (!match) return null
  const [, field, ...numbers] = match
  const [from, to, count] = numbers.map(Number) as [number, number, number]
  return Number.isFinite(from) && Number.isFinite(to) ? { field: field!, from, to, count } : null
}

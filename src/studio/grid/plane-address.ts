import { type AxisChoice, PLANE_DEFAULTS } from './axis.ts'
import type { PlaneView } from './plane-view-state.ts'

/** What of the plane's view a link carries: which scenes, and the two axes with their ranges. */
export type LinkedPlane = Pick<PlaneView, 'source' | 'x' | 'y'>

/**
 * The plane as parameters of an address: `across=objects[0].depthM:4:8:5`. What is as it is by default is left out, so that
 * the address of the paper's own plane stays as short as it was.
 */
export function planeParams({ source, x, y }: LinkedPlane): string {
  const axis = (name: string, choice: AxisChoice, byDefault: AxisChoice): string[] =>
    textOf(choice) === textOf(byDefault) ? [] : [`${name}=${textOf(choice)}`]
  // Brackets and colons may stand in a fragment as they are.
  const { x: across, y: down } = PLANE_DEFAULTS
  return [...(source === 'suite' ? ['scenes=suite'] : []), ...axis('across', x, across), ...axis('down', y, down)].join(
    '&',
  )
}

/**
 * What the parameters say; what they leave out, or say wrongly, is as by default. Links of 0.1 and 0.2 have `x` and `y`, and
 * had the farther object's angle across.
 */
export function readPlaneParams(params: URLSearchParams): LinkedPlane {
  const source = params.get('scenes') === 'suite' ? 'suite' : 'scene'
  const [x, y] = ['x', 'y'].map(name => choiceOfText(params.get(name)))
  if (x || y) return { source, x: x ?? PLANE_DEFAULTS.y, y: y ?? PLANE_DEFAULTS.x }
  return {
    source,
    x: choiceOfText(params.get('across')) ?? PLANE_DEFAULTS.x,
    y: choiceOfText(params.get('down')) ?? PLANE_DEFAULTS.y,
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

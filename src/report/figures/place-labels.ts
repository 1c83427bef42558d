/** A text to be placed beside its mark; all lengths in the figure's units. */
export interface LabelRequest {
  /** Centre of the mark. */
  readonly x: number
  readonly y: number
  readonly width: number
}

export interface PlacedLabel {
  /** Left end and baseline of the text. */
  readonly x: number
  readonly y: number
  /** End of the leader line at the text; null where the text stands right beside its mark. */
  readonly leader: readonly [x: number, y: number] | null
}

export interface LabelRoom {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly fontPt: number
}

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Directions that are tried, in order: up right, up left, down right, down left, then straight ones. */
const DIRECTIONS: readonly (readonly [x: number, y: number])[] = [
  [1, -1],
  [-1, -1],
  [1, 1],
  [-1, 1],
  [0, -1],
  [0, 1],
  [1, 0],
  [-1, 0],
]
/** Rings around the mark, in line heights. */
const RINGS = 24

/**
 * Places labels so that none covers another, a mark, or the edge of the room: each takes the nearest free place around its mark,
 * with a leader line where that is not right beside it. Where there is no free place left, the first one is taken.
 */
export function placeLabels(labels: readonly LabelRequest[], room: LabelRoom): PlacedLabel[] {
  const { fontPt } = room
  const taken: Box[] = labels.map(({ x, y }) => around(x, y, 0.4 * fontPt))
  return labels.map(label => {
    for (let ring = 0; ring < RINGS; ring++) {
      for (const direction of DIRECTIONS) {
        const box = boxAt(label, direction, ring, fontPt)
        if (!inside(box, room) || taken.some(other => overlap(box, other))) continue
        taken.push(box)
        return placed(label, box, ring, fontPt)
      }
    }
    const box = boxAt(label, DIRECTIONS[0]!, 0, fontPt)
    taken.push(box)
    return placed(label, box, 0, fontPt)
  })
}

const around = (x: number, y: number, r: number): Box => ({ left: x - r, right: x + r, top: y - r, bottom: y + r })

function boxAt({ x, y, width }: LabelRequest, [dx, dy]: readonly [number, number], ring: number, fontPt: number): Box {
  const height = 1.15 * fontPt
  const reach = (0.55 + 0.6 * ring) * fontPt
  const left = dx === 0 ? x - width / 2 : dx > 0 ? x + reach : x - reach - width
  // On the first ring the text's middle stays near the mark's height.
  const middle = y + dy * (reach + (dx === 0 ? 0.5 * height : 0))
  return { left, right: left + width, top: middle - height / 2, bottom: middle + height / 2 }
}

function placed({ x, y }: LabelRequest, box: Box, ring: number, fontPt: number): PlacedLabel {
  const baseline = box.bottom - 0.3 * fontPt
  const nearX = Math.max(box.left, Math.min(box.right, x))
  const nearY = Math.max(box.top, Math.min(box.bottom, y))
  return { x: box.left, y: baseline, leader: ring === 0 ? null : [nearX, nearY] }
}

const inside = (box: Box, room: LabelRoom): boolean =>
  box.left >= room.left && box.right <= room.right && box.top >= room.top && box.bottom <= room.bottom

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** x, y, width, height in pixels, y downward. */
export type Rect = readonly [x: number, y: number, width: number, height: number]

/** Width of a letter and height of a line of the labels' type, pixels: a little more than they take. */
const LETTER_PX = 7.4
const LINE_PX = 16
const GAP_PX = 5

/**
 * A place for the label of every box, near its box: above or below it, flush with its left or right edge, or farther
 * off, whichever covers the least of labels already placed, of other boxes, and of what lies outside the picture.
 *
 * @returns one rectangle a label; its text stands in it from the left
 */
export function placeLabels(
  labels: ReadonlyArray<{ readonly text: string; readonly box: Rect }>,
  picture: readonly [widthPx: number, heightPx: number],
): Rect[] {
  const placed: Rect[] = []
  for (const [i, { text, box }] of labels.entries()) {
    const others = labels.filter((_, k) => k !== i).map(label => label.box)
    // Whole pixels: what differs only in the last digits costs the same.
    const cost = (place: Rect): number =>
      Math.round(
        100 * sum(placed, other => overlap(place, other)) +
          3 * sum(others, other => overlap(place, other)) +
          10 * (place[2] * place[3] - overlap(place, [0, 0, ...picture])),
      )
    const places = candidates(box, text.length * LETTER_PX, picture[0])
    placed.push(places.reduce((best, place) => (cost(place) < cost(best) ? place : best)))
  }
  return placed
}

/** The nearest first: of places that cost the same the first is taken. */
function candidates([x, y, width, height]: Rect, labelPx: number, widthPx: number): Rect[] {
  const flush = [x, x + width - labelPx, x + (width - labelPx) / 2].map(left =>
    Math.min(Math.max(left, 2), Math.max(2, widthPx - labelPx - 2)),
  )
  return [0, 1, 2, 3, 4].flatMap(step =>
    [y - GAP_PX - LINE_PX * (step + 1), y + height + GAP_PX + LINE_PX * step].flatMap(top =>
      flush.map((left): Rect => [left, top, labelPx, LINE_PX]),
    ),
  )
}

/** Area that two rectangles share, px². */
export const overlap = (a: Rect, b: Rect): number =>
  Math.max(0, Math.min(a[0] + a[2], b[0] + b[2]) - Math.max(a[0], b[0])) *
  Math.max(0, Math.min(a[1] + a[3], b[1] + b[3]) - Math.max(a[1], b[1]))

const sum = <T>(list: readonly T[], value: (item: T) => number): number =>
  list.reduce((total, item) => total + value(item), 0)

import { expect, test } from 'vitest'
import { stream } from '../core/rng.ts'
import { standInDataset } from '../testing/stand-in-dataset.ts'
import { COCO_CATEGORIES, cocoAnnotations, cocoImage } from './coco.ts'
import { decodePng } from './png.ts'
import { compressRuns, expandRuns, runsOf } from './run-length.ts'

test('runs come back from their compressed form', () => {
  for (let seed = 0; seed < 300; seed++) {
    const next = stream(seed, 'run-length', 'runs')
    const runs = Array.from({ length: 1 + Math.floor(next() * 30) }, () => Math.floor(10 ** (next() * 6)))
    expect([seed, expandRuns(compressRuns(runs))]).toEqual([seed, runs])
  }
  expect(() => expandRuns('P')).toThrow(expect.objectContaining({ code: 'run-length-damaged' }))
})

test('the compressed form that COCO’s own code gives', () => {
  // Worked by hand from its definition: 0, 4, 12 as they are; 4 − 4 = 0; 12 − 12 = 0; 40 − 4 = 36 in two groups.
  expect(compressRuns([0, 4, 12, 4, 12, 40])).toBe('04<00T1')
})

test('a mask is walked column by column, from the outside', () => {
  expect(runsOf(3, 2, (x, y) => x === 1 || (x === 2 && y === 0))).toEqual([2, 3, 1])
  expect(runsOf(2, 2, () => true)).toEqual([0, 4])
})

test('annotations are the mask’s own pixels', () => {
  const { entries, files } = standInDataset(6)
  for (const entry of entries) {
    const png = decodePng(files.get(entry.scene.passes.mask!.path)!)
    const ids = Uint8Array.from(png.data)
    const mask = { widthPx: png.widthPx, heightPx: png.heightPx, ids }
    const annotations = cocoAnnotations(entry, mask)
    expect(annotations.map(({ attributes }) => attributes.object)).toEqual([1, 2])
    for (const annotation of annotations) {
      const expected = ids.map(id => Number(id === annotation.attributes.object))
      const decoded = pixelsOf(annotation.segmentation)
      expect(decoded).toEqual(expected)
      expect(annotation.area).toBe(expected.reduce((sum, bit) => sum + bit, 0))
      expect(annotation.bbox).toEqual(boxOf(decoded, png.widthPx))
      const { name } = entry.scene.truth.objects[annotation.attributes.object - 1]!
      expect(COCO_CATEGORIES.find(({ id }) => id === annotation.category_id)?.name).toBe(name)
      expect(annotation.image_id).toBe(cocoImage(entry).id)
    }
  }
})

test('a hidden object has no annotation', () => {
  const { entries } = standInDataset(1)
  const mask = { widthPx: 4, heightPx: 4, ids: new Uint8Array(16).fill(2) }
  expect(cocoAnnotations(entries[0]!, mask).map(({ bbox, area }) => ({ bbox, area }))).toEqual([
    { bbox: [0, 0, 4, 4], area: 16 },
  ])
})

function pixelsOf({ size: [height, width], counts }: { size: readonly [number, number]; counts: string }): Uint8Array {
  const pixels = new Uint8Array(width * height)
  let at = 0
  for (const [k, run] of expandRuns(counts).entries()) {
    for (let n = 0; n < run; n++, at++) pixels[(at % height) * width + Math.floor(at / height)] = k % 2
  }
  expect(at).toBe(width * height)
  return pixels
}

function boxOf(pixels: Uint8Array, width: number): number[] {
  const inside = [...pixels.keys()].filter(k => pixels[k] === 1)
  const xs = inside.map(k => k % width)
  const ys = inside.map(k => Math.floor(k / width))
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return [x, y, Math.max(...xs) - x + 1, Math.max(...ys) - y + 1]
}

import grid from '../../../scenes/grid.json' with { type: 'json' }
import { expandSuite } from '../../core/expand.ts'
import { parseSuite } from '../../core/suite.ts'
import type { Split } from '../../core/truth.ts'

/**
 * How much higher the farther object is in each of the grid's 256 scenes, as a share of the image height; one a step,
 * so that a page can stop between them.
 */
export function* gridHeightShares(): Generator<number> {
  for (const { scene, truth } of expandSuite(parseSuite(grid))) {
    yield (truth.pairs[0]?.fartherHigherByPx ?? 0) / scene.camera.heightPx
  }
}

/** Counts of the three splits at a margin: |Δy| < margin → ambiguous, higher → consistent, lower → counter. */
export function countSplits(shares: readonly number[], marginShare: number): Record<Split, number> {
  const counts = { consistent: 0, counter: 0, ambiguous: 0 }
  for (const share of shares) {
    counts[Math.abs(share) < marginShare ? 'ambiguous' : share > 0 ? 'consistent' : 'counter'] += 1
  }
  return counts
}

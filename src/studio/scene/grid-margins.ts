import grid from '../../../scenes/grid.json' with { type: 'json' }
import { expandSuite } from '../../core/expand.ts'
import { parseSuite } from '../../core/suite.ts'
import type { Split } from '../../core/truth.ts'

/** How many pixels higher the farther object is in each of the grid's 256 scenes, as a share of the image height. */
export function gridHeightShares(): number[] {
  return [...expandSuite(parseSuite(grid))].flatMap(({ scene, truth }) => {
    const higher = truth.pairs[0]?.fartherHigherByPx
    return higher === null || higher === undefined ? [] : [higher / scene.camera.heightPx]
  })
}

/** Counts of the three splits at a margin: |Δy| < margin → ambiguous, higher → consistent, lower → counter. */
export function countSplits(shares: readonly number[], marginShare: number): Record<Split, number> {
  const counts = { consistent: 0, counter: 0, ambiguous: 0 }
  for (const share of shares) {
    counts[Math.abs(share) < marginShare ? 'ambiguous' : share > 0 ? 'consistent' : 'counter'] += 1
  }
  return counts
}

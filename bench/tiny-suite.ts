import { parseSuite, type Suite } from '../src/core/suite.ts'

/** Ten angles twice make 100 pictures; light and roughness make of each as many scenes as are asked for. */
export function tinySuite(name: string, scenes: number, more: Partial<Suite> = {}): Suite {
  const sun = { from: 4, step: 0.01, count: 100 }
  const roughness = { from: 0.1, step: 0.00005, count: Math.ceil(scenes / 10_000) }
  return parseSuite({
    version: 1,
    name,
    seed: 20260605,
    base: {
      camera: { widthPx: 32, heightPx: 24 },
      objects: [
        { shape: 'sphere', color: 'red', sizeM: 0.25, depthM: 5 },
        { shape: 'cube', color: 'blue', sizeM: 0.12, depthM: 3, roughness: 0.5 },
      ],
    },
    factors: [
      { field: 'objects[0].roughness', range: roughness },
      { field: 'light.sunRotationRad', range: sun },
      { field: 'objects[0].thetaDeg', range: { from: 0, step: 36, count: 10 } },
      { field: 'objects[1].thetaDeg', range: { from: 18, step: 36, count: 10 } },
    ],
    ...more,
  })
}

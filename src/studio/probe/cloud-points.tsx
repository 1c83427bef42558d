import { useFrame, useThree } from '@react-three/fiber'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { BufferAttribute, BufferGeometry, Color } from 'three'
import type { Category } from '../../core/relations.ts'
import { type Theme, TOKENS } from '../../report/tokens.ts'
import { categoryColor, isOpposite } from './category-color.ts'
import { createCloudMaterial } from './cloud-material.ts'

export interface CloudPointsProps {
  readonly positions: Float32Array<ArrayBuffer>
  readonly categories: readonly Category[]
  /** -1 hidden, 0 plain, 1 selected, 2 pointed at. */
  readonly states: Float32Array<ArrayBuffer>
  /** Something is selected: the rest fades. */
  readonly fade: boolean
  readonly theme: Theme
  /** Whether points glide to a new layer, or jump. */
  readonly glide: boolean
}

/** Share of the way that is left after each frame. */
const GLIDE = 0.78

/** The cloud: one draw call; points glide to where the next layer has them. */
export function CloudPoints({ positions, categories, states, fade, theme, glide }: CloudPointsProps) {
  const invalidate = useThree(state => state.invalidate)
  const dpr = useThree(state => state.viewport.dpr)
  const material = useMemo(createCloudMaterial, [])
  const geometry = useMemo(() => new BufferGeometry(), [])
  const target = useRef(positions)
  useEffect(
    () => () => {
      material.dispose()
      geometry.dispose()
    },
    [material, geometry],
  )
  useLayoutEffect(() => {
    const tint = new Float32Array(categories.length * 3)
    const ring = new Float32Array(categories.length)
    for (const [i, category] of categories.entries()) {
      new Color(categoryColor(category, theme)).convertLinearToSRGB().toArray(tint, 3 * i)
      ring[i] = isOpposite(category) ? 1 : 0
    }
    geometry.setAttribute('tint', new BufferAttribute(tint, 3))
    geometry.setAttribute('ring', new BufferAttribute(ring, 1))
    material.uniforms.accent!.value = new Color(TOKENS.ink[theme]).convertLinearToSRGB()
    invalidate()
  }, [categories, theme, geometry, material, invalidate])
  useLayoutEffect(() => {
    geometry.setAttribute('state', new BufferAttribute(states, 1))
    material.uniforms.fade!.value = fade ? 1 : 0
    material.uniforms.sizePx!.value = (categories.length > 700 ? 6 : 8.5) * dpr
    invalidate()
  }, [states, fade, dpr, categories, geometry, material, invalidate])
  useLayoutEffect(() => {
    target.current = positions
    const shown = geometry.getAttribute('position')
    if (!glide || !shown || shown.array.length !== positions.length) {
      geometry.setAttribute('position', new BufferAttribute(positions.slice(), 3))
    }
    invalidate()
  }, [positions, glide, geometry, invalidate])
  useFrame(() => {
    const shown = geometry.getAttribute('position')
    if (!shown || !glideTowards(shown.array as Float32Array, target.current)) return
    shown.needsUpdate = true
    invalidate()
  })
  return <points geometry={geometry} material={material} frustumCulled={false} />
}

/** One frame nearer; false when nothing moved. */
function glideTowards(shown: Float32Array, target: Float32Array): boolean {
  let moved = false
  for (let i = 0; i < shown.length; i++) {
    const rest = shown[i]! - target[i]!
    if (rest === 0 || Number.isNaN(rest)) {
      shown[i] = target[i]!
      continue
    }
    shown[i] = Math.abs(rest) < 1e-4 ? target[i]! : target[i]! + rest * GLIDE
    moved = true
  }
  return moved
}

import { Canvas, useThree } from '@react-three/fiber'
import { useEffect, useLayoutEffect, useMemo } from 'react'
import type { Scene } from '../../core/scene.ts'
import { createCorridor } from '../../render/corridor.ts'
import { useRenderer } from '../ui/use-renderer.ts'

export interface CorridorCanvasProps {
  readonly scene: Scene
  /** The context is gone (`true`), or back (`false`). */
  readonly onContextLost: (lost: boolean) => void
}

/**
 * The scene in its own camera, one canvas pixel for every pixel of the batch's image, by the batch's own object tree.
 * Draws when the scene changes and never otherwise.
 */
export default function CorridorCanvas({ scene, onContextLost }: CorridorCanvasProps) {
  const renderer = useRenderer({ alpha: false, antialias: false, depth: false, preserveDrawingBuffer: true })
  return (
    <Canvas
      frameloop="demand"
      dpr={1}
      flat
      linear
      resize={{ offsetSize: true, scroll: false }}
      gl={renderer}
      onCreated={({ gl, invalidate }) => {
        gl.domElement.addEventListener('webglcontextlost', () => onContextLost(true))
        gl.domElement.addEventListener('webglcontextrestored', () => {
          onContextLost(false)
          invalidate()
        })
      }}
    >
      <CorridorTree scene={scene} />
    </Canvas>
  )
}

function CorridorTree({ scene }: { readonly scene: Scene }) {
  const maxVaryingVectors = useThree(state => state.gl.capabilities.maxVaryings)
  const corridor = useMemo(() => createCorridor({ maxVaryingVectors, topRowFirst: false }), [maxVaryingVectors])
  const invalidate = useThree(state => state.invalidate)
  useEffect(() => () => corridor.dispose(), [corridor])
  useLayoutEffect(() => {
    corridor.update(scene)
    invalidate()
  }, [corridor, scene, invalidate])
  return <primitive object={corridor.root} />
}

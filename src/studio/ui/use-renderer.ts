import type { GLProps } from '@react-three/fiber'
import { useCallback } from 'react'
import { WebGLRenderer } from 'three'
import { SpatialTunnelError } from '../../core/errors.ts'
import { useStudioStore } from '../store/use-studio.ts'

/** Only the first value counts: a canvas has one context for life. */
export interface ContextAttributes {
  readonly alpha: boolean
  readonly antialias: boolean
  readonly depth: boolean
  readonly preserveDrawingBuffer: boolean
}

/**
 * The `gl` of a fiber canvas: a renderer on the context that the canvas gives. The store learns in passing whether this
 * browser draws at all, so that nobody has to make a context only to ask. At once and not as a promise: fiber would show
 * the canvas a third of a second later.
 *
 * @throws SpatialTunnelError `gl-unavailable`, to a canvas that the page takes away in the same moment
 */
export function useRenderer({ alpha, antialias, depth, preserveDrawingBuffer }: ContextAttributes): GLProps {
  const store = useStudioStore()
  return useCallback(
    ({ canvas }) => {
      const attributes = { alpha, antialias, depth, stencil: false, preserveDrawingBuffer }
      const context = (canvas as HTMLCanvasElement).getContext('webgl2', attributes) as WebGL2RenderingContext | null
      store.setState({ webgl: context !== null })
      if (!context) throw UNAVAILABLE
      return new WebGLRenderer({ canvas, context, ...attributes })
    },
    [store, alpha, antialias, depth, preserveDrawingBuffer],
  )
}

const UNAVAILABLE = new SpatialTunnelError({
  code: 'gl-unavailable',
  kind: 'run',
  where: 'canvas',
  found: 'no WebGL 2 context',
  expected: 'a browser that draws with WebGL 2',
})

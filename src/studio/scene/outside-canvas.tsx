import { OrbitControls } from '@react-three/drei'
import { Canvas, useThree } from '@react-three/fiber'
import { useEffect } from 'react'
import { TOKENS } from '../../report/tokens.ts'
import { sceneOf } from '../store/studio-store.ts'
import { useStudio, useStudioStore } from '../store/use-studio.ts'
import { useRenderer } from '../ui/use-renderer.ts'
import { useResolvedTheme } from '../ui/use-resolved-theme.ts'
import { OutsideFrustum } from './outside-frustum.tsx'
import { OutsideObjects } from './outside-objects.tsx'
import { OutsideTunnel } from './outside-tunnel.tsx'
import { VIEWPOINTS, type Viewpoint } from './viewpoint.ts'

/** The tunnel from outside. Drag to orbit; draws only when something changes. */
export default function OutsideCanvas({ viewpoint }: { readonly viewpoint: { readonly name: Viewpoint } }) {
  const store = useStudioStore()
  const scene = useStudio(sceneOf)
  const selected = useStudio(state => state.selected)
  const theme = useResolvedTheme()
  const renderer = useRenderer({ alpha: true, antialias: true, depth: true, preserveDrawingBuffer: false })
  const deepest = Math.max(...scene.objects.map(object => object.depthM))
  const shownLengthM = Math.min(scene.tunnel.lengthM, Math.max(8, deepest + 2))
  const color = {
    edge: TOKENS.edge[theme],
    line: TOKENS.line[theme],
    wall: TOKENS.surface[theme],
    accent: TOKENS.accent[theme],
  }
  return (
    <Canvas
      frameloop="demand"
      dpr={[1, 2]}
      flat
      gl={renderer}
      camera={{ fov: 42, near: 0.05, far: 200, position: [...VIEWPOINTS.Corner] }}
      onCreated={({ gl, invalidate }) => {
        gl.domElement.addEventListener('webglcontextrestored', () => invalidate())
      }}
      role="img"
      aria-label="The tunnel from outside, cut open, with the objects and the camera"
    >
      <hemisphereLight args={['#ffffff', '#9a9da3', 1.6]} />
      <directionalLight position={[4, 6, 5]} intensity={1.8} />
      <OutsideTunnel lengthM={shownLengthM} color={color} />
      <OutsideFrustum scene={scene} color={color} />
      <OutsideObjects
        objects={scene.objects}
        selected={selected}
        accent={color.accent}
        onSelect={index => store.setState({ selected: index })}
      />
      <OrbitControls makeDefault enableDamping={false} target={[0, -0.1, -3.6]} maxDistance={40} minDistance={0.5} />
      <Viewpointer viewpoint={viewpoint} />
    </Canvas>
  )
}

/** Puts the camera at a viewpoint when one is asked for. */
function Viewpointer({ viewpoint }: { readonly viewpoint: { readonly name: Viewpoint } }) {
  const camera = useThree(state => state.camera)
  const controls = useThree(state => state.controls) as {
    target: { set(x: number, y: number, z: number): void }
    update(): void
  } | null
  const invalidate = useThree(state => state.invalidate)
  useEffect(() => {
    const [x, y, z] = VIEWPOINTS[viewpoint.name]
    camera.position.set(x, y, z)
    controls?.target.set(0, 0, viewpoint.name === 'Side' || viewpoint.name === 'Above' ? -4 : -3.6)
    controls?.update()
    invalidate()
  }, [viewpoint, camera, controls, invalidate])
  return null
}

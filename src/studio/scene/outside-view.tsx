import { OrbitControls } from '@react-three/drei'
import { Canvas, useThree } from '@react-three/fiber'
import { useEffect, useState } from 'react'
import { TOKENS } from '../../report/tokens.ts'
import { sceneOf } from '../store/studio-store.ts'
import { useStudio, useStudioStore } from '../store/use-studio.ts'
import { Button } from '../ui/button.tsx'
import { useResolvedTheme } from '../ui/use-resolved-theme.ts'
import { OutsideFrustum } from './outside-frustum.tsx'
import { OutsideObjects } from './outside-objects.tsx'
import { OutsideTunnel } from './outside-tunnel.tsx'
import styles from './outside-view.module.css'
import page from './scene-page.module.css'

const VIEWPOINTS = {
  Corner: [5.4, 4.2, 3.2],
  Side: [13, 0, -4],
  Above: [0.01, 13, -4],
  Behind: [0, 0.35, 3.6],
} as const
type Viewpoint = keyof typeof VIEWPOINTS

/** A free view of the tunnel, cut open, with the scene's camera in it. Drag to orbit; draws only when it changes. */
export function OutsideView() {
  const store = useStudioStore()
  const scene = useStudio(sceneOf)
  const selected = useStudio(state => state.selected)
  const webgl = useStudio(state => state.webgl)
  const theme = useResolvedTheme()
  const [viewpoint, setViewpoint] = useState<{ readonly name: Viewpoint }>({ name: 'Corner' })
  const deepest = Math.max(...scene.objects.map(object => object.depthM))
  const shownLengthM = Math.min(scene.tunnel.lengthM, Math.max(8, deepest + 2))
  const color = {
    edge: TOKENS.edge[theme],
    line: TOKENS.line[theme],
    wall: TOKENS.surface[theme],
    accent: TOKENS.accent[theme],
  }
  return (
    <>
      <div className={page.bar}>
        <h2>Outside</h2>
        {(Object.keys(VIEWPOINTS) as Viewpoint[]).map(name => (
          <Button key={name} label={name} onClick={() => setViewpoint({ name })} />
        ))}
      </div>
      <div className={styles.view}>
        {webgl ? (
          <Canvas
            frameloop="demand"
            dpr={[1, 2]}
            flat
            gl={{ alpha: true, antialias: true }}
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
            <OrbitControls
              makeDefault
              enableDamping={false}
              target={[0, -0.1, -3.6]}
              maxDistance={40}
              minDistance={0.5}
            />
            <Viewpointer viewpoint={viewpoint} />
          </Canvas>
        ) : (
          <p className={styles.empty}>The outside view needs WebGL 2.</p>
        )}
        <p className={styles.legend}>
          <span>Drag to orbit, wheel to zoom</span>
        </p>
      </div>
    </>
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

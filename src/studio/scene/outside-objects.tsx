import { useMemo } from 'react'
import { BoxGeometry, EdgesGeometry } from 'three'
import { degToRad } from '../../core/frames.ts'
import { COLOR_LINEAR } from '../../core/palette.ts'
import type { SceneObject } from '../../core/scene.ts'
import { TORUS_MAJOR_SHARE, TORUS_MINOR_SHARE } from '../../core/solid.ts'
import { objectCenterM } from '../../core/tunnel.ts'

export interface OutsideObjectsProps {
  readonly objects: readonly SceneObject[]
  readonly selected: number
  readonly accent: string
  readonly onSelect: (index: number) => void
}

/** The objects as ordinary meshes, where the truth has them. */
export function OutsideObjects({ objects, selected, accent, onSelect }: OutsideObjectsProps) {
  const frame = useMemo(() => new EdgesGeometry(new BoxGeometry(2.2, 2.2, 2.2)), [])
  return objects.map((object, index) => (
    // biome-ignore lint/a11y/noStaticElementInteractions: a three.js group; the list of objects is for the keyboard
    <group
      // biome-ignore lint/suspicious/noArrayIndexKey: the index is the object's identity
      key={index}
      position={[...objectCenterM(object)]}
      rotation-y={degToRad(object.yawDeg)}
      onClick={event => {
        event.stopPropagation()
        onSelect(index)
      }}
    >
      <mesh scale={object.sizeM} rotation-x={object.shape === 'torus' ? Math.PI / 2 : 0}>
        <Shape shape={object.shape} />
        <meshStandardMaterial color={[...COLOR_LINEAR[object.color]]} roughness={object.roughness} />
      </mesh>
      {index === selected && (
        <lineSegments geometry={frame} scale={object.sizeM}>
          <lineBasicMaterial color={accent} />
        </lineSegments>
      )}
    </group>
  ))
}

function Shape({ shape }: Pick<SceneObject, 'shape'>) {
  switch (shape) {
    case 'sphere':
      return <sphereGeometry args={[1, 40, 28]} />
    case 'cube':
      return <boxGeometry args={[2, 2, 2]} />
    case 'cylinder':
      return <cylinderGeometry args={[1, 1, 2, 40]} />
    case 'cone':
      return <coneGeometry args={[1, 2, 40]} />
    case 'torus':
      return <torusGeometry args={[TORUS_MAJOR_SHARE, TORUS_MINOR_SHARE, 20, 40]} />
  }
}

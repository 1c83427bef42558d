import { useState } from 'react'
import type { SceneObject } from '../../core/scene.ts'
import { type SceneGroup, setGroup, setObject } from '../store/edits.ts'
import { edit, sceneOf } from '../store/studio-store.ts'
import { useStudio, useStudioStore } from '../store/use-studio.ts'
import { Tabs } from '../ui/tabs.tsx'
import { CounterfactualBar } from './counterfactual-bar.tsx'
import { FieldList } from './field-list.tsx'
import { FIELD_GROUPS } from './field-table.ts'
import styles from './inspector.module.css'
import { ObjectList } from './object-list.tsx'
import { Placement } from './placement.tsx'

const TABS = [
  { id: 'object', title: 'Object' },
  { id: 'camera', title: 'Camera' },
  { id: 'tunnel', title: 'Walls' },
  { id: 'light', title: 'Light' },
] as const
type TabId = (typeof TABS)[number]['id']

/** Every field of the scene, and the edits that change several at once. */
export function Inspector() {
  const [tab, setTab] = useState<TabId>('object')
  return (
    <div className={styles.inspector}>
      <ObjectList />
      <Placement />
      <Tabs label="Fields" tabs={TABS} current={tab} onChange={setTab} panelClassName={styles.panel}>
        {tab === 'object' ? <ObjectFields /> : <GroupFields group={tab} />}
      </Tabs>
      <CounterfactualBar />
    </div>
  )
}

function ObjectFields() {
  const store = useStudioStore()
  const scene = useStudio(sceneOf)
  const selected = useStudio(state => state.selected)
  return (
    <FieldList
      key={selected}
      fields={FIELD_GROUPS.object}
      values={scene.objects[selected]!}
      onChange={(key, value) => edit(store, setObject(selected, { [key]: value } as Partial<SceneObject>))}
    />
  )
}

function GroupFields({ group }: { readonly group: SceneGroup }) {
  const store = useStudioStore()
  const scene = useStudio(sceneOf)
  return (
    <FieldList
      key={group}
      fields={FIELD_GROUPS[group]}
      values={scene[group]}
      onChange={(key, value) => edit(store, setGroup(group, { [key]: value }))}
    />
  )
}

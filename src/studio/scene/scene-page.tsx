import { type ReactNode, useState } from 'react'
import { SharedFailurePanel } from '../failure/shared-failure-panel.tsx'
import { SplitTag } from '../grid/split-tag.tsx'
import { SharePanel } from '../share/share-panel.tsx'
import { sceneOf } from '../store/studio-store.ts'
import { useStudio } from '../store/use-studio.ts'
import { Tabs } from '../ui/tabs.tsx'
import { useMedia, useWindowSize } from '../ui/use-media.ts'
import { Welcome } from '../welcome/welcome.tsx'
import { CameraImage } from './camera-image.tsx'
import { Inspector } from './inspector.tsx'
import { AskButton, ModelQuestions } from './model-questions.tsx'
import { OutsideView } from './outside-view.tsx'
import { OverlapWarning } from './overlap-warning.tsx'
import { OverlayToggles } from './overlay-toggles.tsx'
import styles from './scene-page.module.css'
import { SplitCard } from './split-card.tsx'
import { TruthTable } from './truth-table.tsx'
import { useShownPair, useTruth } from './use-truth.ts'
import { useVisibility } from './use-visibility.ts'

/** The editor: the camera's image beside the view from outside, the truth below, every field at the right. */
export default function ScenePage() {
  const embed = useStudio(state => state.embed)
  const welcome = useStudio(state => state.welcome)
  const phone = useMedia('(max-width: 719px)')
  if (embed) return <Embedded />
  if (welcome) return <Welcome />
  return phone ? <PhonePage /> : <DeskPage />
}

const IMAGE_PX = 512

function DeskPage() {
  const { widthPx, heightPx } = useStudio(state => sceneOf(state).camera)
  return (
    <div className={styles.page}>
      <div className={styles.work}>
        <div className={styles.views}>
          <section className={styles.view} aria-label="Camera image">
            <div className={styles.bar}>
              <h2>
                Camera <small>{`${widthPx} × ${heightPx} px`}</small>
              </h2>
              <OverlayToggles />
            </div>
            <div className={styles.image}>
              <CameraImage boxPx={IMAGE_PX} />
            </div>
          </section>
          <section className={`${styles.view} ${styles.outside}`} aria-label="View from outside">
            <OutsideView />
          </section>
        </div>
        <TruthPanels />
      </div>
      <aside className={styles.side} aria-label="Inspector">
        <SharedFailurePanel />
        <Inspector />
      </aside>
    </div>
  )
}

function TruthPanels() {
  const { truth, pair, selected, visible } = usePageTruth()
  return (
    <div className={styles.below}>
      <Panel title="Split" action={pair && <SplitTag split={pair.split} />}>
        <SplitCard truth={truth} pair={pair} />
      </Panel>
      <Panel title="Truth">
        <div>
          <OverlapWarning />
          <TruthTable truth={truth} selected={selected} visible={visible} />
        </div>
      </Panel>
      <Panel title="Questions" action={<AskButton />}>
        <ModelQuestions truth={truth} pair={pair} />
      </Panel>
    </div>
  )
}

const SHEET_TABS = [
  { id: 'place', title: 'Place' },
  { id: 'truth', title: 'Truth' },
  { id: 'ask', title: 'Ask' },
  { id: 'share', title: 'Share' },
] as const

function PhonePage() {
  const [tab, setTab] = useState<(typeof SHEET_TABS)[number]['id']>(useSharedFailure() ? 'ask' : 'place')
  const { truth, pair, selected, visible } = usePageTruth()
  const size = useWindowSize()
  return (
    <div className={styles.phone}>
      <section className={styles.phoneImage} aria-label="Camera image">
        <CameraImage boxPx={Math.min(size.width, Math.round(size.height * 0.46))} />
      </section>
      <div className={styles.sheet}>
        <Tabs
          label="Sheet"
          tabs={SHEET_TABS}
          current={tab}
          onChange={setTab}
          className={styles.sheetTabs}
          panelClassName={styles.sheetPanel}
        >
          {tab === 'place' && <Inspector />}
          {tab === 'truth' && (
            <div className={styles.stack}>
              {pair && <SplitTag split={pair.split} />}
              <SplitCard truth={truth} pair={pair} />
              <div className={styles.toggles}>
                <OverlayToggles />
              </div>
              <OverlapWarning />
              <TruthTable truth={truth} selected={selected} visible={visible} />
            </div>
          )}
          {tab === 'ask' && (
            <div className={styles.stack}>
              <SharedFailurePanel />
              <ModelQuestions truth={truth} pair={pair} />
              <AskButton />
            </div>
          )}
          {tab === 'share' && <SharePanel />}
        </Tabs>
      </div>
    </div>
  )
}

/** The image alone, for another page's frame. */
function Embedded() {
  const size = useWindowSize()
  return (
    <div className={styles.embed}>
      <CameraImage boxPx={Math.min(size.width, size.height)} handles={false} bare />
    </div>
  )
}

/** A failure that came with the link is what one has come for. */
const useSharedFailure = (): boolean => useStudio(state => state.shared !== null)

function usePageTruth() {
  const scene = useStudio(sceneOf)
  const selected = useStudio(state => state.selected)
  const truth = useTruth()
  return { truth, pair: useShownPair(truth), selected, visible: useVisibility(scene) }
}

function Panel({
  title,
  action,
  children,
}: {
  readonly title: string
  readonly action?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <section className={styles.panel} aria-label={title}>
      <div className={styles.panelHead}>
        <h2>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}

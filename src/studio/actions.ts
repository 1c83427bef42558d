import {
  addObject,
  DEPTH_STEP_M,
  DETENT_DEG,
  flipScene,
  mirrorScene,
  pushObject,
  randomise,
  removeObject,
  swapDepths,
  turnObject,
} from './store/edits.ts'
import { edit, redo, type StudioStore, sceneOf, undo } from './store/studio-store.ts'

/** Something a person can ask for: the command palette lists it, a key may call it, `?` shows the key. */
export interface Action {
  readonly id: string
  readonly title: string
  /** As `event.key` says it, with `mod` for Ctrl or ⌘: `mod+z`, `shift+ArrowUp`, `?`. */
  readonly keys?: readonly string[]
  /** Whether it makes a step of undo. */
  readonly undoable: boolean
  /** Only where the scene is what one works on. */
  readonly on?: 'scene'
  /** Keys that repeat as one gesture while they are held. */
  readonly held?: boolean
  run(store: StudioStore): void
}

const onSelected =
  (make: (index: number) => Parameters<typeof edit>[1]) =>
  (store: StudioStore): void => {
    edit(store, make(store.getState().selected))
  }

const toggleOverlay = (name: 'boxes' | 'centers' | 'horizon' | 'band') => (store: StudioStore) =>
  store.setState(state => ({ overlays: { ...state.overlays, [name]: !state.overlays[name] } }))

const selectNext = (store: StudioStore): void =>
  store.setState(state => ({ selected: (state.selected + 1) % sceneOf(state).objects.length }))

const toggleTheme = (store: StudioStore): void =>
  store.setState(({ theme }) => ({ theme: theme === 'system' ? 'dark' : theme === 'dark' ? 'light' : 'system' }))

export const ACTIONS: readonly Action[] = [
  { id: 'undo', title: 'Undo', keys: ['mod+z'], undoable: false, run: undo },
  { id: 'redo', title: 'Redo', keys: ['mod+shift+z', 'mod+y'], undoable: false, run: redo },
  {
    id: 'turn-left',
    title: 'Turn the object one detent counter-clockwise',
    keys: ['ArrowLeft'],
    undoable: true,
    on: 'scene',
    held: true,
    run: onSelected(index => turnObject(index, DETENT_DEG)),
  },
  {
    id: 'turn-right',
    title: 'Turn the object one detent clockwise',
    keys: ['ArrowRight'],
    undoable: true,
    on: 'scene',
    held: true,
    run: onSelected(index => turnObject(index, -DETENT_DEG)),
  },
  {
    id: 'push-away',
    title: 'Move the object 0.1 m away',
    keys: ['ArrowUp'],
    undoable: true,
    on: 'scene',
    held: true,
    run: onSelected(index => pushObject(index, DEPTH_STEP_M)),
  },
  {
    id: 'pull-near',
    title: 'Move the object 0.1 m nearer',
    keys: ['ArrowDown'],
    undoable: true,
    on: 'scene',
    held: true,
    run: onSelected(index => pushObject(index, -DEPTH_STEP_M)),
  },
  {
    id: 'turn-left-fine',
    title: 'Turn the object 1° counter-clockwise',
    keys: ['shift+ArrowLeft'],
    undoable: true,
    on: 'scene',
    held: true,
    run: onSelected(index => turnObject(index, 1)),
  },
  {
    id: 'turn-right-fine',
    title: 'Turn the object 1° clockwise',
    keys: ['shift+ArrowRight'],
    undoable: true,
    on: 'scene',
    held: true,
    run: onSelected(index => turnObject(index, -1)),
  },
  {
    id: 'push-away-fine',
    title: 'Move the object 1 cm away',
    keys: ['shift+ArrowUp'],
    undoable: true,
    on: 'scene',
    held: true,
    run: onSelected(index => pushObject(index, DEPTH_STEP_M / 10)),
  },
  {
    id: 'pull-near-fine',
    title: 'Move the object 1 cm nearer',
    keys: ['shift+ArrowDown'],
    undoable: true,
    on: 'scene',
    held: true,
    run: onSelected(index => pushObject(index, -DEPTH_STEP_M / 10)),
  },
  { id: 'next-object', title: 'Select the next object', keys: ['n'], undoable: false, on: 'scene', run: selectNext },
  {
    id: 'add-object',
    title: 'Add an object',
    keys: ['a'],
    undoable: true,
    on: 'scene',
    run: store => {
      const count = sceneOf(store.getState()).objects.length
      if (edit(store, addObject))
        store.setState({ selected: Math.min(count, sceneOf(store.getState()).objects.length - 1) })
    },
  },
  {
    id: 'remove-object',
    title: 'Remove the object',
    keys: ['Delete', 'Backspace'],
    undoable: true,
    on: 'scene',
    run: onSelected(removeObject),
  },
  {
    id: 'swap-depths',
    title: 'Swap depths',
    keys: ['s'],
    undoable: true,
    on: 'scene',
    run: onSelected(index => swapDepths(index, index === 0 ? 1 : 0)),
  },
  {
    id: 'mirror',
    title: 'Mirror left and right',
    keys: ['m'],
    undoable: true,
    on: 'scene',
    run: store => void edit(store, mirrorScene),
  },
  {
    id: 'flip',
    title: 'Flip floor and ceiling',
    keys: ['f'],
    undoable: true,
    on: 'scene',
    run: store => void edit(store, flipScene),
  },
  {
    id: 'randomise',
    title: 'Randomise',
    keys: ['r'],
    undoable: true,
    on: 'scene',
    run: store => {
      const { seed } = store.getState()
      if (edit(store, randomise(seed))) store.setState({ seed: seed + 1 })
    },
  },
  { id: 'boxes', title: 'Show or hide boxes', keys: ['1'], undoable: false, on: 'scene', run: toggleOverlay('boxes') },
  {
    id: 'centers',
    title: 'Show or hide centres',
    keys: ['2'],
    undoable: false,
    on: 'scene',
    run: toggleOverlay('centers'),
  },
  {
    id: 'horizon',
    title: 'Show or hide the horizon',
    keys: ['3'],
    undoable: false,
    on: 'scene',
    run: toggleOverlay('horizon'),
  },
  {
    id: 'band',
    title: 'Show or hide the Δy band',
    keys: ['4'],
    undoable: false,
    on: 'scene',
    run: toggleOverlay('band'),
  },
  {
    id: 'open',
    title: 'Open files, a folder or a link',
    keys: ['mod+o'],
    undoable: false,
    run: store => store.setState({ dialog: 'open' }),
  },
  { id: 'share', title: 'Share', keys: ['mod+s'], undoable: false, run: store => store.setState({ dialog: 'share' }) },
  {
    id: 'model',
    title: 'Ask a model',
    undoable: false,
    on: 'scene',
    run: store => store.setState({ dialog: 'model' }),
  },
  {
    id: 'palette',
    title: 'Find a page, a scene, an action or a model',
    keys: ['mod+k'],
    undoable: false,
    run: store => store.setState({ dialog: 'palette' }),
  },
  {
    id: 'keys',
    title: 'List the keys',
    keys: ['?'],
    undoable: false,
    run: store => store.setState({ dialog: 'keys' }),
  },
  { id: 'theme', title: 'Theme: light, dark, as the system', undoable: false, run: toggleTheme },
]

/** `mod+shift+z` of an event; a letter's shift is its own (`?`), except with mod. */
export function keyOf(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>): string {
  const mod = event.ctrlKey || event.metaKey
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  const shift = event.shiftKey && (mod || event.key.length > 1)
  return `${mod ? 'mod+' : ''}${event.altKey ? 'alt+' : ''}${shift ? 'shift+' : ''}${key}`
}

export const actionOfKey = (key: string): Action | undefined => ACTIONS.find(action => action.keys?.includes(key))

/** A key as its cap shows it. */
export const shownKey = (key: string, apple: boolean): string =>
  key
    .split('+')
    .map(
      part =>
        KEY_CAPS[part] ?? (part === 'mod' ? (apple ? '⌘' : 'Ctrl') : part.length === 1 ? part.toUpperCase() : part),
    )
    .join(' ')

const KEY_CAPS: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  shift: '⇧',
  Delete: 'Del',
}

/** Line icons on a 16 × 16 grid, drawn in the text's colour; always beside a word or inside a named button. */
const PATHS = {
  undo: 'M6 4 2.5 7.5 6 11M3 7.5h6.5a3.5 3.5 0 0 1 0 7H7',
  redo: 'M10 4l3.5 3.5L10 11M13 7.5H6.5a3.5 3.5 0 0 0 0 7H9',
  share: 'M8 10V2M5 4.5 8 1.5l3 3M3.5 8v5.5h9V8',
  sun: 'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6M8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1',
  moon: 'M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7Z',
  auto: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M8 2v12M8 5h4.8M8 8h6M8 11h5',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  close: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  swap: 'M2 5.5h11M10 2.5l3 3-3 3M14 11H3M6 8.5 3 11.5l3 3',
  mirror: 'M8 2v12M5.5 4.5 2 8l3.5 3.5ZM10.5 4.5 14 8l-3.5 3.5Z',
  flip: 'M2 8h12M4.5 5.5 8 2l3.5 3.5ZM4.5 10.5 8 14l3.5-3.5Z',
  dice: 'M2.5 2.5h11v11h-11ZM5.5 5.5h.01M10.5 5.5h.01M8 8h.01M5.5 10.5h.01M10.5 10.5h.01',
  copy: 'M5.5 5.5h8v8h-8ZM3 10.5H2.5v-8h8V3',
  download: 'M8 2v8M5 7.5 8 10.5l3-3M3 13.5h10',
  open: 'M2 13V3h4l1.5 2H14v8Z',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.5 10.5l3.5 3.5',
  check: 'M3 8.5 6.5 12 13 4.5',
  play: 'M5 3v10l8-5Z',
  pause: 'M5 3v10M11 3v10',
  warning: 'M8 2 14.5 13.5h-13ZM8 6.5v3.5M8 12h.01',
  help: 'M6 6a2 2 0 1 1 2.8 1.8C8.2 8.1 8 8.5 8 9.5M8 12h.01',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  up: 'M4 10l4-4 4 4',
  down: 'M4 6l4 4 4-4',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

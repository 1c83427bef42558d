import { directionOf } from '../../core/tunnel.ts'

/** The tunnel from its mouth, with an object at an angle: what an axis of angles is labelled with. */
export function ThetaGlyph({ thetaDeg, size = 18 }: { readonly thetaDeg: number; readonly size?: number }) {
  const [cos, sin] = directionOf(thetaDeg)
  const t = 5.4 / Math.max(Math.abs(cos), Math.abs(sin))
  return (
    <svg width={size} height={size} viewBox="-9 -9 18 18" aria-hidden="true">
      <path
        d="M-8 -8H8V8H-8ZM-2 -2H2V2H-2ZM-8 -8-2 -2M8 -8 2 -2M-8 8-2 2M8 8 2 2"
        fill="none"
        stroke="var(--edge)"
        strokeWidth="0.8"
      />
      <circle cx={t * cos} cy={-t * sin} r="2.7" fill="var(--ink)" />
    </svg>
  )
}

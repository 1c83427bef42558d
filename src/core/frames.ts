/**
 * Frames and units: stated here once, linked to from everywhere else.
 *
 * | frame          | definition |
 * |----------------|------------|
 * | world = tunnel | right-handed, metres; tunnel axis along −Z, +Y up, +X right (three.js's own). `depthM`, `thetaDeg` of a scene object belong to this axis. |
 * | camera         | the world seen from the scene's camera: offset, then yaw, pitch, roll (intrinsic Y-X-Z). `depthM`, `distanceM` of *truth* belong to this frame. They agree with the scene's for the default camera. |
 * | pixels         | origin top-left, x right, y down, pixel centres at .5; `bboxPx` is `[x, y, width, height]`. |
 * | tunnel angle   | `thetaDeg` around the tunnel axis, 0° = +X (image right), counter-clockwise as the image shows it: 90° ceiling, 180° left, 270° floor; in [0, 360). |
 */

/** A point or direction in metres, `[x, y, z]`; the name of the variable says which frame. */
export type Vec3 = readonly [x: number, y: number, z: number]

/** A point of the image, `[x, y]` in pixels. */
export type PointPx = readonly [x: number, y: number]

/** `[x, y, width, height]` in pixels. */
export type BoxPx = readonly [x: number, y: number, width: number, height: number]

/** Half the side of the tunnel's square cross-section, m (paper: 2 m × 2 m). */
export const TUNNEL_HALF_WIDTH_M = 1

/** The tunnel begins this far behind the origin, m: no vertex ever lies in the camera's own plane. */
export const TUNNEL_START_Z_M = 1

/** The 16 angles of the paper: k × 22.5°. */
export const TUNNEL_ANGLES_DEG: readonly number[] = Array.from({ length: 16 }, (_, k) => k * 22.5)

export const degToRad = (deg: number): number => (deg * Math.PI) / 180
export const radToDeg = (rad: number): number => (rad * 180) / Math.PI

/** Any angle in degrees brought to [0, 360). */
export const wrapDeg = (deg: number): number => {
  const wrapped = deg % 360
  return wrapped < 0 ? wrapped + 360 : wrapped === 0 ? 0 : wrapped
}

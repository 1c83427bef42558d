/** Where the outside view's camera stands, in the scene's metres (x right, y up, z towards the viewer). */
export const VIEWPOINTS = {
  Corner: [5.4, 4.2, 3.2],
  Side: [13, 0, -4],
  Above: [0.01, 13, -4],
  Behind: [0, 0.35, 3.6],
} as const

export type Viewpoint = keyof typeof VIEWPOINTS

import type { Vec3 } from './frames.ts'

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
export const subtract = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
export const scale = (a: Vec3, k: number): Vec3 => [a[0] * k, a[1] * k, a[2] * k]
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export const norm = (a: Vec3): number => Math.hypot(a[0], a[1], a[2])

/** A rotation as its three rows. */
export type Mat3 = readonly [Vec3, Vec3, Vec3]

export const apply = (m: Mat3, v: Vec3): Vec3 => [dot(m[0], v), dot(m[1], v), dot(m[2], v)]

export const transpose = (m: Mat3): Mat3 => [
  [m[0][0], m[1][0], m[2][0]],
  [m[0][1], m[1][1], m[2][1]],
  [m[0][2], m[1][2], m[2][2]],
]

export const multiply = (a: Mat3, b: Mat3): Mat3 => {
  const columns = transpose(b)
  return [apply(columns, a[0]), apply(columns, a[1]), apply(columns, a[2])]
}

export const rotationX = (rad: number): Mat3 => {
  const [c, s] = [Math.cos(rad), Math.sin(rad)]
  return [
    [1, 0, 0],
    [0, c, -s],
    [0, s, c],
  ]
}

export const rotationY = (rad: number): Mat3 => {
  const [c, s] = [Math.cos(rad), Math.sin(rad)]
  return [
    [c, 0, s],
    [0, 1, 0],
    [-s, 0, c],
  ]
}

export const rotationZ = (rad: number): Mat3 => {
  const [c, s] = [Math.cos(rad), Math.sin(rad)]
  return [
    [c, -s, 0],
    [s, c, 0],
    [0, 0, 1],
  ]
}

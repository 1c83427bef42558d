import { describe, expect, test } from 'vitest'
import { type Theme, TOKENS, type TokenName, tokenCss, tokenVar } from './tokens.ts'

const THEMES: readonly Theme[] = ['light', 'dark']
type Rgb = readonly [number, number, number]

const linear = (hex: string): Rgb => {
  const channel = (at: number): number => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}
const luminance = ([r, g, b]: Rgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * b
const contrast = (a: string, b: string): number => {
  const [hi, lo] = [luminance(linear(a)), luminance(linear(b))].sort((x, y) => y - x) as [number, number]
  return (hi + 0.05) / (lo + 0.05)
}
/** CIE L*a*b* of a linear sRGB colour (D65). */
const lab = ([r, g, b]: Rgb): Rgb => {
  const f = (t: number): number => (t > 216 / 24389 ? Math.cbrt(t) : (24389 / 27 / 116) * t + 16 / 116)
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047)
  const y = f(luminance([r, g, b]))
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}
const distance = (a: Rgb, b: Rgb): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

/** Machado, Oliveira and Fernandes (2009), severity 1, on linear sRGB. */
const VISION: Readonly<Record<string, readonly [Rgb, Rgb, Rgb]>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}
const seen = (hex: string, vision: string): Rgb => {
  const [r, g, b] = linear(hex)
  const row = (m: Rgb): number => Math.min(1, Math.max(0, m[0] * r + m[1] * g + m[2] * b))
  const matrix = VISION[vision]!
  return lab([row(matrix[0]), row(matrix[1]), row(matrix[2])])
}
const pairs = <T>(list: readonly T[]): [T, T][] => list.flatMap((a, i) => list.slice(i + 1).map((b): [T, T] => [a, b]))

const TEXT_ON: readonly [TokenName, readonly TokenName[]][] = [
  ['ink', ['ground', 'surface', 'raised', 'sunken', 'chosen', 'accentWash', 'dangerWash', 'warningWash']],
  ['inkSoft', ['ground', 'surface', 'raised', 'sunken']],
  ['accent', ['ground', 'surface', 'raised', 'accentWash']],
  ['onAccent', ['accent']],
  ['danger', ['surface', 'dangerWash']],
  ['consistentInk', ['ground', 'surface', 'raised', 'consistentWash']],
  ['counterInk', ['ground', 'surface', 'raised', 'counterWash']],
  ['ambiguousInk', ['ground', 'surface', 'raised', 'ambiguousWash']],
]

describe.each(THEMES)('%s theme', theme => {
  test.each(TEXT_ON)('%s is readable as text (4.5 : 1)', (ink, grounds) => {
    for (const ground of grounds) {
      expect.soft(contrast(TOKENS[ink][theme], TOKENS[ground][theme]), ground).toBeGreaterThanOrEqual(4.5)
    }
  })

  test.each(['edge', 'focus', 'consistent', 'counter', 'horizontal', 'vertical', 'distance'] as const)(
    '%s stands out from the surface (3 : 1)',
    name => {
      expect(contrast(TOKENS[name][theme], TOKENS.surface[theme])).toBeGreaterThanOrEqual(3)
    },
  )

  test.each(Object.keys(VISION))('splits and axes are told apart with %s', vision => {
    for (const group of [
      ['consistent', 'counter', 'ambiguous'] as const,
      ['horizontal', 'vertical', 'distance'] as const,
    ]) {
      for (const [a, b] of pairs(group)) {
        expect
          .soft(distance(seen(TOKENS[a][theme], vision), seen(TOKENS[b][theme], vision)), `${a} ${b}`)
          .toBeGreaterThan(15)
      }
    }
  })

  test('splits are told apart in grey print: lightness differs by 12 or more', () => {
    for (const [a, b] of pairs(['consistent', 'counter', 'ambiguous'] as const)) {
      const [la, lb] = [lab(linear(TOKENS[a][theme]))[0], lab(linear(TOKENS[b][theme]))[0]]
      expect.soft(Math.abs(la - lb), `${a} ${b}`).toBeGreaterThanOrEqual(12)
    }
  })
})

test('every token becomes a custom property of both themes', () => {
  const css = tokenCss()
  for (const [name, value] of Object.entries(TOKENS)) {
    const property = tokenVar(name as TokenName).slice(4, -1)
    expect(css).toContain(`${property}:${value.light};`)
    expect(css).toContain(`${property}:${value.dark};`)
  }
  expect(tokenVar('counterInk')).toBe('var(--counter-ink)')
})

import { SpatialTunnelError } from '../core/errors.ts'

/** What draws: software that gives the same bytes on any machine of a kind, or the machine's GPU. */
export const GL_NAMES = ['llvmpipe', 'swiftshader', 'gpu'] as const
export type GlName = (typeof GL_NAMES)[number]

/** `auto`: llvmpipe if it is there, else SwiftShader; never a GPU. */
export const GL_CHOICES = ['auto', ...GL_NAMES] as const
export type GlChoice = (typeof GL_CHOICES)[number]

interface GlFlags {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** How Chromium is told; it may fall back without a word, so `identifyGl` looks at what it did. */
export const GL_FLAGS: Readonly<Record<GlName, GlFlags>> = {
  llvmpipe: {
    args: ['--use-gl=angle', '--use-angle=gles-egl', '--ignore-gpu-blocklist'],
    // One thread a browser: several browsers share the cores better than one browser's threads do.
    env: { LP_NUM_THREADS: '0', LIBGL_ALWAYS_SOFTWARE: '1', GALLIUM_DRIVER: 'llvmpipe' },
  },
  swiftshader: {
    args: ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
    env: {},
  },
  gpu: { args: ['--use-gl=angle', '--use-angle=default', '--ignore-gpu-blocklist', '--enable-gpu'], env: {} },
}

/** Which GL a renderer string names. */
export function identifyGl(renderer: string): GlName {
  if (/llvmpipe/i.test(renderer)) return 'llvmpipe'
  return /swiftshader/i.test(renderer) ? 'swiftshader' : 'gpu'
}

/** @throws SpatialTunnelError `gl-unavailable` when the browser draws with another GL than it was told to */
export function assertGl(expected: GlName, renderer: string): void {
  if (identifyGl(renderer) === expected) return
  throw new SpatialTunnelError({
    code: 'gl-unavailable',
    where: `--gl ${expected}`,
    found: `the renderer ${JSON.stringify(renderer)}`,
    expected,
    remedy:
      expected === 'llvmpipe'
        ? 'install Mesa (Debian: libegl1 libegl-mesa0 libgl1-mesa-dri), or ask for --gl swiftshader'
        : 'install a driver of the GPU that Chromium can use, or ask for --gl auto',
  })
}

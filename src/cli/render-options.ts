import { InvalidArgumentError, Option } from 'commander'
import { RENDER_DEFAULTS } from '../batch/render-suite.ts'
import { PASSES, type PassName } from '../core/dataset.ts'
import type { Shard } from '../core/manifest.ts'
import { GL_CHOICES } from '../node/gl.ts'
import { positiveInteger } from './parse-option.ts'

/** Options that more than one command takes, each defined once. */
export const glOption = (): Option =>
  new Option('--gl <name>', 'what draws: auto takes llvmpipe if it is there, else SwiftShader, never a GPU')
    .choices(GL_CHOICES)
    .default(RENDER_DEFAULTS.gl)

export const workersOption = (): Option =>
  new Option('--workers <n>', 'browsers, each on a core of its own')
    .argParser(positiveInteger)
    .default(RENDER_DEFAULTS.workers)

export const passesOption = (): Option =>
  new Option('--passes <list>', 'rgb, and mask and depth where wanted')
    .argParser(passes)
    .default(RENDER_DEFAULTS.passes, RENDER_DEFAULTS.passes.join(','))

export const tarOption = (): Option =>
  new Option('--tar', 'pictures in an archive for every thousand scenes (tar/000012.tar) instead of a file each')

export const shardOption = (): Option =>
  new Option('--shard <i/n>', 'only part i of n of the suite, to be merged').argParser(shard)

export const limitOption = (): Option =>
  new Option('--limit <n>', 'only the first scenes of the suite: a quick look, not a balanced sample').argParser(
    positiveInteger,
  )

function shard(text: string): Shard {
  const [, index, count] = /^(\d+)\/(\d+)$/.exec(text) ?? []
  const found = { index: Number(index), count: Number(count) }
  if (found.index >= 1 && found.index <= found.count && found.count <= 100_000) return found
  throw new InvalidArgumentError('expected i/n with 1 ≤ i ≤ n, such as 1/3.')
}

function passes(text: string): PassName[] {
  const names = text.split(',').map(name => name.trim())
  const unknown = names.find(name => !(PASSES as readonly string[]).includes(name))
  if (unknown !== undefined) throw new InvalidArgumentError(`found ${unknown}, expected some of ${PASSES.join(', ')}.`)
  if (!names.includes('rgb')) throw new InvalidArgumentError('expected rgb among them: it is the image of every row.')
  return PASSES.filter(name => names.includes(name))
}

import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { validate } from 'dockerfile-utils'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import packageJson from '../../package.json' with { type: 'json' }
import { EXIT_CODES } from '../core/errors.ts'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..')
const read = (...path: string[]): string => readFileSync(join(ROOT, 'deploy', ...path), 'utf8')
const IMAGE = `registry.example.org/spatialtunnel:${packageJson.version}`

/** The part of a Kubernetes Job that is looked at. */
interface JobSpec {
  readonly completionMode?: string
  readonly completions?: number
  readonly parallelism?: number
  readonly podFailurePolicy?: { readonly rules: readonly { action: string; onExitCodes?: { values: number[] } }[] }
  readonly template: {
    readonly spec: {
      readonly restartPolicy: string
      readonly securityContext: { readonly runAsNonRoot: boolean; readonly runAsUser: number }
      readonly volumes: readonly { readonly name: string }[]
      readonly containers: readonly {
        readonly image: string
        readonly args: readonly string[]
        readonly env?: readonly { readonly name: string; readonly value: string }[]
        readonly securityContext: { readonly readOnlyRootFilesystem: boolean }
        readonly volumeMounts: readonly { readonly name: string }[]
      }[]
    }
  }
}

/** The Jobs of a file, which has to be flawless YAML. */
function jobsOf(name: string): JobSpec[] {
  const documents = [...parseAllDocuments(read(name), { strict: true, uniqueKeys: true })]
  expect(documents.flatMap(document => [...document.errors, ...document.warnings])).toEqual([])
  const values = documents.map(document => document.toJS() as { kind: string; spec: JobSpec })
  return values.filter(({ kind }) => kind === 'Job').map(({ spec }) => spec)
}

test('the Dockerfile has nothing to find fault with, and ends as no root', () => {
  const text = read('Dockerfile')
  expect(validate(text).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([])
  expect(text).toContain(IMAGE)
  expect(text).toMatch(/^ARG NODE_IMAGE=node:20\.\d+\.\d+-bookworm-slim$/m)
  expect(text.lastIndexOf('USER 1000:1000')).toBeGreaterThan(text.lastIndexOf('FROM'))
})

test('the image is built from what is there, and the build’s own configuration is let in', () => {
  const allowed = read('Dockerfile.dockerignore')
    .split('\n')
    .flatMap(line => (line.startsWith('!') ? [line.slice(1)] : []))
  const there = new Set(readdirSync(ROOT))
  expect(allowed.filter(name => !there.has(name))).toEqual([])
  expect(allowed).toEqual(
    expect.arrayContaining(['vite.config.ts', 'vite.cli.config.ts', 'tools', 'package-lock.json']),
  )
})

test('the indexed Job draws every shard once, and tells faults that stay from faults that pass', () => {
  const [job, ...more] = jobsOf('kubernetes.yaml')
  expect(more).toEqual([])
  const [container] = job!.template.spec.containers
  const shards = Number(container!.env?.find(({ name }) => name === 'SHARDS')?.value)
  expect(job).toMatchObject({ completionMode: 'Indexed', completions: shards, parallelism: shards })
  expect(container!.args.join(' ')).toContain('--shard "$((JOB_COMPLETION_INDEX + 1))/$SHARDS"')
  expect(container!.args.join(' ')).toContain('--out "/data/shards/$((JOB_COMPLETION_INDEX + 1))"')
  const final = job!.podFailurePolicy!.rules.find(({ action }) => action === 'FailJob')
  expect(final?.onExitCodes?.values).toEqual([EXIT_CODES.data, EXIT_CODES.input])
})

test.each(['kubernetes.yaml', 'kubernetes-merge.yaml'])('%s: no root, nothing written outside its volumes', name => {
  for (const { template } of jobsOf(name)) {
    const { restartPolicy, securityContext, containers, volumes } = template.spec
    expect(restartPolicy).toBe('Never')
    expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 })
    for (const container of containers) {
      expect(container.image).toBe(IMAGE)
      expect(container.securityContext.readOnlyRootFilesystem).toBe(true)
      const mounted = container.volumeMounts.map(mount => mount.name).sort()
      expect(mounted).toEqual(volumes.map(volume => volume.name).sort())
    }
  }
})

test.each(readdirSync(join(ROOT, 'deploy/slurm')))('slurm/%s is a script that bash reads', name => {
  const { status, stderr } = spawnSync('bash', ['-n', join(ROOT, 'deploy/slurm', name)], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})

import { appendFileSync, type PathLike } from 'node:fs'
import fs, { type FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { resolve, sep } from 'node:path'

/** What a process asks of a file system, by what can go wrong with it. */
export const FS_OPERATIONS = ['open', 'read', 'write', 'sync', 'rename', 'remove', 'make'] as const
export type FsOperation = (typeof FS_OPERATIONS)[number]

/** What goes wrong. A write may have got a part of its way first: `written` of it, from 0 to 1. */
export type FsEffect =
  | { readonly kind: 'error'; readonly code: string; readonly written: number }
  /** The process is gone, as by `kill -9`. */
  | { readonly kind: 'kill'; readonly written: number }
  /** Reported as done. */
  | { readonly kind: 'short'; readonly written: number }

/** A fault of the file system: strikes `times` operations in a row, beginning with number `at` of those that count. */
export interface FsFault {
  /** Only paths that are this one or below it, and whose text holds `name`. */
  readonly below: string
  readonly name?: string
  readonly operations: readonly FsOperation[]
  readonly at: number
  readonly times: number
  readonly effect: FsEffect
  /** A file to which a line is added when the fault strikes: it may name a place that is never reached. */
  readonly mark?: string
}

type Call = (...args: never[]) => Promise<unknown>

/** The functions of `node:fs/promises` that take a path, and what they are. */
const FUNCTIONS: Readonly<Record<string, FsOperation>> = {
  readFile: 'read',
  readdir: 'read',
  stat: 'read',
  writeFile: 'write',
  truncate: 'write',
  utimes: 'write',
  rename: 'rename',
  link: 'rename',
  rm: 'remove',
  unlink: 'remove',
  rmdir: 'remove',
  mkdir: 'make',
}

/** The methods of an open file that the driver uses. */
const METHODS: Readonly<Record<string, FsOperation>> = {
  read: 'read',
  writeFile: 'write',
  appendFile: 'write',
  datasync: 'sync',
  sync: 'sync',
}

/**
 * Puts a fault under `node:fs/promises` in this process, for every module that imports it.
 *
 * @returns how many operations have counted so far, and a function that takes the fault away
 */
export function installFsFault(fault: FsFault): { count(): number; remove(): void } {
  const table = fs as unknown as Record<string, Call>
  const kept = { ...table }
  let counted = 0

  /** Does the operation, unless it is its turn to fail. */
  async function run(operation: FsOperation, path: string, data: unknown, proceed: (data: unknown) => unknown) {
    if (!fault.operations.includes(operation) || !isBelow(path, fault)) return proceed(data)
    const nth = counted++
    if (nth < fault.at || nth >= fault.at + fault.times) return proceed(data)
    const { effect, mark } = fault
    if (mark) appendFileSync(mark, `${operation} ${path}\n`)
    const isWrite = typeof data === 'string' || data instanceof Uint8Array
    if (isWrite && effect.written > 0) await proceed(firstPart(data, effect.written))
    if (effect.kind === 'short') return isWrite ? undefined : proceed(data)
    if (effect.kind === 'error') throw systemError(effect.code, operation, path)
    process.kill(process.pid, 'SIGKILL')
    return new Promise(() => {})
  }

  for (const [name, operation] of Object.entries(FUNCTIONS)) {
    table[name] = (async (path: PathLike, ...rest: unknown[]) =>
      run(operation, String(path), name === 'writeFile' ? rest[0] : undefined, data =>
        (kept[name] as (...args: unknown[]) => unknown)(
          path,
          ...(name === 'writeFile' ? [data, ...rest.slice(1)] : rest),
        ),
      )) as Call
  }
  table.open = (async (path: PathLike, ...rest: unknown[]) =>
    run(rest[0] === undefined || rest[0] === 'r' ? 'read' : 'open', String(path), undefined, async () => {
      const file = await (kept.open as (...args: unknown[]) => Promise<FileHandle>)(path, ...rest)
      return watched(file, String(path), run)
    })) as Call
  syncBuiltinESMExports()
  return {
    count: () => counted,
    remove: () => {
      Object.assign(table, kept)
      syncBuiltinESMExports()
    },
  }
}

function watched(
  file: FileHandle,
  path: string,
  run: (operation: FsOperation, path: string, data: unknown, proceed: (data: unknown) => unknown) => unknown,
): FileHandle {
  const methods = file as unknown as Record<string, (...args: unknown[]) => unknown>
  for (const [name, operation] of Object.entries(METHODS)) {
    const own = methods[name]!.bind(file)
    methods[name] = (...args: unknown[]) =>
      operation === 'write'
        ? run(operation, path, args[0], data => own(data, ...args.slice(1)))
        : run(operation, path, undefined, () => own(...args))
  }
  return file
}

function isBelow(path: string, { below, name = '' }: FsFault): boolean {
  const whole = resolve(path)
  return (whole === below || whole.startsWith(below + sep)) && whole.includes(name)
}

function firstPart(data: string | Uint8Array, share: number): Uint8Array {
  const bytes = typeof data === 'string' ? Buffer.from(data) : data
  return bytes.subarray(0, Math.floor(bytes.length * share))
}

const systemError = (code: string, syscall: string, path: string): Error =>
  Object.assign(new Error(`${code}: on purpose, ${syscall} '${path}'`), { code, syscall, path })

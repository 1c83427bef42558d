import { EXIT_CODES, SpatialTunnelError } from '../core/errors.ts'

/** System errors that a user can mend, told in a sentence; anything else is ours. */
const SYSTEM: Readonly<Record<string, string>> = {
  EACCES: 'no permission: choose another folder or change its rights',
  EPERM: 'not permitted: choose another folder or change its rights',
  EROFS: 'a read-only file system: choose another folder',
  ENOSPC: 'the disk is full: free some space and run the same command again, it resumes',
  EDQUOT: 'the disk quota is used up: free some space and run the same command again, it resumes',
  ENOENT: 'no such file or folder',
  EISDIR: 'a folder where a file was expected',
  ENOTDIR: 'a file where a folder was expected',
  EEXIST: 'there already, and no folder: choose another place',
  EMFILE: 'too many open files: raise `ulimit -n` and run the same command again, it resumes',
  ENFILE: 'too many open files on this machine: run the same command again later, it resumes',
  EIO: 'the disk reports an error: look after it, then run the same command again, it resumes',
  EBUSY: 'in use by something else: end that and run the same command again, it resumes',
  ESTALE: 'the network disk was lost: run the same command again when it is back, it resumes',
  EXDEV: 'another disk in the middle of the folder: choose a folder that lies on one',
  ENOTEMPTY: 'a folder with something in it where a file was expected',
  ENAMETOOLONG: 'a name too long for this disk: choose another folder',
}

/** Mistakes in the call; the rest of the system errors end a run that was asked for correctly. */
const INPUT_CODES = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOENT',
  'EISDIR',
  'ENOTDIR',
  'EEXIST',
  'EXDEV',
  'ENOTEMPTY',
  'ENAMETOOLONG',
])

/**
 * Prints an error as one line on standard error (and its stack with `--debug`).
 *
 * @returns the exit code that belongs to it
 */
export function reportError(error: unknown, debug: boolean): number {
  const { line, exitCode } = describeError(error)
  process.stderr.write(`error: ${line.replaceAll(/\s*\n\s*/g, ' ')}\n`)
  if (debug && error instanceof Error) process.stderr.write(`${error.stack}\n`)
  return exitCode
}

function describeError(error: unknown): { line: string; exitCode: number } {
  if (error instanceof SpatialTunnelError) return { line: error.message, exitCode: EXIT_CODES[error.kind] }
  if (!(error instanceof Error)) return { line: String(error), exitCode: EXIT_CODES.run }
  const { code, path } = error as NodeJS.ErrnoException
  const sentence = code === undefined ? undefined : SYSTEM[code]
  if (code !== undefined && sentence !== undefined) {
    return {
      line: `${path ?? 'file system'}: ${sentence}`,
      exitCode: INPUT_CODES.has(code) ? EXIT_CODES.input : EXIT_CODES.run,
    }
  }
  return { line: `${error.message} (add --debug for the stack trace)`, exitCode: EXIT_CODES.run }
}

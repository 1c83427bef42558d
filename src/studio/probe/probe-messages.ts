import type { ProbeReport } from '../../probe/probe-report.ts'

/** What the page asks of its worker. */
export type ProbeRequest =
  | { readonly kind: 'example' }
  /** A `probe.json`. */
  | { readonly kind: 'report'; readonly report: File }
  /** Vectors with, or without, the file that says which pairs they belong to. */
  | { readonly kind: 'vectors'; readonly vectors: File; readonly pairs: File | null }

/** What the worker tells the page. */
export type ProbeReply =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'report'; readonly report: ProbeReport }
  /** An error's parts, in words. */
  | { readonly kind: 'failed'; readonly title: string; readonly text: string }

import { SpatialTunnelError, shown } from '../../core/errors.ts'
import { type Interval, wilson } from '../../core/statistics/interval.ts'
import { MARGINS_DEFAULTS, type Split, splitAt } from '../../core/truth.ts'
import { type BoxForm, readCvBench } from './cv-bench.ts'
import { readEmbSpatial } from './embspatial.ts'
import type { HeightOfBytes } from './image-height.ts'
import { type ForeignRecord, type PartitionRow, SKIP_REASONS, type SkipReason } from './partition-row.ts'
import { readPlain } from './plain.ts'

export const PARTITION_FORMS = ['embspatial', 'cv-bench', 'plain'] as const
export type PartitionForm = (typeof PARTITION_FORMS)[number]

export interface PartitionOptions {
  /** null: told by the first row's columns. */
  readonly form: PartitionForm | null
  /** Share of the image height (paper: .05). */
  readonly margin: number
  /** How CV-Bench's boxes are written. */
  readonly boxes: BoxForm
  readonly heightOfBytes: HeightOfBytes
}
export const PARTITION_DEFAULTS = { margin: MARGINS_DEFAULTS.positionShare } as const

export interface LabelledRow {
  readonly id: string
  readonly split: Split | null
  readonly reason: SkipReason | null
  /** How much higher the farther side is, as a share of the image height; negative = lower. */
  readonly higherByShare: number | null
  /** The prediction was right; null without one. */
  readonly correct: boolean | null
}

/** Accuracy on one split. */
export interface SplitAccuracy {
  readonly n: number
  readonly correct: number
  readonly accuracy: number | null
  /** Wilson, 95 %. */
  readonly ci: Interval | null
}

export interface PartitionSummary {
  readonly form: PartitionForm
  readonly margin: number
  /** Rows with a split. */
  readonly total: number
  readonly consistent: number
  readonly counter: number
  readonly ambiguous: number
  readonly skipped: Partial<Record<SkipReason, number>>
  /** When predictions are given. */
  readonly accuracy: Readonly<Record<Split, SplitAccuracy>> | null
}

const SPLITS = ['consistent', 'counter', 'ambiguous'] as const

/** Labels rows one at a time and counts them; memory does not grow with the file. */
export class Partitioner {
  private form: PartitionForm | null
  private index = 0
  private readonly counts = { consistent: 0, counter: 0, ambiguous: 0 }
  private readonly predicted = { consistent: 0, counter: 0, ambiguous: 0 }
  private readonly right = { consistent: 0, counter: 0, ambiguous: 0 }
  private readonly skips = new Map<SkipReason, number>()

  /** @param predictions answers by row id; null without */
  constructor(
    private readonly options: PartitionOptions,
    private readonly predictions: ReadonlyMap<string, string> | null = null,
  ) {
    this.form = options.form
  }

  /** @throws SpatialTunnelError `partition-form` when the first row's columns are of no known form */
  add(record: ForeignRecord): LabelledRow {
    this.form ??= tellForm(record)
    const row = this.read(record, this.form)
    this.index++
    if (row.kind === 'skipped') {
      this.skips.set(row.reason, (this.skips.get(row.reason) ?? 0) + 1)
      return { id: row.id, split: null, reason: row.reason, higherByShare: null, correct: null }
    }
    const higherBy = row.nearYPx - row.farYPx
    const split = splitAt(higherBy, row.imageHeightPx, this.options.margin)
    this.counts[split]++
    const correct = this.judge(row.id, row.answers)
    if (correct !== null) {
      this.predicted[split]++
      this.right[split] += Number(correct)
    }
    return { id: row.id, split, reason: null, higherByShare: higherBy / row.imageHeightPx, correct }
  }

  summary(): PartitionSummary {
    const { consistent, counter, ambiguous } = this.counts
    const skipped = Object.fromEntries(
      SKIP_REASONS.flatMap(reason => (this.skips.has(reason) ? [[reason, this.skips.get(reason)!] as const] : [])),
    )
    const accuracy = Object.fromEntries(SPLITS.map(split => [split, this.accuracyOf(split)]))
    return {
      form: this.form ?? 'plain',
      margin: this.options.margin,
      total: consistent + counter + ambiguous,
      consistent,
      counter,
      ambiguous,
      skipped,
      accuracy: this.predictions ? (accuracy as Record<Split, SplitAccuracy>) : null,
    }
  }

  private read(record: ForeignRecord, form: PartitionForm): PartitionRow {
    const { heightOfBytes, boxes } = this.options
    if (form === 'embspatial') return readEmbSpatial(record, this.index, heightOfBytes)
    if (form === 'cv-bench') return readCvBench(record, this.index, heightOfBytes, boxes)
    return readPlain(record, this.index, heightOfBytes)
  }

  private judge(id: string, answers: readonly string[]): boolean | null {
    const said = this.predictions?.get(id)
    if (said === undefined || answers.length === 0) return null
    return answers.some(answer => normalized(answer) === normalized(said))
  }

  private accuracyOf(split: Split): SplitAccuracy {
    const [n, correct] = [this.predicted[split], this.right[split]]
    return { n, correct, accuracy: n > 0 ? correct / n : null, ci: wilson(correct, n) }
  }
}

/** `(A)`, `A.` and `a` are one answer. */
function normalized(text: string): string {
  const lower = text
    .trim()
    .toLowerCase()
    .replace(/^[("']+/, '')
  let end = lower.length
  while (end > 0 && `)."'`.includes(lower[end - 1]!)) end--
  return lower.slice(0, end)
}

/** @throws SpatialTunnelError `partition-form` */
export function tellForm(record: ForeignRecord): PartitionForm {
  if ('objects' in record) return 'embspatial'
  if ('bbox' in record && ('choices' in record || 'task' in record)) return 'cv-bench'
  if (['farY', 'farBox', 'boxA'].some(name => name in record)) return 'plain'
  throw new SpatialTunnelError({
    code: 'partition-form',
    where: 'columns',
    found: shown(Object.keys(record), 120),
    expected: 'objects (EmbSpatial-Bench), bbox and choices (CV-Bench), or farY, nearY, imageHeight (plain)',
    remedy: 'name the form with --from, or rename the columns',
  })
}

import { mean } from '../../core/statistics/correlation.ts'
import { RELATIONS } from '../text/relation.ts'
import { rougeTokens } from '../text/tokens.ts'
import type { BuiltRecord } from './build-records.ts'

/** The paper's table 1: what a split holds. */
export interface SplitStatistics {
  readonly split: string
  readonly n: number
  readonly images: number
  readonly yes: number
  readonly no: number
  readonly attr: number
  readonly yesRate: number | null
  /** Mean words of a chain. */
  readonly words: number | null
}

/** A group of records: how many, and their share of yes among yes and no. */
export interface GroupStatistics {
  readonly group: string
  readonly n: number
  readonly yesRate: number | null
  readonly words: number | null
}

/** Statistics like the paper's tables 1, 5, 6 and figures 2 to 5. */
export interface RecordStatistics {
  /** Table 1. */
  readonly splits: readonly SplitStatistics[]
  /** Table 5: by primary relation. */
  readonly byRelation: readonly GroupStatistics[]
  /** Table 6: by question type. */
  readonly byType: readonly GroupStatistics[]
  /** Figure 2: hops. */
  readonly byHops: readonly GroupStatistics[]
  /** Figure 3: chain length in words, bins of 25. */
  readonly lengthHistogram: readonly { readonly from: number; readonly n: number }[]
  /** Figure 4: objects a scene graph. */
  readonly objectHistogram: readonly { readonly objects: number; readonly n: number }[]
  /** Figure 5: answers. */
  readonly answers: readonly { readonly answer: string; readonly n: number }[]
}

/** Words a bin. */
export const LENGTH_BIN = 25

export function recordStatistics(records: readonly BuiltRecord[]): RecordStatistics {
  const splits = ['train', 'test'].map(split =>
    splitStatistics(
      split,
      records.filter(record => record.split === split),
    ),
  )
  const groups = (of: (record: BuiltRecord) => string, order?: readonly string[]): GroupStatistics[] => {
    const names = order ?? [...new Set(records.map(of))].sort()
    return names
      .map(group =>
        groupStatistics(
          group,
          records.filter(record => of(record) === group),
        ),
      )
      .filter(({ n }) => n > 0)
  }
  return {
    splits,
    byRelation: groups(record => record.relation, RELATIONS),
    byType: groups(record => record.detailedType),
    byHops: groups(
      record => (record.hops > 1 ? 'multi' : record.hops === 1 ? 'single' : 'none'),
      ['none', 'single', 'multi'],
    ),
    lengthHistogram: tally(records.map(record => Math.floor(wordsOf(record) / LENGTH_BIN) * LENGTH_BIN)).map(
      ([from, n]) => ({ from, n }),
    ),
    objectHistogram: tally(records.map(record => Object.keys(record.sceneGraph?.objects ?? {}).length)).map(
      ([objects, n]) => ({ objects, n }),
    ),
    answers: ['yes', 'no', 'attr'].map(answer => ({
      answer,
      n: records.filter(record => kindOf(record) === answer).length,
    })),
  }
}

const wordsOf = (record: BuiltRecord): number => rougeTokens(record.thinking).length

function kindOf({ answer }: BuiltRecord): 'yes' | 'no' | 'attr' {
  const word = answer.trim().toLowerCase()
  return word === 'yes' || word === 'no' ? word : 'attr'
}

function groupStatistics(group: string, records: readonly BuiltRecord[]): GroupStatistics {
  const count = (kind: string): number => records.filter(record => kindOf(record) === kind).length
  const yesNo = count('yes') + count('no')
  return {
    group,
    n: records.length,
    yesRate: yesNo ? count('yes') / yesNo : null,
    words: records.length ? mean(records.map(wordsOf)) : null,
  }
}

/** The paper's yes rate is over all records, attribute answers included. */
function splitStatistics(split: string, records: readonly BuiltRecord[]): SplitStatistics {
  const count = (kind: string): number => records.filter(record => kindOf(record) === kind).length
  return {
    split,
    n: records.length,
    images: new Set(records.map(record => record.imageId)).size,
    yes: count('yes'),
    no: count('no'),
    attr: count('attr'),
    yesRate: records.length ? count('yes') / records.length : null,
    words: records.length ? mean(records.map(wordsOf)) : null,
  }
}

function tally(values: readonly number[]): [value: number, n: number][] {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((a, b) => a[0] - b[0])
}

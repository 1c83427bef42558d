import { SpatialTunnelError, shown } from '../../core/errors.ts'
import type { TableCheck, Weighted } from './check-table.ts'

/** The forms of a check, for help texts. */
export const TABLE_CHECK_FORMS = [
  'sum: yes + no + attr = n',
  'mean: yes*566 + no*329 = acc',
  'grim: acc of 895 percent',
  'monotone: t3 <= t4 <= t5',
  'f1: yes*566 + no*329 - unparsed = f1 percent',
] as const

/**
 * Reads one check as a line of text; weights are numbers or columns.
 *
 * @throws SpatialTunnelError `table-check`
 * @example parseTableCheck('grim: acc of 895 percent')
 */
export function parseTableCheck(text: string): TableCheck {
  const refuse = (): never => {
    throw new SpatialTunnelError({
      code: 'table-check',
      where: 'check',
      found: shown(text),
      expected: TABLE_CHECK_FORMS.map(form => `"${form}"`).join(' or '),
    })
  }
  const [, kind, rest] = /^\s*(\w+)\s*:\s*(.*?)\s*$/.exec(text) ?? refuse()
  const scale = /\spercent$/.test(rest!) ? 100 : 1
  const body = rest!.replace(/\s+percent$/, '')
  const sides = body.split('=').map(side => side.trim())
  const terms = (side: string): string[] => side.split(/\s\+\s/).map(term => term.trim())
  if (kind === 'monotone') {
    const columns = body.split('<=').map(column => column.trim())
    return columns.length > 1 ? { kind, columns } : refuse()
  }
  if (kind === 'grim') {
    const [, column, n] = /^(.+)\s+of\s+(\S+)$/.exec(body) ?? refuse()
    return { kind, column: column!, n: numberOr(n!), scale }
  }
  if (sides.length !== 2 || !sides[0] || !sides[1]) return refuse()
  if (kind === 'sum') return { kind, parts: terms(sides[0]), total: sides[1] }
  if (kind === 'mean') return { kind, parts: terms(sides[0]).map(weighted), total: sides[1] }
  if (kind !== 'f1') return refuse()
  const [products, unparsed] = sides[0].split(/\s-\s/)
  const [positive, negative] = terms(products!).map(weighted)
  return positive && negative
    ? { kind, positive, negative, unparsed: unparsed?.trim() ?? null, f1: sides[1], scale }
    : refuse()
}

const numberOr = (text: string): number | string => (/^\d+(?:\.\d+)?$/.test(text) ? Number(text) : text)

function weighted(term: string): Weighted {
  const at = term.lastIndexOf('*')
  return at < 0
    ? { column: term, weight: 1 }
    : { column: term.slice(0, at).trim(), weight: numberOr(term.slice(at + 1).trim()) }
}

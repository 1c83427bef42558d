import type { Item } from './items.ts'

/** Sentences of a shape that is read as another: a dislocated subject, counts without a verb. */
export const asRead = (items: readonly Item[]): readonly Item[] => withCounts(withoutDislocation(items))

/** "Next to the cone it stands, the cube": "next to the cone stands the cube". */
function withoutDislocation(items: readonly Item[]): readonly Item[] {
  if (!/^relation noun noun be comma noun$/.test(items.map(item => item.tag).join(' '))) return items
  if (items[2]!.noun!.pronoun !== 'it' || items[5]!.noun!.abstract) return items
  return [...items.slice(0, 2), items[3]!, items[5]!]
}

/** "4 objects.", "Inventory: two cubes and one cylinder, plus the sphere.": counted, without a verb. */
function withCounts(items: readonly Item[]): readonly Item[] {
  const heading =
    items[0]?.tag === 'word' &&
    items[1]?.text === ';' &&
    /^(?:inventory|count|counts|tally|contents|summary|overview)$/.test(items[0].text)
      ? 2
      : 0
  // "Objects: five."
  const [name, colon, number] = items
  if (
    items.length === 3 &&
    name!.noun?.plural &&
    name!.noun.determiner === 'bare' &&
    colon!.text === ';' &&
    number!.tag === 'number'
  )
    return [{ ...name!, tag: 'exist', value: '', noun: null }, name!, { ...colon!, tag: 'be', text: '=' }, number!]
  const further = items.findIndex(
    (item, i) => item.tag === 'comma' && / of (?:them|which|these|those)$/.test(items[i + 1]?.noun?.text ?? ''),
  )
  const things = items.slice(heading, further < 0 ? undefined : further)
  const rest = further < 0 ? [] : items.slice(further)
  const counts = things.filter(item => item.tag === 'noun' && isCount(item))
  const isPlain = things.every(item => ['comma', 'and', 'noun'].includes(item.tag) || item.value === 'total')
  const others = things.filter(item => item.tag === 'noun' && !isCount(item))
  if (!isPlain || counts.length === 0 || (others.length > 0 && others[0] !== things.at(-1)) || !isCount(things[0]!))
    return items
  const last = things.findLastIndex(item => item.tag === 'noun' && isCount(item))
  const [first] = counts
  return [{ ...first!, tag: 'exist', value: '', noun: null }, ...things.slice(0, last + 1), ...rest]
}

/** "Two cubes", "three objects". */
export const isCount = ({ noun }: Item): boolean =>
  noun !== null &&
  noun.determiner === 'number' &&
  noun.count !== null &&
  !noun.unknown &&
  !noun.abstract &&
  noun.pronoun === null &&
  (noun.name !== null || noun.plural)

/** ROUGE's tokens: lower-case letters and digits, everything else a space. No stemming. */
export const rougeTokens = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? []

/** Tokens of the token-F1: lower-case, tags removed, ASCII punctuation deleted, articles dropped. */
export const answerTokens = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[!-/:-@[-`{-~]/g, '')
    .split(/\s+/)
    .filter(token => token !== '' && token !== 'a' && token !== 'an' && token !== 'the')

/** A noun's singular, by the regular rules and the irregular plurals that scene graphs name. */
export function singular(noun: string): string {
  const known = IRREGULAR.get(noun)
  if (known !== undefined) return known
  if (!noun.endsWith('s')) return noun
  if (/(?:ss|us|is)$/.test(noun) || noun.length < 4) return noun
  if (/ies$/.test(noun) && noun.length > 4) return `${noun.slice(0, -3)}y`
  if (/(?:ch|sh|x|ss|zz)es$/.test(noun)) return noun.slice(0, -2)
  return noun.slice(0, -1)
}

const IRREGULAR: ReadonlyMap<string, string> = new Map(
  Object.entries({
    men: 'man',
    women: 'woman',
    children: 'child',
    people: 'person',
    feet: 'foot',
    geese: 'goose',
    mice: 'mouse',
    teeth: 'tooth',
    leaves: 'leaf',
    knives: 'knife',
    shelves: 'shelf',
    loaves: 'loaf',
    wolves: 'wolf',
    halves: 'half',
    scarves: 'scarf',
    glasses: 'glasses',
    pants: 'pants',
    shorts: 'shorts',
    jeans: 'jeans',
    tomatoes: 'tomato',
    potatoes: 'potato',
    buses: 'bus',
    tori: 'torus',
  }),
)

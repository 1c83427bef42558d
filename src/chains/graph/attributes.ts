/** Which kind a value belongs to, as far as the questions ask for kinds. GQA's annotations list bare values. */
const KINDS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries({
    color:
      'red|green|blue|yellow|cyan|magenta|black|orange|purple|white|gray|grey|brown|pink|silver|gold|' +
      'golden|beige|tan|maroon|violet|teal|turquoise|cream colored|blond|light blue|dark blue|' +
      'light brown|dark brown|dark green|light green',
    size: 'small|large|little|big|tiny|huge|giant',
    material:
      'wood|wooden|metal|metallic|plastic|glass|leather|brick|stone|concrete|cloth|paper|porcelain|' +
      'chrome|steel|stainless steel|rubber|cardboard|ceramic',
    shape: 'round|square|rectangular|triangular|octagonal|sphere|cube|cylinder|cone|torus',
    length: 'long|short',
    height: 'tall|short',
    width: 'wide|narrow',
    pattern: 'striped|checkered|plaid|floral|spotted|dotted',
    pose: 'standing|sitting|lying|walking|running|kneeling|crouching|parked',
    activity: 'eating|playing|sleeping|reading|looking down|looking up|smiling|talking',
    cleanliness: 'clean|dirty',
    weather: 'clear|cloudy|overcast|sunny|rainy|stormy|foggy|partly cloudy',
    state: 'open|closed|on|off|full|empty|wet|dry',
    gender: 'male|female',
    age: 'old|young|new',
    tone: 'dark|light|bright',
  }).map(([kind, values]) => [kind, values.split('|')]),
)

/** The value of one kind among an object's attributes (a shape also among its name); null if none is listed. */
export function attributeOfKind(object: { name: string; attributes: readonly string[] }, kind: string): string | null {
  const values = KINDS[kind] ?? []
  const listed = object.attributes.find(attribute => values.includes(attribute.toLowerCase()))
  return (
    listed?.toLowerCase() ??
    (kind === 'shape' && values.includes(object.name.toLowerCase()) ? object.name.toLowerCase() : null)
  )
}

import { phraseKey, phraseKeys } from './phrase-keys.ts'

/**
 * The fixed phrases of the claim grammar, as regular expressions over words joined by single spaces. The longest phrase that
 * starts at a word is taken. Everything that says left has its twin that says right: the grammar is its own mirror image.
 */

/** What a phrase does in a clause; nouns (`noun`) and unknown words (`word`) are found elsewhere. */
export type Tag =
  /** Relation that wants an object: "to the left of". */
  | 'relation'
  /** The same towards "it": "to its left". */
  | 'relation-it'
  /** Comparative without its object: "closer". */
  | 'comparative'
  /** "more to the left", "on the left": a place in the image. */
  | 'position'
  | 'extreme'
  | 'be'
  | 'have'
  | 'not'
  /** "there is", "I can see". */
  | 'exist'
  /** "visible", "present". */
  | 'visible'
  | 'absent'
  | 'than'
  /** "compared with". */
  | 'versus'
  /** Names something and says nothing of it: "unlike", "as for". */
  | 'unlike'
  /** "everything else, including the cube" */
  | 'including'
  /** "between": its objects make no claim. */
  | 'between'
  | 'and'
  | 'or'
  | 'comma'
  /** New clause: "but", "so", "while", ";". */
  | 'joiner'
  /** New clause, because of the other one. */
  | 'causal'
  /** "which", "that is". */
  | 'which'
  | 'with'
  | 'hedge'
  /** Plans, questions, suppositions: what follows is not claimed. */
  | 'plan'
  | 'whether'
  | 'would'
  | 'retract'
  | 'untrue'
  /** "of the two". */
  | 'of-two'
  /** "from left to right": what follows comes in this order. */
  | 'order'
  | 'depth-noun'
  | 'greater'
  | 'smaller'
  /** "the camera is closer to": what it is closer to is the subject. */
  | 'camera-near'
  | 'camera'
  | 'skip'

export interface Phrase {
  readonly tag: Tag
  readonly value: string
  readonly pattern: RegExp
}

const FRAME =
  '(?:(?:the |this |our )?(?:whole |entire |given |2d |rendered |tunnel |camera )?(?:image|picture|frame|photo|photograph|scene|view|shot|canvas|screen|tunnel|plane|field of view)(?: plane)?)'
const SIDE = '(?:(?:hand )?(?:side|half|part|portion|edge|region|area|third|section|corner|end))'
const CAMERA =
  '(?:the camera lens|the camera|camera|the viewer|viewer|the observer|observer|the lens|the viewpoint|the photographer|the eye|our viewpoint|us|me|you|where we stand|where we are|the front)'
const CENTER = '(?:(?:the )?(?:center|centre|middle|midline|center line|centre line)(?: line)?)'
const DEPTHWARD =
  '(?: away| back| off| out| along| down| in| inside| deeper| into(?= (?:the )?(?:tunnel|scene|distance))| ahead| to the back| up)*'
const WHERE = `(?: (?:from|to|towards?|than) ${CAMERA}(?: position)?| (?:into|in|inside|down|along|within) (?:the )?(?:tunnel|scene|distance|depth|image|picture|corridor)| in depth| in terms of depth| along the depth axis| by \\w+(?: \\w+)?(?= than))*`
const DEGREE =
  '(?:(?:much|slightly|a bit|a little|far|somewhat|considerably|clearly|significantly|even|a lot|noticeably|well|way|rather|quite|just|directly|immediately|a good deal|marginally|a (?:long|good|short|fair) way|a smidge|a touch|a tad|a hair|a fraction|quite a bit|a fair bit|some distance|right|barely|visibly) )*'

const list: [tag: Tag, value: string, pattern: string][] = []
const add = (tag: Tag, value: string, ...patterns: string[]): void => {
  for (const pattern of patterns) list.push([tag, value, pattern])
}

for (const [side, value, other, extreme] of [
  ['left', 'left_of', 'right', 'leftmost'],
  ['right', 'right_of', 'left', 'rightmost'],
] as const) {
  const notFrame = `(?! (?:of )?(?:${FRAME}|${CENTER})(?: |$))`
  add(
    'relation',
    value,
    `${DEGREE}(?:over )?(?:(?:to|on|at|toward|towards|off to) )?(?:the )?(?:immediate |far |very )?${side}(?: hand)?(?: side)?(?: (?:and|rather than|not|instead of|as opposed to|,)(?: ,)?(?: not| rather than| instead of)?(?: to| on)?(?: the)? ${other}(?: ,)?)? (?:of|from)${notFrame}`,
    `${DEGREE}(?:further|farther|more)(?: over)?(?: (?:to|toward|towards|on))?(?: the)? ${side}(?:wards?)?(?: side)?(?: in ${FRAME})? than`,
    `${DEGREE}${side}wards? of`,
    `${side} of`,
  )
  add('relation-it', value, `(?:to|on|at) (?:its|their|his|her)(?: immediate| own)? ${side}(?: hand)?(?: side)?`)
  add(
    'position',
    side,
    `(?:in|on|at|to|toward|towards|near|along|within|by|close to|over on|over to|off to|of) (?:the )?(?:far |very |extreme )?${side}(?: hand)?(?: ${SIDE})?(?: (?:of|in|within|from) (?:${FRAME}|${CENTER}(?: of ${FRAME})?))?`,
    `${side} of (?:${CENTER}(?: of ${FRAME})?|${FRAME})`,
    `(?:in|on|at|within) ${FRAME} ${side} (?:half|side|part)`,
    `(?:against|along|on|at|touching|by|near|hugging|to|beside|next to|attached to|from) the ${side}(?: hand)?(?: side)? wall`,
    `${side}(?! (?:behind|above|below|next|in front|beside|under|underneath|beneath|over|at|there|here|by|on top|up|down|away|near|close)(?: |$))(?: (?:side|half))?(?: (?:of|in) ${FRAME})?`,
    `on (?:image|screen|camera) ${side}`,
  )
  add(
    'comparative',
    value,
    `${DEGREE}(?:further|farther|more)(?: over)?(?: (?:to|toward|towards|on))?(?: the)? ${side}(?:wards?)?`,
  )
  add(
    'extreme',
    extreme,
    `(?:the )?${side}(?: )?most(?: (?:object|one|thing|item|shape))?(?: (?:of|in) (?:all|them|${FRAME}))?`,
    `(?:the )?(?:furthest|farthest) (?:to the |over to the |on the )?${side}(?: (?:of|in) (?:all|them|${FRAME}))?`,
    `(?:the )?most ${side}`,
  )
  for (const [row, words] of [
    ['top', '(?:top|upper)'],
    ['bottom', '(?:bottom|lower)'],
  ] as const) {
    add(
      'position',
      `${row}+${side}`,
      `(?:in|on|at|to|toward|towards|near|within) (?:the )?(?:far |very )?${words}(?: |,)?${side}(?: hand)?(?: ${SIDE})?(?: (?:of|in) ${FRAME})?`,
      `(?:in|on|at|to|toward|towards|near|within) (?:the )?${side} ${words}(?: ${SIDE})?(?: (?:of|in) ${FRAME})?`,
    )
  }
}
add(
  'skip',
  '',
  'right(?= (?:behind|above|below|next|in front|beside|under|underneath|beneath|over|at|there|here|now|by|on top|up|down|away|near|close))',
)
add('skip', '', '(?:that|this|which) (?:is|seems|looks) (?:right|correct|true)')

for (const [row, value, words, level, wall, extremes, high] of [
  ['top', 'above', '(?:top|upper)', 'higher', '(?:ceiling|roof)', ['topmost', 'highest'], 'high'],
  ['bottom', 'below', '(?:bottom|lower)', 'lower', '(?:floor|ground)', ['bottommost', 'lowest'], 'low'],
] as const) {
  add(
    'position',
    row,
    `(?:in|on|at|to|toward|towards|near|within|along|by|of) (?:the )?(?:very )?${words}(?: ${SIDE})?(?: (?:of|in|within) ${FRAME})?`,
    `${high}(?: (?:up|down))? (?:in|within|on) ${FRAME}`,
    `(?:against|along|on|at|touching|by|near|from|attached to) the ${wall}`,
    `${row === 'top' ? 'up (?:at the )?top|up high|up above' : 'down low|down (?:at the )?bottom'}(?: (?:of|in) ${FRAME})?`,
  )
  add(
    'relation',
    value,
    `${DEGREE}${level}(?: (?:up|down))? (?:in|within|on) ${FRAME} (?:than|compared (?:to|with))`,
    `${DEGREE}(?:closer|nearer) to the ${row}(?: (?:edge))?(?: of ${FRAME})? than`,
    `${DEGREE}at a ${level} (?:position|place|spot|point)(?: (?:in|of) ${FRAME})? than`,
  )
  add('comparative', value, `${DEGREE}${level}(?: (?:up|down))? (?:in|within|on) ${FRAME}`)
  add(
    'relation',
    level,
    `${DEGREE}${level}(?: (?:up|down|in height|in space|in 3d))* than`,
    `at a ${level === 'higher' ? '(?:greater|higher)' : '(?:lower|smaller|lesser)'} (?:height|elevation|level|altitude)(?: (?:off|above) the (?:floor|ground))? than`,
  )
  add('comparative', level, `${DEGREE}${level}(?: (?:up|down|in height))?`)
  add(
    'extreme',
    extremes[0],
    `(?:the )?${extremes[0]}(?: (?:object|one|thing|item|shape))?`,
    `(?:the )?${extremes[1]}(?: (?:object|one|thing|item|shape))? (?:in|within|of) ${FRAME}`,
  )
  add('extreme', extremes[1], `(?:the )?${extremes[1]}(?: (?:object|one|thing|item|shape|of all|up|down))?`)
}
add('relation', 'above', `${DEGREE}(?:above|over)`)
add('relation', 'below', `${DEGREE}(?:below|beneath|underneath|under)`)
add('relation', 'on_top_of', 'on top of', 'atop')
add(
  'relation',
  'near',
  `${DEGREE}(?:near|close to|close by|in the vicinity of|not far from|nearby to|right by|hard by)(?! ${CAMERA}(?: |$))`,
)
add('relation', 'next_to', `${DEGREE}(?:next to|beside|adjacent to|alongside|side by side with)`)
add('relation', 'inside', 'inside(?: of)?', 'within')
add('skip', '', `(?:near|close to|far from|far away from) ${CAMERA}`)

const THAN = '(?:than|compared (?:to|with)|relative to)'
add('relation', 'closer', `${DEGREE}(?:closer|nearer)${DEPTHWARD}${WHERE}(?: ,)? ${THAN}`)
add('comparative', 'closer', `${DEGREE}(?:closer|nearer)${DEPTHWARD}${WHERE}(?! to (?:the|it|that|a) )`)
add(
  'relation',
  'farther',
  `${DEGREE}(?:farther|further|more distant|deeper|more remote)${DEPTHWARD}${WHERE}(?: ,)? ${THAN}`,
)
add('comparative', 'farther', `${DEGREE}(?:farther|further|more distant|deeper|more remote)${DEPTHWARD}${WHERE}`)
add('relation', 'in_front_of', `${DEGREE}(?:in front of|ahead of)(?! ${CAMERA}(?: |$))`)
add('relation', 'behind', `${DEGREE}(?:behind|in back of|at the back of|beyond|in the rear of)`)
add('relation', 'not-as-far', `(?:as|so) (?:far|distant|deep)${DEPTHWARD}${WHERE} as`)
add('relation', 'not-as-near', `(?:as|so) (?:close|near)${WHERE} as`)
add(
  'relation',
  'closer',
  `(?:at|with|has|have) (?:a )?(?:smaller|shorter|lesser|lower) (?:depth|distance)(?: value)?${WHERE} than`,
  `less (?:far|distant|deep)${DEPTHWARD}${WHERE} than`,
)
add(
  'relation',
  'farther',
  `(?:at|with|has|have) (?:a )?(?:greater|larger|bigger|longer|higher) (?:depth|distance)(?: value)?${WHERE} than`,
  `less (?:close|near)${WHERE} than`,
)
add('comparative', 'closer', 'in front(?! of)', 'the (?:closer|nearer)(?: (?:one|object))?')
add(
  'comparative',
  'farther',
  'the (?:farther|further|more distant)(?: (?:one|object))?',
  'at the back(?! of)',
  'behind(?= (?:,|;|$))',
)
const AMONG = `(?: ,)?(?: (?:of|among|amongst|out of) (?:all|them|(?:all )?(?:of )?(?:the |these |those )?(?:\\w+ )?(?:objects|things|items|shapes|ones|three|four|five|six|all)))*(?: in ${FRAME})?`
const THING = '(?: (?:object|one|thing|item|shape|of all))?'
add(
  'extreme',
  'closest',
  `(?:the )?(?:very )?(?:closest|nearest|frontmost|foremost)${THING}(?! to (?:the|it|that|a) (?!camera|viewer|observer|lens|front))${WHERE}${AMONG}`,
  `(?:the )?least (?:distant|far away)${AMONG}`,
)
add(
  'extreme',
  'farthest',
  `(?:the )?(?:very )?(?:farthest|furthest|most distant|deepest|rearmost|backmost)(?: away| back| off)?${THING}${DEPTHWARD}${WHERE}${AMONG}`,
)
add(
  'skip',
  '',
  '(?:the )?(?:second|third|fourth|2nd|3rd|next|joint|two|three) (?:closest|nearest|farthest|furthest|most distant|leftmost|rightmost|highest|lowest)\\b.*',
)
add('between', '', '(?:in )?between', 'midway between', 'sandwiched between', 'flanked by', 'surrounded by')

add(
  'be',
  '',
  '(?:is|are|was|were|be|being|been|sits?|sitting|lies|lie|lying|stands?|standing|rests?|resting|hangs?|hanging|floats?|floating|remains?|stays?|placed|located|positioned|situated|lives?|resides?|appearing(?= (?:to the|on|in)))',
  '(?:ends? up|turns? out to be|comes?|can be (?:found|seen)|is (?:to be )?(?:found|seen)|must be|has to be|found|seen)',
  '(?:is|are) (?:located|positioned|placed|situated|parked)',
  'parked',
  'is to be found',
  '(?:shows|turns|pops) up',
)
add(
  'be',
  'hedge',
  '(?:seems?|appears?|looks)(?: to be| to lie| to sit| to stand| like it is| as if it is| as though it is)?',
  '(?:might|may|could|should) (?:well )?be',
)
add('have', '', 'has', 'have', 'having')
add('not', '', 'not', 'never', 'no longer', 'by no means', 'in no way', 'hardly', 'nowhere(?= near)')
add('not', 'neither', 'neither')
add(
  'exist',
  '',
  '(?:there|here)(?: also| clearly| still| indeed)* (?:is|are|was|were|exists?|stands?|sits?|lies|remains?|(?:seems?|appears?) to be)(?: also| clearly| still| indeed| only| just| exactly)*',
  '(?:i|we|you|one)(?: can| could| do| did| will)?(?: also| clearly| only| just| still| then| now| have| basically)* (?:see|spot|notice|observe|find|count|identify|detect|make out|have|got|saw|found|come upon|come across|run into|get)(?: that| only| just| exactly| clearly| also)*',
  `${FRAME}(?: also| only| clearly)? (?:shows?|contains?|has|includes?|depicts?|features?|holds?|displays?|consists? of)(?: only| just| exactly)?`,
)
add(
  'exist',
  'not',
  '(?:there|here)(?: also| clearly)* (?:is|are|was|were|exists?) (?:not|never)(?: actually| really)?(?: any)?',
  '(?:i|we|you|one) (?:can|could|do|did) not(?: also| clearly| really| actually)* (?:see|spot|notice|observe|find|detect|identify|make out|have)(?: any)?',
  '(?:i|we|you|one) (?:fail|am unable|are unable) to (?:see|find|spot)(?: any)?',
  `${FRAME} (?:does|do) not (?:show|contain|have|include|depict)(?: any)?`,
  `${FRAME} (?:lacks|is missing)`,
)
add(
  'visible',
  '',
  `(?:visible|present|in sight|in view|in existence)(?: anywhere)?(?: (?:in|within) ${FRAME})?`,
  `(?:exists?|occurs?)(?: (?:in|within) ${FRAME})?`,
)
add('absent', '', `(?:missing|absent|nowhere to be (?:seen|found)|nowhere in sight|nowhere)(?: (?:in|from) ${FRAME})?`)
add('than', '', 'than')
add(
  'versus',
  '',
  '(?:when )?compared (?:to|with)',
  'in comparison (?:to|with)',
  'relative to',
  'with respect to',
  'versus',
  'vs',
  'seen from',
  'as seen from',
)
/** Names something without comparing with it. */
add('unlike', '', 'unlike', 'as opposed to', 'as for', 'regarding', 'concerning', 'apart from', 'except for')
add('including', '', 'including', 'even')
add('and', '', 'and', 'and also', 'as well as', 'plus', '&')
add('or', '', 'or')
add('or', 'nor', 'nor')
add('comma', '', ',')
add(
  'joiner',
  '',
  ';',
  'but',
  'while',
  'whereas',
  'although',
  'though',
  'yet',
  'however',
  'even though',
  'given that',
  'and so is',
  'except',
  'when',
  'whilst',
)
add(
  'causal',
  '',
  'so',
  'so that',
  'hence',
  'thus',
  'therefore',
  'because',
  'since',
  'as(?= (?:it|the|a|its))',
  'which (?:means|implies|makes|puts|suggests|tells us|indicates|shows)(?: that)?',
  '(?:this|that|it) (?:means|implies|suggests|tells us|indicates|shows)(?: that)?',
  'meaning(?: that)?',
  'consequently',
  'accordingly',
  'as a result',
  'making',
  'due to',
  'and therefore',
  'and so',
  'for that reason',
  'it follows that',
  'from this',
)
add('which', '', 'which', 'that(?= (?:is|are|was|sits|lies|stands|can))', 'who')
add('with', '', 'with')
add(
  'hedge',
  '',
  'probably',
  'maybe',
  'perhaps',
  'likely',
  'possibly',
  'apparently',
  'presumably',
  'i (?:think|believe|guess|suppose|suspect|would say)(?: that)?',
  'it (?:seems|appears|looks like)(?: that)?',
  'seemingly',
  'arguably',
  'as far as i can tell',
  'i am not (?:entirely |quite |fully )?(?:sure|certain)(?: but)?',
  'most likely',
  'roughly speaking',
  'if i am not mistaken',
  'it is likely(?: that)?',
  'looks like',
)
add(
  'plan',
  '',
  '(?:look|looking|looks|looked)(?: closely| carefully)? (?:at|for|to)',
  '(?:check|checking|verify|verifying|determine|determining|identify|identifying|locate|locating|find out|figure out|compare|comparing|consider|considering|inspect|examine|examining|establish|confirm(?! that)|assess|decide|deciding)',
  '(?:need|needs|needed|want|wants|have|has) to(?! be)',
  '(?:let me|let us|i will|we will|i am going to|we are going to|i should|we should|i must|we must|we can now|i can now|my task is|the task is|the goal is)',
  'to (?:find|see|determine|check|verify|answer|decide|know|establish|confirm|compare|locate|identify|solve)',
  '(?:asks?|asked|asking|wonders?|wondering|question(?:s|ed|ing)?|query)',
  '(?:suppose|imagine|assume|assuming|supposing|pretend)(?: that)?',
  '(?:focus|focusing|concentrate) on',
  '(?:starting|start|begin|beginning) (?:with|from|by)',
  '(?:the )?(?:statement|claim|hypothesis|proposition|premise|condition|requirement|relation|relationship) (?:that|is that|between|of|to)',
  'in order to',
  'for (?:the answer|this|that|it) to (?:be|hold)',
  'regardless of',
  'whichever',
)
add(
  'skip',
  '',
  'if only (?:just|slightly|barely|by (?:a hair|a little|a bit|a small margin))',
  'if (?:just|barely|slightly|ever so slightly)',
  'if (?:you|we|one|i) (?:look|check|compare|examine|consider|inspect|trace|move|go)(?: closely| carefully)?(?: at| from| along)?',
)
add('whether', '', 'whether', 'if', 'unless', 'in case', 'provided that', 'where exactly')
add(
  'would',
  '',
  '(?:one|you|i|we|some) (?:might|could|may|would) (?:be tempted to |well )?(?:think|say|believe|guess|assume|expect|argue)(?: that)?',
  'would',
  'were(?= (?:the|it))',
)
add(
  'retract',
  'last',
  'scratch that',
  'i was wrong',
  '(?:that|this|it) (?:is|was) (?:wrong|not right|not correct|incorrect|a mistake|not true|not quite right|false)',
  'no that is wrong',
  'my mistake',
  'strike that',
  'i take that back',
  'i misspoke',
  'let me correct (?:that|myself)',
  'never mind',
  '(?:ignore|forget|disregard) that',
  'let me (?:look|think|check) again',
)
add(
  'retract',
  'conflict',
  '(?:no )?wait(?: a (?:second|moment|minute))?',
  'hold on',
  'actually',
  'correction',
  'on second thought',
  'on closer inspection',
  'looking again',
  'hmm',
  'rather(?= ,)',
  'in fact',
  'or rather',
  'i mean',
)
add(
  'untrue',
  '',
  '(?:it|this) is (?:not (?:true|the case|correct|right|so)|false|untrue|wrong to say|incorrect|incorrect to say|wrong)(?: to say)? that',
  'it is not that',
  'i (?:do not|would not) (?:think|believe|say)(?: that)?',
  'it would be wrong to say(?: that)?',
)
add(
  'of-two',
  '',
  '(?:,)?(?:of|between|out of|from) (?:the|these|those) two(?: objects| things| shapes)?',
  'of (?:the )?both',
  'out of both',
)
for (const [value, ...orders] of [
  ['left_of', 'left to right'],
  ['right_of', 'right to left'],
  ['above', 'top to bottom', 'upper to lower'],
  ['below', 'bottom to top'],
  ['closer', '(?:nearest|closest|near|nearer) to (?:farthest|furthest|far|most distant|farther)', 'front to back'],
  ['farther', '(?:farthest|furthest|far|most distant) to (?:nearest|closest|near)', 'back to front'],
  ['higher', 'highest to lowest'],
  ['lower', 'lowest to highest'],
] as const) {
  add('order', value, ...orders.map(order => `(?:going |listed |ordered |in order )?from (?:the )?${order}`))
}
add('depth-noun', '', `(?:the )?(?:depth|distance)(?: value)?(?: (?:from|to) ${CAMERA})?`)
add('greater', '', `(?:greater|larger|bigger|higher|longer|more)(?: in depth)? ${THAN}`, 'exceeds')
add('smaller', '', `(?:smaller|less|shorter|lower)(?: in depth)? ${THAN}`)
add('camera-near', 'closer', `(?:the )?(?:camera|viewer|observer) (?:is|sits|stands) ${DEGREE}(?:closer|nearer) to`)
add(
  'camera-near',
  'farther',
  `(?:the )?(?:camera|viewer|observer) (?:is|sits|stands) ${DEGREE}(?:farther|further)(?: away)? from`,
)
add('camera', '', `(?:the )?(?:camera|viewer|observer)`)
add(
  'skip',
  '',
  '(?:also|clearly|just|slightly|much|directly|immediately|really|very|quite|indeed|still|then|now|visibly|obviously|definitely|certainly|evidently|well|somewhat|considerably|exactly|simply|only|even|too|again|there|here|physically|horizontally|vertically|next|first|second|third|finally|furthermore|moreover|additionally|meanwhile|overall|far|so far|a bit|a little|a lot|by far|plainly|noticeably|significantly|both|respectively|likewise|similarly|instead|in turn|at the same time|roughly|approximately|about|quickly|spatially|strictly|all|each|been|rather)',
  '(?:as well|in terms of (?:depth|height|position)|in depth|in this case|in other words|for sure|without doubt|no doubt|of course|at all|at least|by comparison|in comparison|in contrast|on the other hand|on the one hand|from here|up here|down here|over there)',
  `(?:in|within|of|from|on|across) ${FRAME}`,
  `(?:from|in) (?:the|our|my) (?:camera|viewer|observer)(?: 's)? (?:perspective|point of view|viewpoint|view|side)`,
  '(?:from|in) (?:our|my|this) (?:perspective|point of view|viewpoint|view)',
  'along the (?:horizontal|vertical|depth|x|y|z) axis',
  '(?:i|we|you|one) (?:can )?(?:also |clearly )?(?:note|notice|know|conclude|confirm|infer|see|observe|find|say|tell|deduce)(?: here| now)? that',
  '(?:it is (?:clear|obvious|evident|true|the case)|note|notice|recall|clearly|remember) that',
  '(?:in the )?(?:image|picture|scene|photo) ,',
  '(?:as|like) (?:noted|seen|stated|mentioned|established|said|we saw)(?: above| before| earlier)?',
  'what is more',
  'that is to say',
  '(?:it|one) can (?:also )?be said(?: here)? that',
  '(?:i|we|you|one) can say that',
  'or so it (?:would )?(?:seems?|appears?)',
  'that said',
  'no problem',
  'ok',
  'okay',
  'well ,',
  'yes(?= ,)',
  'right ,',
)

const compiled = list.map(([tag, value, source]) => ({
  phrase: { tag, value, pattern: new RegExp(`${source}(?= |$)`, 'y') },
  keys: phraseKeys(source),
}))

/** Phrases by the words that they can begin with. */
const byKey: ReadonlyMap<string, readonly Phrase[]> = compiled.reduce((map, { phrase, keys }) => {
  for (const key of keys ?? []) map.set(key, [...(map.get(key) ?? []), phrase])
  return map
}, new Map<string, Phrase[]>())
const anyKey: readonly Phrase[] = compiled.flatMap(({ phrase, keys }) => (keys === null ? [phrase] : []))

/** A phrase found in a sentence; `length` in words. */
export interface FoundPhrase {
  readonly phrase: Phrase
  readonly length: number
}

/** A sentence as one text, searched for phrases; every place is searched once. */
export class PhraseFinder {
  /** Words joined by single spaces. */
  readonly text: string
  /** Where each word starts in `text`; one more for the end. */
  private readonly offsets: readonly number[]
  private readonly found: (FoundPhrase | null | undefined)[] = []

  constructor(words: readonly { readonly text: string }[]) {
    this.text = words.map(word => word.text).join(' ')
    const offsets = [0]
    for (const word of words) offsets.push(offsets.at(-1)! + word.text.length + 1)
    this.offsets = offsets
  }

  /** The text from a word on, to a number of letters or another word. */
  textFrom(word: number, letters: number): string {
    return this.text.slice(this.offsets[word], this.offsets[word]! + letters)
  }

  textOf(word: number, length: number): string {
    return this.text.slice(this.offsets[word], this.offsets[word + length]! - 1)
  }

  /** Longest phrase that starts at a word; null if none does. */
  at(word: number): FoundPhrase | null {
    const known = this.found[word]
    if (known !== undefined) return known
    const phrase = longestPhrase(this.text, this.offsets[word]!)
    let length = 0
    while (phrase && this.offsets[word + length]! <= phrase.end) length++
    this.found[word] = phrase && { phrase: phrase.phrase, length }
    return this.found[word]!
  }
}

function longestPhrase(text: string, at: number): { phrase: Phrase; end: number } | null {
  const { long, short } = phraseKey(text, at)
  let best: { phrase: Phrase; end: number } | null = null
  for (const phrases of [byKey.get(long), long === short ? undefined : byKey.get(short), anyKey]) {
    for (const phrase of phrases ?? []) {
      phrase.pattern.lastIndex = at
      if (phrase.pattern.test(text) && phrase.pattern.lastIndex > (best?.end ?? at)) {
        best = { phrase, end: phrase.pattern.lastIndex }
      }
    }
  }
  return best
}

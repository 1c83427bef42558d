import { FRAME, phraseSources } from './phrase-pieces.ts'

const NUMBER = '(?:one|two|three|four|five|six|seven|eight|nine|ten|[0-9])'
const THINGS = '(?:objects|things|shapes|items)'

/** What makes clauses: verbs, negations, what exists, comparison, joints. */
export const CLAUSE_PHRASES = phraseSources(add => {
  add(
    'be',
    '',
    '(?:is|are|was|were|be|being|been|sits?|sitting|lies|lie|lying|stands?|standing|rests?|resting|hangs?|hanging|floats?|floating|remains?|stays?|placed|located|positioned|situated|lives?|resides?|appearing(?= (?:to the|on|in)))',
    '(?:ends? up|turns? out to be|comes?|can be (?:found|seen)|is (?:to be )?(?:found|seen)|must be|has to be|found|seen)',
    '(?:is|are) (?:located?|positioned?|placed?|situated?|parked)',
    'parked',
    'as (?:being|lying|sitting|standing|located|placed)',
    '(?:colou?red|painted|tinted)',
    'is to be found',
    '(?:shows|turns|pops) up',
    '=',
    '(?:occup(?:ies|y|ying)|takes? up|has|have|having|holds?) (?:a|the|its) (?:\\w+ )?(?:position|place|spot|location)',
    '(?:perched|hovering|hovers?|suspended|dangling|dangles?|tucked(?: away)?|set|nestled|towers?|looms?|looming|drifts?|drifting|rises?)(?= )',
  )
  add('be', 'do', 'does', 'do(?= not| too| as well| ,|$)', 'did')
  add(
    'same',
    '',
    '(?:so|as|just as|same goes for) (?:is|are|does|do|was)',
    '(?:the )?same (?:goes|holds|is true|applies) (?:for|to|of)',
  )
  add('same', 'instead', '(?:that|it) would be(?= the )', '(?:that|this) (?:title|honou?r) goes to')
  add('same', 'not', '(?:neither|nor) (?:is|are|does|do|was)')
  add('too', '', '(?:too|as well|likewise|either)(?= (?:,|;|and|but|so)|$)')
  add(
    'follow',
    '',
    'followed by',
    '(?:and )?(?:the )?next(?: (?:one|closest|nearest|object|up|in line))?(?: one)? (?:is|comes|would be)',
    '(?:and )?(?:then|next|after (?:it|that|which))(?: ,)? comes?',
    '(?:and )?(?:then|next|lastly|finally|last)(?= (?:the|a|by) )(?: by)?',
    '(?:and )?then(?= (?:red|green|blue|yellow|cyan|magenta|black|orange|purple|white|gr[ae]y|brown)(?: ,| ;|$))',
  )
  add(
    'be',
    'hedge',
    '(?:seems?|appears?|looks)(?: to be| to lie| to sit| to stand| like it is| as if it is| as though it is)?',
    '(?:might|may|could|should) (?:well )?be',
  )
  add('have', '', 'has', 'have', 'having', '(?:contains|holds|shows)(?= (?:the|a|an) )')
  add(
    'not',
    '',
    'not',
    'never',
    'no longer',
    'by no means',
    '(?:in )?no way',
    'under no circumstances',
    'at no point',
    'fails? to be',
    'hardly',
    'scarcely',
    'by no stretch(?: of the imagination)?',
    'anything but',
    'far from being',
    'nowhere(?= near)',
    'no(?= (?:closer|nearer|farther|further|deeper|higher|lower|more|less) )',
  )
  add('skip', '', 'in question', 'being discussed', 'we are looking for')
  add('skip', '', 'not (?:only|merely|simply)')
  add('not', 'neither', 'neither')
  add(
    'exist',
    '',
    '(?:there|here)(?: also| clearly| still| indeed)* (?:is|are|was|were|exists?|stands?|sits?|lies|remains?|(?:might|may|could|must|should|has to|will)(?: well| also)? be|(?:seems?|appears?) to be)(?: also| clearly| still| indeed| only| just| exactly)*',
    '(?:i|we|you|one)(?: can| could| do| did| will)?(?: also| clearly| only| just| still| then| now| have| basically)* (?:see|spot|notice|observe|find|count|identify|detect|make out|have|got|saw|found|come upon|come across|run into|get)(?: only| just| exactly| clearly| also)*',
    `${FRAME}(?: also| only| clearly)? (?:shows?|contains?|has|includes?|depicts?|features?|holds?|displays?|captures?|presents?|portrays?|consists? of|is made up of)(?: only| just| exactly)?`,
  )
  add(
    'exist',
    '',
    `(?:that|this|which|it)(?: all| altogether)? (?:makes?|gives?|leaves?|adds up to|comes to|amounts to|brings the total to)(?: it| us| me)?(?: a total of| only| just| exactly)?(?= ${NUMBER} )`,
    `(?:making|giving|for)(?: a total of)?(?: only| just| exactly)?(?= ${NUMBER} ${THINGS})`,
    `that is(?: only| just| exactly)?(?= (?:two|three|four|five|six|seven|eight|nine|ten|[2-9]) )`,
    ', (?:but )?(?:only|just)(?= an? \\w+ one(?: |$))',
    '(?:the )?(?:total )?(?:number|count) of(?= (?:objects|things|shapes|items|\\w+ objects|\\w+) (?:is|equals|=) )',
    '(?:in )?total(?: of)?(?: ;)?(?= \\w+ (?:objects|shapes|things|items))',
  )
  add(
    'exist',
    'not',
    '(?:there|here)(?: also| clearly)* (?:is|are|was|were|exists?) (?:not|never)(?: actually| really)?(?: any)?',
    '(?:there is )?no (?:sign|trace|hint) of(?: any)?',
    '(?:i|we|you|one) (?:can|could|do|did|will|would) not(?: also| clearly| really| actually)* (?:see|spot|notice|observe|find|detect|identify|make out|have)(?: any)?',
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
  add('visible', 'total', '(?:in total|in all|total|all told|altogether|overall|in sum)(?= (?:,|;|and|but)|$)')
  add(
    'absent',
    '',
    `not(?: actually| really| even| anywhere| present)* in ${FRAME}(?= ,| ;|$)`,
    `(?:missing|absent|nowhere to be (?:seen|found)|nowhere in sight|nowhere)(?: (?:in|from) ${FRAME})?`,
  )
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
  add(
    'unlike',
    'all-but',
    'apart from',
    '(?:not (?:counting|including)|ignoring|leaving (?:out|aside)|disregarding|setting aside|excluding)(?= (?:the|that|it|both) )',
    'aside from',
    'except(?: for)?(?= (?:the|it) )',
    'besides',
    'other than',
    'but(?= for the )(?: for)',
  )
  add('unlike', '', 'unlike', 'as opposed to', 'rather than', 'instead of', 'as for', 'regarding', 'concerning')
  add('including', '', 'including', 'even')
  add('and', '', 'among (?:them|these|those)', `including(?= ${NUMBER} )`)
  add('and', '', 'and', 'and also', 'as well as', 'along with', 'together with', 'plus', '&')
  add('or', '', 'or')
  add('or', 'nor', 'nor')
  add('comma', '', ',')
  add(
    'joiner',
    '',
    ';',
    '(?:and )?(?:that|this|which) (?:settles|answers|decides|resolves|does|covers|completes|concludes|closes)(?: (?:it|that|things|everything|the question|the matter|the list|the case))?(?= ,| ;|$)',
    'but',
    'while',
    'whereas',
    'although',
    'though',
    'yet',
    'however',
    'even though',
    'given that',
    'except',
    'when',
    'whilst',
  )
  add(
    'causal',
    '',
    'so(?! (?:is|are|does|do) the )',
    'so that',
    'hence',
    'thus',
    'therefore',
    'because',
    'since',
    'as(?= (?:it|the|a|its))',
    'which (?:means|implies|makes|puts|suggests|tells us|indicates|shows)(?: that)?',
    '(?:this|that|it) (?:means|implies|suggests|tells us|indicates|shows(?! up))(?: that)?',
    'meaning(?: that)?',
    'consequently',
    'accordingly',
    'as a result',
    'making',
    'due to',
    'and therefore',
    'and so(?! (?:is|are|does|do) )',
    'for that reason',
    'it follows that',
    'from this',
  )
  add(
    'which',
    '',
    'which',
    'that(?= (?:is|are|was|sits|lies|stands|can|appears|seems|looks|comes|hangs|floats|rests|remains|ends|has|occupies) )',
    'who',
  )
  add('with', '', 'with')
})

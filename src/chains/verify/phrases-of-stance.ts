import { CAMERA, DEGREE, FRAME, phraseSources, THAN } from './phrase-pieces.ts'

/** How a speaker stands to what is said: hedges, plans, suppositions, others' words, corrections, orders, measures, and words that say nothing here. */
export const STANCE_PHRASES = phraseSources(add => {
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
    'i would (?:still )?(?:lean|go) (?:towards?|with|for)',
    '(?:i|we)(?: also| still| really)? (?:think|believe|guess|suppose|suspect|feel|reckon|assume|figure|would(?: still| also)? (?:say|guess|think|bet|argue|wager|estimate|conclude)|am (?:pretty|fairly|quite|reasonably) (?:sure|confident|certain)|am (?:sure|confident|certain))(?: that)?',
    'my (?:guess|impression|sense|feeling|reading) (?:is|would be)(?: that)?',
    '(?:it is )?(?:safe|fair|reasonable) to (?:say|conclude|assume)(?: that)?',
    'needless to say',
    'would (?:seem|appear)(?: to be)?',
    'it (?:seems|appears|looks like)(?: that)?',
    'seemingly',
    'arguably',
    'as far as i can (?:tell|see)',
    '(?:there is )?no doubt(?: about (?:it|that))?(?: that)?',
    '(?:the )?chances are(?: that)?',
    'i am not (?:entirely |quite |fully )?(?:sure|certain)(?: but)?',
    'most likely',
    'roughly speaking',
    'if i (?:am not mistaken|had to (?:guess|choose|pick|say))',
    'if (?:anything|you ask me)',
    'if i (?:read|see|understand|recall|remember|interpret)(?: \\w+)?(?: \\w+)?(?: \\w+)? (?:correctly|right|well)',
    'it is likely(?: that)?',
    'looks like',
  )
  add(
    'plan',
    '',
    '(?:look|looking|looks|looked)(?: closely| carefully)? (?:at|for|to)',
    '(?:check|checking|verify|verifying|determine|determining|identify|identifying|locate|locating|find out|figure out|compare|comparing|consider|considering|inspect|examine|examining|establish|confirm(?! that)|assess|decide|deciding)',
    '(?:need|needs|needed|want|wants|have|has) to(?! be)',
    '(?:we|i) (?:need|want|require|would like)(?= (?:the|a|it) )',
    '(?:let me|let us|i will|we will|i am going to|we are going to|i should|we should|i must|we must|we can now|i can now|my task is|the task is|the goal is)',
    'to (?:find|see|determine|check|verify|answer|decide|know|establish|confirm|compare|locate|identify|solve)',
    '(?:asks?|asked|asking|wonders?|wondering|question(?:s|ed|ing)?|query)',
    '(?:suppose|imagine|assume|assuming|supposing|pretend)(?: that)?',
    '(?:focus|focusing|concentrate) on',
    '(?:starting|start|begin|beginning) (?:with|from|by)',
    '(?:the )?(?:statement|claim|idea|notion|thought|assumption|suggestion|possibility|hypothesis|proposition|premise|condition|requirement|relation|relationship) (?:that|is that|between|of|to)',
    'in order to',
    '(?:to be|to make|making|make|being) (?:sure|certain)(?: that)?',
    'for (?:the answer|this|that|it) to (?:be|hold)',
    'regardless of(?: whether)?',
    'whether or not',
    'no matter (?:whether|how|what|if|which)',
    'whichever',
  )
  add(
    'skip',
    '',
    'if only (?:just|slightly|barely|by (?:a hair|a little|a bit|a small margin))',
    'if (?:just|barely|slightly|ever so slightly)',
    '(?:though |but |and )?it is (?:hard|difficult|tough|tricky|easy) to (?:tell|say|see|judge)(?: that)?',
    '(?:though |but )?i (?:could|may|might) be (?:wrong|mistaken)',
    '(?:that is )?(?:as|how|the way) (?:i|we|you) see (?:it|things)',
    'in the (?:distance|far distance)',
    'what (?:i|we|you|one) (?:can )?(?:see|find|notice|spot|observe)',
    'if (?:you|we|one|i) (?:look|check|compare|examine|consider|inspect|trace|move|go)(?: closely| carefully)?(?: at| from| along)?',
  )
  add(
    'whether',
    '',
    '(?:i|we)(?: really| still)? doubt(?: that| whether| if)?',
    '(?:am|are|is) (?:not|un) ?(?:convinced|clear|persuaded)(?: that| whether| if)?',
    '(?:can|could|do|would|will|should) not(?: yet| really| simply| just)? (?:say|tell|claim|conclude|confirm|know|be sure|assume|infer|prove|verify|decide)(?: that| whether| if)?',
    'it is (?:unclear|uncertain|doubtful|unlikely|impossible to (?:say|tell))(?: that| whether| if)?',
    'to (?:say|claim|think)(?= the )',
    '(?:that |this |which |it )?(?:does|do|did|would|need) not(?: necessarily| automatically| by itself)? (?:mean|imply|make|suggest|prove|show|follow)(?: that)?',
    '(?:have|has) not(?: yet)? (?:checked|verified|confirmed|established|shown|proved|proven)(?: that| whether| if)?',
    '(?:saying|claiming|to (?:say|claim|think)|it would be (?:rash|wrong|a mistake) to (?:say|claim|think)) that',
  )
  add(
    'whether',
    '',
    'whether',
    'if',
    'unless',
    'in case',
    'provided(?: that)?',
    'providing(?: that)?',
    'as long as',
    'only if',
    'where exactly',
  )
  add(
    'would',
    '',
    '(?:one|you|i|we|some) (?:might|could|may|would) (?:be tempted to |well )?(?:think|say|believe|guess|assume|expect|argue)(?: that)?',
    'would',
    '(?:i|we)(?: had)?(?: first| initially| at first)? (?:thought|assumed|believed|expected|guessed)(?: at first| initially)?(?: that)?',
    'were(?= (?:the|it))',
    '(?:the|a|an|my|some|another|our|their|your) (?:student|caption|neighbou?r|friend|colleague|model|annotator|teacher|user|reader|person|people|description|text|classmate|partner|author|first annotator|other annotator|previous answer)(?: (?:might|may|could|would|also))? (?:says?|said|claims?|claimed|thinks?|thought|believes?|argues?|insists?|writes|wrote|states)(?: that)?',
    '(?:someone|somebody|others|he|she|they|people)(?: (?:might|may|could|would|also))? (?:wrote|writes|stated|says?|said|claims?|claimed|thinks?|thought|believes?|argues?|insists?)(?: that)?',
  )
  add(
    'retract',
    'last',
    'scratch that',
    '(?:no )?(?:oops|my bad)',
    'make that',
    'i was wrong',
    '(?:that|this|it) (?:is|was) (?:nonsense|rubbish|backwards|garbage|the wrong way (?:round|around))',
    '(?:forget|ignore|cancel|disregard) (?:it|this)',
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
    '(?:no|nope|er|uh|erm|sorry)(?= ,)',
    '(?:no , )?sorry',
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
    'it (?:can|could) not be(?: true| the case)? that',
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
    [
      'left_of',
      'left to right',
      '(?:sorted|ordered|sorting|ordering) by (?:their )?(?:x|x coordinates?|horizontal position)',
    ],
    ['right_of', 'right to left'],
    ['above', 'top to bottom', 'upper to lower', 'top down'],
    ['below', 'bottom to top'],
    [
      'closer',
      '(?:nearest|closest|near|nearer)(?: object| one)? to (?:farthest|furthest|far|most distant|farther|deepest)',
      'front to back',
      'closest first',
      'nearest first',
    ],
    [
      'farther',
      '(?:farthest|furthest|far|most distant|deepest)(?: object| one)? to (?:nearest|closest|near)',
      'back to front',
    ],
    ['higher', 'highest to lowest'],
    ['lower', 'lowest to highest'],
  ] as const) {
    add(
      'order',
      value,
      ...orders.flatMap(order => [
        `(?:(?:going|moving|reading|scanning|listed|listing|ordered|ordering|in order|order|looking|sorted|arranged|ranked|ranking|working|sweeping|viewed|read) )?from (?:the )?${order.replace(' to ', ' (?:to|>) (?:the )?')}`,
        `(?:going|moving|reading|scanning|listed|listing|ordered|ordering|looking|sorted|arranged|ranked|ranking|(?:depth |distance |in )?order)(?: ,)? ${order.replace(' to ', ' (?:to|>) (?:the )?')}`,
        `${order.replace(' to ', ' (?:to|>) (?:the )?')}(?: order(?:ing)?)?`,
      ]),
    )
  }
  add(
    'order',
    'closer',
    `(?:by|in order of|ordered by|sorted by|ordering by|sorting by|ranked by|arranged by|listed by|order by)(?: increasing| ascending)? (?:depth|distance)(?: order)?(?: (?:from|to) ${CAMERA})?(?= ;| gives| yields|$| ,)`,
    '(?:in|by) (?:order of )?(?:closeness|proximity|nearness)',
    'in (?:depth order|order of depth|increasing depth|order of (?:increasing )?distance)',
    '(?:ordering|sorting|ranking|listing|arranging)(?: (?:the objects|them|everything|these|all objects))? by (?:depth|distance)(?: , closest first ,)?',
    '(?:the )?order (?:by|of) (?:depth|distance) is',
    '(?:the )?(?:depth|distance) (?:order|ordering|ranking)',
  )
  add(
    'order',
    'closer',
    '(?:starting|beginning) (?:from|at|with|nearest) (?:the )?(?:camera|viewer|front)',
    '(?:going|moving|working)(?: back| away| backwards?| outwards?)* from (?:the )?(?:camera|viewer|front)',
    'in order from (?:the )?(?:front|camera|viewer)',
    'from (?:the )?(?:front|camera|viewer) (?:backwards?|back|outwards?|onwards?|on)(?= ;| ,)',
  )
  add('order', 'farther', '(?:in|by) (?:order of )?decreasing (?:depth|distance)')
  add('depth-noun', '', `(?:the )?(?:depth|distance)(?: value)?(?: (?:from|to) ${CAMERA})?`)
  add('greater', '', `(?:greater|larger|bigger|higher|longer|more)(?: in depth)? ${THAN}`, 'exceeds')
  const OF_DEPTH =
    '(?: (?:z|depth|distance)(?: value| coordinate)?(?: (?:from|to) (?:the )?(?:camera|viewer|observer))?)'
  add(
    'relation',
    'farther',
    `(?:has|have|having|with|at)(?: an?)? (?:greater|larger|bigger|higher|longer)${OF_DEPTH} ${THAN}`,
  )
  add('relation', 'closer', `(?:has|have|having|with|at)(?: an?)? (?:smaller|lower|shorter|lesser)${OF_DEPTH} ${THAN}`)
  add('smaller', '', `(?:smaller|less|shorter|lower)(?: in depth)? ${THAN}`)
  add(
    'camera-near',
    'closer',
    `(?:(?:the )?(?:camera|viewer|observer)|we|i) (?:is|are|am|sits|stands) ${DEGREE}(?:closer|nearer) to`,
  )
  add(
    'camera-near',
    'farther',
    `(?:(?:the )?(?:camera|viewer|observer)|we|i) (?:is|are|am|sits|stands) ${DEGREE}(?:farther|further)(?: away)? from`,
  )
  add('camera', '', `(?:the )?(?:camera|viewer|observer)`)
  add(
    'skip',
    '',
    '(?:also|clearly|just|slightly|much|directly|immediately|really|very|quite|indeed|still|then|now|visibly|obviously|definitely|certainly|evidently|well|somewhat|considerably|exactly|simply|only|even|too|again|there|here|itself|themselves|physically|horizontally|vertically|next|first|second|third|finally|furthermore|moreover|additionally|meanwhile|overall|far|so far|a bit|a little|a lot|by far|plainly|noticeably|significantly|both|respectively|likewise|similarly|instead|in turn|at the same time|roughly|approximately|about|quickly|spatially|strictly|all|each|been|rather)',
    '(?:as well|in terms of (?:depth|height|position)|in depth|in this case|in other words|for sure|without doubt|no doubt|of course|at all|at least|by comparison|in comparison|in contrast|on the other hand|on the one hand|from here|up here|down here|over there)',
    `(?:in|within|of|from|on|across) ${FRAME}`,
    `(?:from|in) (?:the|our|my) (?:camera|viewer|observer)(?: 's)? (?:perspective|point of view|viewpoint|view|side)`,
    '(?:from|in) (?:our|my|this) (?:perspective|point of view|viewpoint|view)',
    'along the (?:horizontal|vertical|depth|x|y|z) axis',
    '(?:the )?(?:colou?r|hue|shape|position|location|place) of(?= (?:the|this|that|an?|both) )',
    '(?:i|we|you|one) (?:can )?(?:also |clearly )?(?:note|notice|know|conclude|confirm|infer|see|observe|find|say|tell|deduce)(?: here| now)? that',
    '(?:it is (?:clear|obvious|evident|true|the case)|note|notice|recall|clearly|remember) that',
    '(?:as|like) (?:noted|seen|stated|mentioned|established|said|we saw)(?: above| before| earlier)?',
    '(?:contrary to|unlike) what (?:i|we|one|you)(?: (?:first|initially|might|may|would|had))* (?:thought|think|expected|expect|assumed|assume)',
    'as (?:i|we) (?:thought|expected|assumed|suspected)',
    'than (?:i|we) (?:thought|expected|assumed)',
    'what is more',
    'that is to say',
    '(?:it|this|one) (?:can|could|may|should|must|is|has)(?: also| clearly| easily| then| thus| be| been)* (?:seen|observed|noted|said|inferred|concluded|deduced|noticed|stated|shown|clear|evident|obvious|apparent|visible|worth noting|safe to say|reasonable to (?:say|conclude)|known|possible)(?: from \\w+ \\w+)?(?: here)? that',
    '(?:i|we|you|one) can say that',
    'or so it (?:would )?(?:seems?|appears?)',
    'that said',
    'no problem',
    'ok',
    'okay',
    'well ,',
    'yes(?= ,)',
  )
})

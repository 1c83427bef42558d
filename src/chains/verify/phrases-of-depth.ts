import { CAMERA, DEGREE, DEPTHWARD, FRAME, phraseSources, THAN, WHERE } from './phrase-pieces.ts'

/** Closer and farther, in front and behind, and what lies between. */
export const DEPTH_PHRASES = phraseSources(add => {
  add('relation', 'closer', `${DEGREE}(?:closer|nearer|more near|more close)${DEPTHWARD}${WHERE}(?: ,)? ${THAN}`)
  add(
    'comparative',
    'closer',
    `${DEGREE}(?:closer|nearer|more near|more close)${DEPTHWARD}${WHERE}(?! to (?:the|it|that|a) )`,
  )
  add(
    'relation',
    'farther',
    `${DEGREE}(?:farther|further|more distant|more far|deeper|more deep|more remote)${DEPTHWARD}${WHERE}(?: ,)? ${THAN}`,
  )
  add(
    'comparative',
    'farther',
    `${DEGREE}(?:farther|further|more distant|more far|deeper|more deep|more remote)${DEPTHWARD}${WHERE}`,
  )
  add('relation', 'in_front_of', `${DEGREE}(?:in front of|ahead of)(?! ${CAMERA}(?: |$))`)
  add(
    'relation',
    'behind',
    `${DEGREE}(?:behind|in back of|at the back of|beyond|past(?= (?:the|that|both|it|them) )|in the rear of)`,
  )
  add('relation', 'not-as-far', `(?:as|so) (?:far|distant|deep)${DEPTHWARD}${WHERE} as`)
  add('relation', 'not-as-high', '(?:as|so) high(?: up)? as')
  add('relation', 'not-as-low', '(?:as|so) low(?: down)? as')
  add('relation', 'not-as-near', `(?:as|so) (?:close|near)${WHERE} as`)
  add(
    'relation',
    'closer',
    `(?:at|with|has|have|having) (?:a )?(?:smaller|shorter|lesser|lower|less) (?:depth|distance)(?: value)?${WHERE} than`,
    `less (?:far|distant|deep)${DEPTHWARD}${WHERE} than`,
  )
  add(
    'relation',
    'farther',
    `(?:at|with|has|have|having) (?:a )?(?:greater|larger|bigger|longer|higher|more) (?:depth|distance)(?: value)?${WHERE} than`,
    `less (?:close|near)${WHERE} than`,
  )
  add('comparative', 'closer', `${DEGREE}less (?:far|distant|deep)${DEPTHWARD}${WHERE}`)
  add('comparative', 'farther', `${DEGREE}less (?:close|near)${WHERE}`)
  add('comparative', 'closer', 'in front(?! of)', 'the (?:closer|nearer)(?: (?:one|object))?')
  add(
    'comparative',
    'farther',
    'the (?:farther|further|more distant)(?: (?:one|object))?',
    'at the back(?! of)',
    'behind(?= (?:,|;|$))',
  )
  const AMONG = `(?:(?: ,)? (?:of|among|amongst|out of) (?:all|them|the lot|the bunch|the group|(?:all )?(?:of )?(?:the |these |those )?(?:\\w+ )?(?:objects|things|items|shapes|ones|three|four|five|six|all)))*(?: in ${FRAME})?`
  const THING = '(?: (?:object|one|thing|item|shape|of all))?'
  add(
    'extreme',
    'closest',
    `(?:the )?(?:very )?(?:closest|nearest|most near|frontmost|foremost)${THING}(?! to (?:the|it|that|a) (?!camera|viewer|observer|lens|front))${WHERE}${AMONG}`,
    `(?:at|with|has|have|shows?|exhibits?) the (?:smallest|shortest|least|lowest|minimum|minimal) (?:depth|distance)(?: value)?${WHERE}${AMONG}`,
    `(?:the )?least (?:distant|far away)${AMONG}`,
    'first in (?:depth|distance|the depth order)',
  )
  add(
    'extreme',
    'farthest',
    `(?:the )?(?:very )?(?:farthest|furthest|most distant|most far|deepest|rearmost|backmost)(?: away| back| off)?${THING}${DEPTHWARD}${WHERE}${AMONG}`,
    `(?:at|with|has|have|shows?|exhibits?) the (?:greatest|largest|longest|highest|maximum|maximal) (?:depth|distance)(?: value)?${WHERE}${AMONG}`,
  )
  add('extreme', 'farthest', 'last in (?:depth|distance|the depth order)')
  add(
    'skip',
    '',
    '(?:the )?(?:second|third|fourth|2nd|3rd|next|joint|two|three) (?:closest|nearest|farthest|furthest|deepest|frontmost|foremost|rearmost|most distant|leftmost|rightmost|highest|lowest)\\b.*',
  )
  add('between', '', '(?:in )?between', 'midway between', 'sandwiched between', 'surrounded by')
  add('between', 'sides', '(?:flanked|bordered|framed) by')
})

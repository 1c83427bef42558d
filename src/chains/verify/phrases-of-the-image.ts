import { CAMERA, CENTER, DEGREE, FRAME, MORE, phraseSources, SIDE } from './phrase-pieces.ts'

/** Left and right, above and below, higher and lower, near: everything that says left has its twin that says right, so that the grammar is its own mirror image. */
export const IMAGE_PHRASES = phraseSources(add => {
  for (const [side, value, other, extreme] of [
    ['left', 'left_of', 'right', 'leftmost'],
    ['right', 'right_of', 'left', 'rightmost'],
  ] as const) {
    const notFrame = `(?! (?:of )?(?:${FRAME}|${CENTER})(?: |$))`
    add(
      'relation',
      value,
      `${DEGREE}(?:over )?(?:(?:to|on|at|in|toward|towards|off to) )?(?:the )?(?:immediate |far |very )?${side}(?: hand)?(?: side)?(?: (?:and|rather than|not|instead of|as opposed to|,)(?: ,)?(?: not| rather than| instead of)?(?: to| on)?(?: the)? ${other}(?: ,)?)? (?:of|from)${notFrame}`,
      `${DEGREE}(?:further|farther|more)(?: over)?(?: (?:to|toward|towards|on))?(?: the)? ${side}(?:wards?)?(?: side)?(?: in ${FRAME})? than`,
      `${DEGREE}${side}wards? of`,
      `${side} of`,
    )
    add('relation-it', value, `(?:to|on|at) (?:its|their|his|her)(?: immediate| own)? ${side}(?: hand)?(?: side)?`)
    add(
      'position',
      side,
      `(?:in|on|at|to|toward|towards|near|along|within|by|close to|over on|over to|off to|of|occup(?:ies|ying)) (?:the )?(?:far |very |extreme )?${side}(?: hand)?(?: ${SIDE})?(?! wall)(?: (?:of|in|within|from) (?:${FRAME}|${CENTER}(?: of ${FRAME})?))?`,
      `${side} of (?:${CENTER}(?: of ${FRAME})?|${FRAME})`,
      `(?:in|on|at|within) ${FRAME} ${side} (?:half|side|part)`,
      `${side}(?! (?:after|before|across|beyond|past|alongside|behind|above|below|next|in front|beside|under|underneath|beneath|over|at|there|here|by|on top|up|down|away|near|close)(?: |$))(?: (?:side|half))?(?: (?:of|in) ${FRAME})?`,
      `on (?:image|screen|camera) ${side}`,
    )
    add('relation', `not-as-${side}`, `(?:as|so) far(?: over)? to the ${side} as`)
    add('position', side, `the (?:far )?${side}(?: hand)? ${SIDE}(?: of ${FRAME})?(?= (?:has|holds|contains|shows) )`)
    add('position', side, `the ${side}(?= (?:,|;|and|but)|$)`)
    add('position', side, `${side} (?:half|side|part|portion|edge)(?: (?:of|in) ${FRAME})?`)
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
    for (const [row, words, vertical] of [
      ['top', '(?:top|upper|high)', 'above'],
      ['bottom', '(?:bottom|lower|low)', 'below'],
    ] as const) {
      add(
        'relation',
        `${vertical}+${value}`,
        `(?:diagonally )?(?:in|on|at|to|toward|towards) (?:the )?${words} ${side}(?: ${SIDE})? of${notFrame}`,
        `${DEGREE}${vertical === 'above' ? 'up' : 'down'}(?: and| ,)?(?: over)?(?: to)?(?: the)? ${side} of${notFrame}`,
      )
      add(
        'position',
        `${row}+${side}`,
        `(?:in|on|at|to|toward|towards|near|within|occup(?:ies|ying)) (?:the )?(?:far |very )?${words}(?: |,)?${side}(?: hand)?(?: ${SIDE})?(?: (?:of|in) ${FRAME})?`,
        `(?:in|on|at|to|toward|towards|near|within) (?:the )?${side} ${words}(?: ${SIDE})?(?: (?:of|in) ${FRAME})?`,
        `${words} ${side}(?: hand)?(?: ${SIDE})?(?: (?:of|in) ${FRAME})?`,
      )
    }
  }
  add(
    'skip',
    '',
    'right(?= (?:after|before|across|beyond|past|alongside|behind|above|below|next|in front|beside|under|underneath|beneath|over|at|there|here|now|by|on top|up|down|away|near|close))',
  )
  add(
    'skip',
    '',
    '(?:(?:that|this|which|it) )?(?:seems|looks|sounds) right(?= ,|$)',
    '(?:that|this|which) is (?:right|correct|true)',
  )

  for (const [row, value, words, level, extremes, high] of [
    ['top', 'above', '(?:top|upper)', 'higher', ['topmost', 'highest'], '(?:high|up)'],
    ['bottom', 'below', '(?:bottom|lower)', 'lower', ['bottommost', 'lowest'], '(?:low|down)'],
  ] as const) {
    add(
      'position',
      row,
      `(?:in|on|at|to|toward|towards|near|within|along|by|of|occup(?:ies|ying)) (?:the )?(?:very )?${words}(?: ${SIDE})?(?: (?:of|in|within) ${FRAME})?`,
      `(?:the )?${row} (?:of|in) ${FRAME}`,
      `${row}(?= (?:,|;)|$)`,
      `${DEGREE}${value} (?:the )?(?:image )?${CENTER}(?: of ${FRAME})?`,
      `${high}(?: (?:up|down))? (?:in|within|on) ${FRAME}`,
      `${words} (?:half|part|portion|third|edge|section)(?: (?:of|in) ${FRAME})?`,
      `${row === 'top' ? 'up (?:at the )?top|up high|up above(?! (?:the|it|that|them|a|both|all) )|upper(?= (?:,|;)|$)' : 'down low|down (?:at the )?bottom'}(?: (?:of|in) ${FRAME})?`,
    )
    add(
      'relation',
      value,
      `${DEGREE}(?:${level}(?: (?:up|down))?|${MORE} ${high}) (?:in|within|on) (?:${FRAME}|it) (?:than|compared (?:to|with))`,
      `${DEGREE}(?:closer|nearer) to the ${row}(?: (?:edge))?(?: of ${FRAME})? than`,
      `${DEGREE}at a ${level} (?:position|place|spot|point)(?: (?:in|of) ${FRAME})? than`,
    )
    const IMAGE = '(?:the |this )?(?:image|picture|frame|photo|screen|canvas)'
    add(
      'relation',
      value,
      `${DEGREE}${MORE} ${high} ${IMAGE} than`,
      `${DEGREE}(?:further|farther) ${value === 'above' ? 'up' : 'down'} than`,
    )
    add('comparative', value, `${DEGREE}${MORE} ${high} ${IMAGE}`)
    add('comparative', value, `${DEGREE}(?:${level}(?: (?:up|down))?|${MORE} ${high}) (?:in|within|on) ${FRAME}`)
    add(
      'relation',
      level,
      `${DEGREE}(?:${level}|more ${high})(?: (?:up|down|in height|in space|in 3d))* than`,
      `at a ${level === 'higher' ? '(?:greater|higher)' : '(?:lower|smaller|lesser)'} (?:height|elevation|level|altitude)(?: (?:off|above) the (?:floor|ground))? than`,
    )
    add('comparative', level, `${DEGREE}(?:${level}|more ${high})(?: (?:up|down|in height))?`)
    add(
      'extreme',
      extremes[0],
      `(?:the )?${extremes[0]}(?: (?:object|one|thing|item|shape))?`,
      `(?:the )?${extremes[1]}(?: (?:object|one|thing|item|shape))? (?:in|within|of) ${FRAME}`,
    )
    add('extreme', extremes[1], `(?:the )?${extremes[1]}(?: (?:object|one|thing|item|shape|of all|up|down))?`)
  }
  add('relation', 'above', `${DEGREE}(?:above|over)(?! (?:on|at|to|there|here|by) )`)
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
})

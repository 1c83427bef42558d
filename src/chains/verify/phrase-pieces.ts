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
  /** "so is", "neither is": what was said last holds of what follows. */
  | 'same'
  /** "too", at the end of a clause. */
  | 'too'
  /** "followed by", "then": the next in an order. */
  | 'follow'
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

/** A fixed phrase of the grammar: a regular expression over words joined by single spaces. */
export type PhraseSource = readonly [tag: Tag, value: string, pattern: string]
type AddPhrases = (tag: Tag, value: string, ...patterns: string[]) => void

/** Collects phrases in the order in which they are added: of two that take the same words the earlier one holds. */
export function phraseSources(fill: (add: AddPhrases) => void): readonly PhraseSource[] {
  const list: PhraseSource[] = []
  fill((tag, value, ...patterns) => {
    for (const pattern of patterns) list.push([tag, value, pattern])
  })
  return list
}

/** Pieces that phrases share. */
export const FRAME =
  '(?:(?:the |this |our )?(?:whole |entire |given |2d |rendered |tunnel |camera )?(?:image|picture|pic|frame|photo|photograph|scene|view|shot|canvas|screen|tunnel|corridor|hallway|plane|field of view)(?: plane)?)'
export const SIDE = '(?:(?:hand )?(?:side|half|part|portion|edge|region|area|third|section|corner|end))'
export const CAMERA =
  '(?:the camera lens|the camera|camera|the viewer|viewer|the observer|observer|the lens|the viewpoint|the photographer|the eye|our viewpoint|us|me|you|where we stand|where we are|the front)'
export const CENTER = '(?:(?:the )?(?:center|centre|middle|midline|center line|centre line)(?: line)?)'
export const DEPTHWARD =
  '(?: away| back| off| out| along| down| in| inside| deeper| into(?= (?:the )?(?:tunnel|scene|distance))| ahead| to the back| up)*'
export const WHERE = `(?: (?:from|to|towards?|than) ${CAMERA}(?: position)?| (?:into|in|inside|down|along|within) (?:the )?(?:tunnel|scene|distance|depth|image|picture|corridor)| in depth| in terms of depth| along the depth axis| by \\w+(?: \\w+)?(?= than))*`
export const DEGREE =
  '(?:(?:much|slightly|a bit|a little|far|somewhat|considerably|clearly|significantly|even|a lot|noticeably|well|way|rather|quite|just|directly|immediately|a good deal|marginally|a (?:long|good|short|fair) way|a smidge|a touch|a tad|a hair|a fraction|quite a bit|a fair bit|some distance|right|barely|visibly) )*'
/** "more down", "further up": away along the image. */
export const MORE = '(?:further|farther|more)'
export const THAN = '(?:than|compared (?:to|with)|relative to)'

/** Checkpoints: saving and restoring them. */
import { fold } from '#lib/board/text/text.ts'
import { keysOf, type Phrase, spanOf, textOf, tokensOf } from '../text/phrase.ts'
import type { ClauseResult, ParseContext } from '../text/types.ts'
import { call, draft, form, type Rule } from './grammar.ts'

const POINT = 'checkpoint|check_point|check-point|snapshot|save_point|savepoint|restore_point|backup'
const SAVE = 'save|make|create|set|take|add|keep|store|mark|record|do|new'
const BACK =
  'go_back|return|roll_back|rollback|revert|restore|reset|take_me_back|bring_me_back|bring_us_back|jump_back|switch_back|get_back|change_back|put_everything_back|bring_everything_back|take_everything_back|load|reload'
const THIS =
  'this|that|it|everything|the_board|my_board|the_list|all_of_this|the_current_state|where_we_are|the_state|things'
const NAMED = 'called|named|as|titled|:|-|for'

function save(name: string, scene: ParseContext): ClauseResult {
  const words = name === '' ? nextName(scene) : name
  return draft(call('save_checkpoint', { name: words }))
}

function saveAs({ text }: { text: Phrase }, scene: ParseContext): ClauseResult | undefined {
  if (tokensOf(text).length > 12) return undefined
  const name = textOf(text)
  return {
    ...(save(name, scene) as Extract<ClauseResult, { intents: unknown }>),
    spans: spanOf(text, 'checkpoint', name),
  }
}

/** `checkpoint 3`, for one without a name. */
function nextName({ context: { checkpoints = [] } }: ParseContext): string {
  const taken = new Set(checkpoints.map(fold))
  let n = checkpoints.length + 1
  while (taken.has(`checkpoint ${n}`)) n += 1
  return `checkpoint ${n}`
}

function backTo({ text }: { text: Phrase }, scene: ParseContext): ClauseResult {
  const name = known(textOf(text), scene) ?? textOf(text)
  return { intents: [call('restore', { checkpoint: name })], spans: spanOf(text, 'checkpoint', name) }
}

/** Without the word “checkpoint”, only the name of a checkpoint counts. */
function backToKnown({ text }: { text: Phrase }, scene: ParseContext): ClauseResult | undefined {
  return known(textOf(text), scene) === undefined ? undefined : backTo({ text }, scene)
}

function known(words: string, { context: { checkpoints = [] } }: ParseContext): string | undefined {
  const bare = fold(words).replace(/^(?:the|my|how it was|as it was) /, '')
  return checkpoints.find((name) => fold(name) === bare || fold(name) === fold(words))
}

export const CHECKPOINTS: readonly Rule[] = [
  form(`${SAVE} ${THIS}? as? a|an|another|the|my? new? ${POINT} ${NAMED} <text>`, saveAs),
  form(`${SAVE} ${THIS}? as? a|an|another|the|my? new? ${POINT}`, (_, scene) => save('', scene)),
  form(`${SAVE} ${THIS}? as? a|an|another|the|my? new? ${POINT} <text>`, (found, scene) =>
    /^(?:of|from|to|on|in|list|task|please|here|now)$/.test(keysOf(found.text)[0] ?? '')
      ? undefined
      : saveAs(found, scene),
  ),
  form(
    `${SAVE} a|an? ${POINT} here|now|of_this|of_the_board|of_everything|right_here|at_this_point`,
    (_, scene) => save('', scene),
  ),
  form(`${POINT} this|here|now|it|please|the_board`, (_, scene) => save('', scene)),
  form(`${POINT} : <text>`, saveAs),
  form(`${BACK} to? the|my|that|our? last|latest|previous|saved|most_recent? ${POINT}`, () =>
    draft(call('restore')),
  ),
  form(`${BACK} to? the|my|that|our? ${POINT} called|named|titled|:? <text>`, backTo),
  form(`${BACK} to? the|my|that? <text> ${POINT}`, backTo),
  form(
    'go_back|return|roll_back|rollback|take_me_back|bring_me_back|jump_back|get_back to it|that|there|then|what_i_saved|where_i_saved',
    () => draft(call('restore')),
  ),
  form(`${BACK} to? <text>`, backToKnown),
]

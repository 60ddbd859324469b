/** Repeating tasks: the words go into the title of a new task; an existing task can’t be made to repeat. */

import { absoluteDate } from '#lib/board/model/dates.ts'
import { NO_REPEAT, type Repeat } from '../../dates/recurrence.ts'
import type { Phrase } from '../../text/phrase.ts'
import type { ClauseResult, ParseContext } from '../../text/types.ts'
import { form, type Rule } from '../grammar.ts'
import { addDraft } from './add-task.ts'

type Said = Repeat & { words: string }

function remind(
  { repeat, text }: { repeat: Said; text: Phrase },
  scene: ParseContext,
): ClauseResult | undefined {
  const added = addDraft(text, scene, { number: 'one', open: 'half' })
  if (!added || 'question' in added) return added
  const intents = added.intents.map((intent) => {
    if (intent.tool !== 'add_task') return intent
    const { title, due_date = repeat.first, ...rest } = intent.args
    const args = { title: `${title} ${repeat.words}`, ...rest }
    return { ...intent, args: due_date === undefined ? args : { ...args, due_date } }
  })
  return { ...added, intents, note: NO_REPEAT }
}

function often(tasks: readonly string[], { first, words }: Said, scene: ParseContext): ClauseResult {
  const question = `Tasks can’t repeat yet, so I can’t set “${words}”. When is it due next?`
  if (first === undefined) return { question }
  const say = `move ${tasks.join(' and ')} to ${first}`
  return { question, choices: [{ label: `Due ${absoluteDate(first, scene.today)}, once`, say }] }
}

export const REPEATS: readonly Rule[] = [
  form('remind me <repeat> ,? to|about|of|that <text>', remind),
  form('<repeat> ,? remind me to|about|of|that <text>', remind),
  form('<repeat> ,? i need|have|want to <text>', remind),
  form('repeat <tasks> <repeat>', ({ tasks, repeat }, scene) => often(tasks, repeat, scene)),
  form(
    '@change|@make_it <tasks> @to|due|repeat|recur|be|for|repeating? @to|due? <repeat>',
    ({ tasks, repeat }, scene) => often(tasks, repeat, scene),
  ),
  form('<refs> repeats|recurs|is_due|due|should_repeat|repeat? <repeat>', ({ refs, repeat }, scene) =>
    often(refs, repeat, scene),
  ),
]

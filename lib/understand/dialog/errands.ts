/** “Remove the wallpaper”, “drop off the keys”: errands that look like commands. The user is asked which is meant. */
import { significantWords, titlesMeant } from '#lib/board/rules/find-task.ts'
import { joinWords, nameTask } from '#lib/board/text/text.ts'
import type { Choice } from '#lib/board/wire/events.ts'
import { keysOf, type Phrase, textOf } from '../text/phrase.ts'
import type { ClarifyingQuestion, Intent, KnownTask, ParseContext } from '../text/types.ts'

/** What is done with things, and only in passing with tasks. */
const DOING = /^(?:drop off|wipe|toss|throw (?:out|away)|dispose of|get rid of|discard|bin) /
/** What is taken off walls, floors and people. */
const THINGS: ReadonlySet<string> = new Set(
  (
    'wallpaper|paint|varnish|plaster|tiles|carpet|carpets|rug|curtains|sticker|stickers|label|labels|poster|posters|graffiti|' +
    'stain|stains|grease|rust|mold|mould|moss|limescale|dust|cobwebs|spiderwebs|dirt|mud|snow|ice|leaves|weeds|hedge|tree|trees|' +
    'stump|branches|nest|splinter|tick|stitches|bandage|cast|tattoo|makeup|polish|decorations|lights|screws|nails|battery|' +
    'batteries|rubbish|garbage|trash|junk|furniture|sofa|couch|mattress|fridge|boxes|kids|keys|parcel|package|laundry'
  ).split('|'),
)
const NAMES_A_TASK =
  /^(?:tasks?|todos?|to-dos?|items?|ones?|entry|entries|cards?|tickets?|reminders?|lists?|board)$/
/** Up to this many tasks are offered to be removed instead. */
const MOST = 3

/** Asks whether it is a new task, unless a task has exactly this title. */
export function errandIn(
  intents: readonly Intent[],
  clause: Phrase,
  { it, context: { tasks, more } }: ParseContext,
): ClarifyingQuestion | undefined {
  const keys = keysOf(clause)
  const isDoing = DOING.test(`${keys.join(' ')} `)
  const sounds = isDoing || THINGS.has(keys.at(-1) ?? '')
  if (!sounds || !tasks || keys.some((key) => NAMES_A_TASK.test(key))) return undefined
  const words = intents.map(({ tool, args }) => (tool === 'remove_task' ? String(args.task) : '#'))
  if (words.some((said) => said.startsWith('#') || said === it || isNamed(said, tasks))) return undefined
  const meant = [...new Set(words.flatMap((said) => titlesMeant(said, tasks)))].slice(0, MOST)
  // Which of several is meant is asked anyway.
  if (meant.length === 0 ? more : meant.length > 1 && !isDoing) return undefined
  const errand = textOf(clause)
  const same = tasks.find(({ title }) => isSame(title, errand))
  if (same) return isThere(same)
  const add: Choice = { label: `Add “${errand}”`, say: `add a task: ${errand}` }
  const instead = meant.map((task) => ({ label: `Remove ${nameTask(task)}`, say: `remove #${task.number}` }))
  const or = meant.length > 0 ? `, or remove ${joinWords(meant.map(nameTask), 'or')}` : ''
  return { question: `Add “${errand}” as a task${or}?`, choices: [add, ...instead] }
}

/** Whether a task is called so. */
function isNamed(words: string, tasks: readonly KnownTask[]): boolean {
  return titlesMeant(words, tasks).some(({ title }) => isSame(title, words))
}

/** But for small words. */
const isSame = (title: string, words: string) =>
  significantWords(title).join() === significantWords(words).join()

function isThere(task: KnownTask): ClarifyingQuestion {
  const choices = [
    { label: 'Mark it as done', say: `mark #${task.number} as done` },
    { label: 'Remove it', say: `remove #${task.number}` },
  ]
  return {
    question: `${nameTask(task)} is already on the board. Is it done, or should it be removed?`,
    choices,
  }
}

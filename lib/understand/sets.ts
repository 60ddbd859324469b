/** Many tasks said at once: `everything except #3`, `all done tasks`, `those`. */
import { referenceNumber } from '#lib/board/find-task.ts'
import type { Status } from '#lib/board/names.ts'
import { WHICH_OF_MANY } from './asks.ts'
import { knownSlot } from './fields.ts'
import { taskMeant } from './known.ts'
import { statusSlot } from './levels.ts'
import { listSlot } from './lists.ts'
import { type Found, firstMatch, formsOver, type Slot } from './pattern.ts'
import { keysOf, type Phrase, part } from './phrase.ts'
import type { KnownTask, Scene } from './types.ts'

export type TaskSet = {
  /** `#n` of each. */
  tasks: string[]
  /** All tasks of this column, and no others. */
  column?: Status
}

const NONE_OF_THEM = 'There is no such task on this board. Say “show my tasks” to see what there is.'

type Where = { category?: string }
type Chosen = { status?: Status; where?: Where }

/** A category, or the tasks themselves as a list; a list of its own is none of theirs. */
const whereSlot: Slot<Where> = {
  role: 'category',
  max: 10,
  read(phrase, scene) {
    const known = knownSlot.read(phrase, scene)
    if (known) return { value: { category: known.value } }
    const place = listSlot.read(phrase, scene)?.value
    return place?.of === 'tasks' ? { value: { category: place.category } } : undefined
  },
}

const choose = formsOver({ status: statusSlot, which: statusSlot, where: whereSlot, known: knownSlot })
const OF = 'in|from|on|under|of|off|off_of'
const MANY = '@tasks|ones|stuff|task|item|todo'
const THAT = "that_are|which_are|that_is|which_is|that's|marked|marked_as|i've|i_have|i_already"

const CHOICES = [
  choose(
    `all|every|each|all_of of? the|my|our|these|those? <known>? <status>? ${MANY} ${THAT}? <which>? ${OF}? the|my? <where>? category?`,
    ({ status, which, where, known }): Chosen => ({
      status: status ?? which,
      where: known === undefined ? where : { category: known },
    }),
  ),
  choose(
    `everything|all|all_of_it|all_of_them|them_all|every_one_of_them|it_all|the_lot|every_single_thing ${THAT}? <status>? ${OF}? the|my? <where>? category?`,
    ({ status, where }): Chosen => ({ status, where }),
  ),
  choose(
    `the|my|our|any? <status> @tasks|ones|stuff ${OF}? the|my? <where>? category?`,
    ({ status, where }): Chosen => ({
      status,
      where,
    }),
  ),
  choose(
    `the|my|our <known>? @tasks ${OF}? the|my? <where>? category?`,
    ({ where, known }): Chosen => ({
      where: known === undefined ? where : { category: known },
    }),
  ),
]
const EXCEPT = /^(?:except|but|besides|excluding|without|save|bar|minus)$/
const THEM =
  /^(?:(?:all|both|each) (?:of )?)?(?:them|these|those)(?: (?:all|both|two|three|four|tasks|ones|items))*$|^both$/
const LONGEST = 40

type References = (phrase: Phrase, scene: Scene) => Found<string[]> | undefined

/** `references` reads what is left out. */
export function readSet(
  phrase: Phrase,
  scene: Scene,
  references: References,
): (Found<TaskSet> & { explicit: boolean }) | undefined {
  const keys = keysOf(phrase)
  if (keys.length > LONGEST) return undefined
  if (THEM.test(keys.join(' '))) return them(scene)
  const cut = keys.findIndex(
    (key, i) =>
      i > 0 &&
      (EXCEPT.test(key) ||
        (key === 'other' && keys[i + 1] === 'than') ||
        (key === 'apart' && keys[i + 1] === 'from')),
  )
  const base = cut < 0 ? phrase : part(phrase, phrase.from, phrase.from + cut)
  const chosen = firstMatch(CHOICES, base, scene)?.result
  if (!chosen) return undefined
  if (cut < 0) return answer(chosen, [], scene)
  const skipped =
    /^(?:other|apart|save)$/.test(keys[cut] ?? '') && /^(?:than|from|for)$/.test(keys[cut + 1] ?? '')
      ? 2
      : keys[cut + 1] === 'for'
        ? 2
        : 1
  const left = references(part(phrase, phrase.from + cut + skipped, phrase.to), scene)
  if (!left) return undefined
  if (left.ask !== undefined) return { value: { tasks: [] }, ask: left.ask, explicit: false }
  const numbers = left.value.map((name) => numberOf(name, scene))
  if (numbers.some((number) => number === undefined))
    return { value: { tasks: [] }, ask: WHICH_OF_MANY, explicit: false }
  return answer(chosen, numbers as number[], scene)
}

function answer(
  { status, where }: Chosen,
  leftOut: readonly number[],
  { context: { tasks: known, more } }: Scene,
): Found<TaskSet> & { explicit: boolean } {
  const category = where?.category
  const isWhole = leftOut.length === 0 && category === undefined
  const tasks = more ? undefined : known
  const column = isWhole ? (status ?? onlyColumn(tasks)) : undefined
  if (!tasks) {
    return {
      value: { tasks: [], column },
      ask: column === undefined ? WHICH_OF_MANY : undefined,
      explicit: false,
    }
  }
  const meant = tasks.filter(
    (task) =>
      (status === undefined || task.status === status) &&
      (category === undefined || task.category === category) &&
      !leftOut.includes(task.number),
  )
  const ask = meant.length === 0 && column === undefined ? NONE_OF_THEM : undefined
  return { value: { tasks: meant.map(({ number }) => `#${number}`), column }, ask, explicit: false }
}

function onlyColumn(tasks: readonly KnownTask[] = []): Status | undefined {
  const [first] = tasks
  return first && tasks.every(({ status }) => status === first.status) ? first.status : undefined
}

/** What the message named last, or the list last shown. */
function them({ names = [], context: { shown = [] } }: Scene): Found<TaskSet> & { explicit: boolean } {
  const tasks = names.length > 0 ? [...names] : shown.map((number) => `#${number}`)
  return { value: { tasks }, ask: tasks.length === 0 ? WHICH_OF_MANY : undefined, explicit: tasks.length > 0 }
}

/** A number is left out also where it is not on the board. */
function numberOf(name: string, scene: Scene): number | undefined {
  return referenceNumber(name) ?? taskMeant(name, scene)?.number
}

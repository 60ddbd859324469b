/** The slots for the rules of commands. */
import type { JsonValue } from '#lib/board/state/json.ts'
import { dueSlot, readDue } from '../dates/due-date.ts'
import { repeatSlot } from '../dates/recurrence.ts'
import { categorySlot, fieldsSlot, knownSlot, textSlot } from '../slots/fields.ts'
import { amountSlot, effortSlot, percentSlot, statusSlot } from '../slots/levels.ts'
import { listValuesSlot } from '../slots/list-fields.ts'
import { listSlot, newListSlot, saidListSlot } from '../slots/lists.ts'
import {
  exceptSlot,
  listedSlot,
  refSlot,
  refsSlot,
  setSlot,
  taskSlot,
  tasksSlot,
  vagueSlot,
} from '../slots/references.ts'
import { type Form, formsOver, type Slot } from '../text/pattern.ts'
import { keysOf, type Phrase, part, tokensOf, trim } from '../text/phrase.ts'
import type { ClarifyingQuestion, ClauseResult, Intent } from '../text/types.ts'
import { NUMBER_WORDS } from '../text/vocabulary.ts'

/** Any single word, passed on as a value. */
const wordSlot: Slot<string> = {
  role: 'status',
  max: 1,
  read(phrase) {
    const token = phrase.tokens[phrase.from]
    return token?.kind === 'word' ? { value: token.text } : undefined
  },
}

/** Up to four words of a name. */
const nameSlot: Slot<string> = {
  role: 'category',
  max: 6,
  read: (phrase, scene) => categorySlot.read(phrase, scene),
}

/** The task before or after which another is moved; “before friday” is a date. */
const anchorSlot: Slot<string> = {
  ...taskSlot,
  read: (phrase, scene) => (readDue(phrase, scene) ? undefined : taskSlot.read(phrase, scene)),
}

const NO_GOODS = new Set(
  (
    'to a an it you that this help directions advice info information ideas suggestions recommendations assistance money ' +
    'more new your another any no all married lost bored tired sick kilograms know something anything what how one him her ' +
    'them fired hired promoted home here there up out back'
  ).split(' '),
)

/** `milk`, `the eggs`, `apples and oranges`: everyday things, a few words and not a sentence. */
const goodsSlot: Slot<Phrase> = {
  role: null,
  max: 12,
  read(phrase) {
    const bare = trim(phrase, ({ key }) => key === 'the' || key === 'some')
    const tokens = tokensOf(bare)
    const words = tokens.filter(({ key }) => key !== ',' && key !== 'and' && key !== '&')
    const listed = words.length < tokens.length
    const most = listed ? 9 : 2
    const sound =
      words.length > 0 &&
      words.length <= most &&
      words.every(({ kind, key }) => kind === 'word' && !NO_GOODS.has(key))
    return sound ? { value: bare } : undefined
  },
}

/** Words before a noun that set a field: `high priority`, `work`. */
const leadSlot: Slot<Phrase> = { role: null, max: 4, read: (phrase) => ({ value: phrase }) }

/** A number that only counts the list after it. */
const countSlot: Slot<string> = {
  role: 'verb',
  max: 1,
  read(phrase) {
    const key = keysOf(phrase)[0] ?? ''
    const counts =
      /^(?:\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|some|several|these|those|the|my|a|few|all|following|new|more|couple|of)$/
    return counts.test(key) ? { value: key } : undefined
  },
}

/** A number of times: `2`, `two`. */
const timesSlot: Slot<number> = {
  role: 'value',
  max: 1,
  read(phrase) {
    const key = keysOf(phrase)[0] ?? ''
    const value = /^\d{1,3}$/.test(key)
      ? Number.parseInt(key, 10)
      : NUMBER_WORDS.indexOf(key as (typeof NUMBER_WORDS)[number])
    return value > 0 ? { value } : undefined
  },
}

/** How many days: `two days`, `a week`, `3 weeks`. */
const daysSlot: Slot<number> = {
  role: 'due',
  max: 3,
  read(phrase, scene) {
    const [count = '', unit = '', ...more] = keysOf(phrase)
    const n = /^(?:a|an|one|another)$/.test(count)
      ? 1
      : timesSlot.read(part(phrase, phrase.from, phrase.from + 1), scene)?.value
    if (n === undefined || more.length > 0) return undefined
    if (/^days?$/.test(unit)) return { value: n }
    return /^weeks?$/.test(unit) ? { value: n * 7 } : undefined
  },
}

export const form = formsOver({
  days: daysSlot,
  amount: amountSlot,
  n: timesSlot,
  task: taskSlot,
  ref: refSlot,
  tasks: tasksSlot,
  refs: refsSlot,
  set: setSlot,
  listed: listedSlot,
  vague: vagueSlot,
  except: exceptSlot,
  anchor: anchorSlot,
  status: statusSlot,
  percent: percentSlot,
  effort: effortSlot,
  values: listValuesSlot,
  due: dueSlot,
  fields: fieldsSlot,
  repeat: repeatSlot,
  category: categorySlot,
  known: knownSlot,
  name: nameSlot,
  list: listSlot,
  saidList: saidListSlot,
  newList: newListSlot,
  count: countSlot,
  goods: goodsSlot,
  lead: leadSlot,
  word: wordSlot,
  text: textSlot,
  last: textSlot,
  before: textSlot,
})

export type Rule = Form<ClauseResult>

/** Leaves out undefined fields. */
export type Args = Readonly<Record<string, JsonValue | undefined>>

export function call(tool: Intent['tool'], args: Args = {}): Intent {
  const said = Object.entries(args).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined)
  return { tool, args: Object.fromEntries(said) }
}

export function draft(...intents: Intent[]): ClauseResult {
  return { intents }
}

export function ask(asked: ClarifyingQuestion | string): ClauseResult {
  return typeof asked === 'string' ? { question: asked } : asked
}

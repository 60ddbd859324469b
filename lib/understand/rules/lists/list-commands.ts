/** Commands on lists: create, rename, clear and delete them; remove and check items. */
import { listKey } from '#lib/board/state/lists.ts'
import { offer, WHAT_NAME, WHICH_CLEARED, WHICH_LIST, WHICH_THING } from '../../slots/clarifications.ts'
import { itemSpans, nameOfThing, thingsOf } from '../../slots/item-names.ts'
import { itemOn, listsHolding, type Place } from '../../slots/lists.ts'
import { hasNoContent, keysOf, type Phrase, spanOf, textOf, tokensOf } from '../../text/phrase.ts'
import type { ClauseResult, Intent, ParseContext } from '../../text/types.ts'
import { ask, call, draft, form, type Rule } from '../grammar.ts'
import { addToList } from './add-to-list.ts'
import { matchesTaskTitle } from './match-list-items.ts'

type On = { list: Place; text: Phrase }
type Named = { list: Place }

const NOT_A_LIST = offer(
  'Your to-do list is the tasks on this board. Remove them all?',
  'clear my tasks',
  'Remove all tasks',
)
const IS_TASKS =
  'Your to-do list is the tasks on this board. Try: add a task: call Ana. Other lists need a name: create a packing list.'

const EVERYTHING =
  /^(?:(?:all|everything|every|each) )?(?:of )?(?:the )?(?:whole )?(?:all|everything|it all|items|things|stuff|them all|lot|(?:items|things|stuff) (?:on|in) it)(?: (?:(?:that )?(?:i|we) (?:have|put|wrote|added|got)|(?:that )?(?:is|are)|there is|that's|written|listed|currently|we've got|i've got))?$|^(?:every|each) (?:single )?(?:item|thing|one)$|^(?:all|everything|each|every one) of (?:it|them)$/

/** Items of an existing list: by name, all of them, or by words that match none. */
function onKnown(then: (items: string[], list: string | undefined) => Intent) {
  return ({ list, text }: On, { context: { lists = [] } }: ParseContext): ClauseResult | undefined => {
    if (list.of === 'tasks' || !list.isKnown) return undefined
    if (tokensOf(text).some(({ kind }) => kind === 'ref')) return undefined
    if (/^(?:if|whether|that)$/.test(keysOf(text)[0] ?? '')) return undefined
    if (hasNoContent(text)) return ask(WHICH_THING)
    const held = lists.find(({ name }) => name === list.name)
    const things = thingsOf(text, held).map(nameOfThing)
    return { intents: [then(things.map(textOf), list.name)], spans: itemSpans(things) }
  }
}

/** All items of a list; for a missing list the command says so. */
function tickAll({ list }: Named, { context: { lists = [] } }: ParseContext): ClauseResult | undefined {
  if (list.of === 'tasks') return undefined
  const items = lists.find(({ name }) => name === list.name)?.items ?? []
  return draft(
    call('check_items', { list: list.name, items: items.length > 0 ? [...items] : ['everything'] }),
  )
}

const takeOff = onKnown((items, list) => call('remove_items', { list, items }))
const tick = onKnown((items, list) => call('check_items', { list, items }))
const untick = onKnown((items, list) => call('check_items', { list, items, checked: false }))

function takeOffOrEmpty(found: On, scene: ParseContext): ClauseResult | undefined {
  const said = keysOf(found.text).join(' ')
  return EVERYTHING.test(said) && !/^(?:items|things|stuff)$/.test(said)
    ? empty(found, scene)
    : takeOff(found, scene)
}

/** An empty board has no tasks, so a list is meant. */
function empty({ list }: { list?: Place }, { context }: ParseContext): ClauseResult | undefined {
  if (list?.of === 'list') return draft(call('clear_list', { list: list.name }))
  const isEmpty = context.tasks?.length === 0 && context.lists?.length === 0
  return list && isEmpty ? draft(call('clear_list')) : undefined
}

function remove({ list }: Named): ClauseResult | undefined {
  if (list.of === 'tasks') return undefined
  return list.name === undefined ? ask(WHICH_LIST) : draft(call('delete_list', { list: list.name }))
}

function rename({ list, text }: On): ClauseResult | undefined {
  if (list.of === 'tasks' || list.name === undefined || tokensOf(text).length > 8) return undefined
  const name = textOf(text)
  return { intents: [call('rename_list', { list: list.name, name })], spans: spanOf(text, 'list', name) }
}

function create({ newList }: { newList: { name?: string; isTasks: boolean } }): ClauseResult {
  if (newList.isTasks) return ask(IS_TASKS)
  return newList.name === undefined ? ask(WHAT_NAME) : draft(call('create_list', { name: newList.name }))
}

function createNamed({ text }: { text: Phrase }): ClauseResult | undefined {
  const words = nameOfThing(text)
  if (tokensOf(words).length > 8) return ask(WHAT_NAME)
  if (/^(?:me|us|it|that|this)$/.test(keysOf(words).join(' '))) return ask(WHAT_NAME)
  const name = textOf(words).replace(/^(?:my|our|the) /i, '')
  return { intents: [call('create_list', { name })], spans: spanOf(words, 'list', name) }
}

/** `create list camping`: a word or two, with nothing before them. */
function createBare({ text }: { text: Phrase }): ClauseResult | undefined {
  const isName =
    tokensOf(text).length <= 3 && tokensOf(text).every(({ kind }) => kind === 'word' || kind === 'quote')
  return isName &&
    !/^(?:and|to|on|in|at|by|with|please|app|item|items|of|for|from)$/.test(keysOf(text)[0] ?? '')
    ? createNamed({ text })
    : undefined
}

function createWith(
  { newList, text }: { newList: { name?: string }; text: Phrase },
  scene: ParseContext,
): ClauseResult | undefined {
  if (newList.name === undefined) return ask(WHAT_NAME)
  return addToList(
    { things: text, place: { of: 'list', name: newList.name, isKnown: false }, spans: [] },
    scene,
  )
}

/** “I got bread” removes it from its list; a task of that name becomes done. */
function got({ goods }: { goods: Phrase }, scene: ParseContext): ClauseResult {
  const { lists = [] } = scene.context
  const holding = lists.find((list) => itemOn(list, textOf(goods)) !== undefined)
  const things = thingsOf(goods, holding).map(nameOfThing)
  const isOn = (thing: Phrase) => listsHolding(scene, textOf(thing)).length > 0
  const isTask = (thing: Phrase) => matchesTaskTitle(scene, textOf(thing))
  const onLists = things.some(isOn) || (lists.length > 0 && !things.some(isTask) && !isTask(goods))
  const spans = itemSpans(things)
  if (onLists) return { intents: [call('remove_items', { items: things.map(textOf) })], spans }
  const task = textOf(goods)
  return {
    intents: [call('update_task_status', { task, status: 'done' })],
    spans: spanOf(goods, 'task', task),
  }
}

/** “I got everything” clears the list that was mentioned, or the only one with items. */
function gotAll({ list }: { list?: Place }, scene: ParseContext): ClauseResult | undefined {
  if (list?.of === 'tasks') return undefined
  const filled = (scene.context.lists ?? []).filter(({ items }) => items.length > 0)
  const name = list?.name ?? scene.list ?? (filled.length === 1 ? filled[0]?.name : undefined)
  if (name !== undefined) return draft(call('clear_list', { list: name }))
  return filled.length > 1 ? ask(WHICH_CLEARED) : undefined
}

type Swapped = { text: Phrase; last: Phrase; list: Place }

/** “swap milk for oat milk on my list”: removes one, adds the other. */
function swap({ text, last, list }: Swapped, scene: ParseContext): ClauseResult | undefined {
  if (list.of !== 'list' || hasNoContent(text)) return undefined
  const off =
    takeOff({ list, text }, scene) ?? draft(call('remove_task', { task: textOf(nameOfThing(text)) }))
  const on = addToList({ things: last, place: list, spans: [] }, scene)
  if ('question' in off || 'question' in on) return 'question' in off ? off : on
  const spans = [...(off.spans ?? []), ...(on.spans ?? [])]
  return { intents: [...off.intents, ...on.intents], spans }
}

const START_OVER: Rule = form(
  'start_over|start_again|begin_again|start_fresh|start_anew|begin_anew|start_afresh|restart with|using just|only? <text>',
  ({ text }, scene) =>
    addToList({ things: text, place: { of: 'list', name: scene.list, isKnown: true }, spans: [] }, scene),
)

const GOT =
  "i|we|i've|we've|i_have|we_have|i_just|we_just|just just|already|finally|also|have? got|bought|picked_up|grabbed|purchased|fetched"

export const LISTS: readonly Rule[] = [
  form(
    'replace|swap|swap_out|exchange|substitute|trade|switch|change <text> with|for|to|by|into <last> on|in|from|of <list>',
    swap,
  ),
  form(
    'on|in <list> ,? replace|swap|exchange|substitute|switch|change <text> with|for|to|by|into <last>',
    swap,
  ),
  START_OVER,
  form(
    '@create a|an|the|another|my|me_a|us_a? new? <newList> with|containing|including|: <text>',
    createWith,
  ),
  form('@create a|an|the|another|my|me_a|us_a? new? list|checklist @listed', () => ask(WHAT_NAME)),
  form(
    '@create|generate|open|open_up|bring_up|pull_up? a|an|another|one? new|fresh|blank|empty|separate list|checklist for_me|for_us|please?',
    () => ask(WHAT_NAME),
  ),
  form('list|checklist new', () => ask(WHAT_NAME)),
  form(
    '@create|add a|an|the|another|my|me_a|us_a? new? list|checklist and|then? @listed|call_it|name_it|title_it|i_want_to_call|that_says <text>',
    createNamed,
  ),
  form('new list|checklist @listed <text>', createNamed),
  form('@create|add a|another|my? new list|checklist <text>', createBare),
  form('create list|checklist <text>', createBare),
  form(
    'i|we need|want|would_like|could_use a|an|another|one new? list|checklist called|named|titled|for <text>',
    createNamed,
  ),
  form('@create a|an|the|another|my|me_a|us_a? new? <newList> for_me|for_us|for_myself?', create),
  form('add a|an|another|new|a_new <newList>', create),
  form(
    'i|we want|need|would_like|could_use|should_have a|an|another new? <newList> for_me|for_us|for_myself?',
    create,
  ),
  form('open|open_up|bring_up|pull_up|get|have a|an|one|another? new <newList>', create),
  form('a|another? new|brand_new <newList>', create),
  form(
    "i|we|i'd|we'd need|want|like|would_like <goods> on|onto|put_on|added_to|to_be_put_on|to_be_added_to|to_go_on <list>",
    ({ goods, list }, scene) =>
      list.of === 'list' ? addToList({ things: goods, place: list, spans: [] }, scene) : undefined,
  ),
  form(
    'rename|relabel|retitle|call|change|modify|replace|switch <list> to|as|into|by|with|:|-> <text>',
    rename,
  ),
  form('call|name <saidList> <text>', ({ saidList, text }) => rename({ list: saidList, text })),
  form('change|update|set the? name|title of <list> to|into|as|: <text>', rename),
  form(
    '@remove|take <saidList> from|off|out_of|off_of my|the|all? active|saved|current|other|open? lists|app|phone|account|here',
    ({ saidList }) => remove({ list: saidList }),
  ),
  form(
    'clear|@remove|take|wipe|empty|pull|get|cancel <text> from|off|off_of|out_of|on|in|from_off <list>',
    takeOffOrEmpty,
  ),
  form('@unlist <text> off|off_of|out_of|from <list>', takeOffOrEmpty),
  form('@complete|@box|mark all|everything? off? on|of|from|in? <list>', tickAll),
  form(
    "all|everything|it_all|all_of_it|all_items|all_things|every_item|everything_there|i_got_everything|i_have_everything|i've_got_everything|i_bought_everything is|are|has_been|have_been|was|were? done|finished|completed|purchased|bought|checked|ticked|got|taken_care_of? on|of|from|in|off <list>",
    tickAll,
  ),
  form(
    "<list> is|are|has_been|'s all|completely|fully? done|finished|completed|complete|bought|purchased",
    tickAll,
  ),
  form('mark|set|flag <text> as? done|complete|completed|checked|ticked|bought|got on|from|in <list>', tick),
  form(
    'mark|set|flag <text> on|from|in <list> as|to done|complete|completed|checked|ticked|bought|got',
    tick,
  ),
  form('mark|set <text> as? open|undone|unchecked|not_done on|from|in <list>', untick),
  form('@box|@complete|check|cross|mark <text> off|out? on|in|from|of|off <list>', tick),
  form(
    'everything|all|all_items|all_the_items|all_things|every_item|all_of_the_items on|in|from <list> is|are|has_been|have_been|was|were all|now|already? done|finished|completed|complete|purchased|bought|checked|checked_off|ticked|ticked_off',
    tickAll,
  ),
  form('@empty <list>', empty),
  form('make|turn|leave <saidList> blank|empty|clear|clean', ({ saidList }, scene) =>
    empty({ list: saidList }, scene),
  ),
  form('@remove|cancel|ditch a|any list|lists|checklist', () => ask(WHICH_LIST)),
  form('@remove|cancel|ditch the|my|a|our? list|checklist @listed <text>', ({ text }) =>
    remove({ list: { of: 'list', name: textOf(text).replace(/^(?:my|our|the) /i, ''), isKnown: false } }),
  ),
  form('@remove|cancel|ditch list|the_list|my_list <text>', ({ text }, { context: { lists = [] } }) =>
    lists.some(({ name }) => listKey(name) === listKey(textOf(text)))
      ? remove({ list: { of: 'list', name: textOf(text), isKnown: true } })
      : undefined,
  ),
  form('@remove|cancel|ditch <list>', remove),
  form(
    "i|we don't_want|do_not_want|don't_need|do_not_need|no_longer_want|no_longer_need <saidList> any_more|anymore|any_longer?",
    ({ saidList }) => (saidList.of === 'tasks' ? ask(NOT_A_LIST) : remove({ list: saidList })),
  ),
  form(`${GOT} everything|it_all|all_of_it|all_of_them|all_the_items|all_items on|from|off? <list>?`, gotAll),
  form(`${GOT} <goods> from|at|in the|a|my|our? <word>`, got),
  form(`${GOT} <goods>`, got),
  form('got|bought|picked_up|grabbed <goods>', (found, scene) =>
    listsHolding(scene, textOf(found.goods)).length > 0 ? got(found, scene) : undefined,
  ),
]

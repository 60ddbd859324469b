/** Checks the calls of a clause against the board: items of a list aren’t tasks. */
import { isTitle, titlesMeant } from '#lib/board/rules/find-task.ts'
import type { JsonObject } from '#lib/board/state/json.ts'
import { deepMerge, mergePatch } from '#lib/board/state/merge.ts'
import { fold } from '#lib/board/text/text.ts'
import { itemOn, listsHolding } from '../../slots/lists.ts'
import type { ClauseResult, Intent, ParseContext } from '../../text/types.ts'
import { call } from '../grammar.ts'

/** Whether these words match one of the loaded tasks. */
export function matchesTaskTitle({ context: { tasks = [] } }: ParseContext, words: string): boolean {
  return titlesMeant(words, tasks).length > 0
}

/** “remove milk” removes it from its list, unless a task is meant. */
export function redirectToListItems(draft: ClauseResult, scene: ParseContext): ClauseResult {
  if ('question' in draft || (scene.context.lists ?? []).length === 0) return draft
  const intents: Intent[] = []
  for (const intent of draft.intents) {
    const moved = ontoList(intent, scene)
    const last = intents.at(-1)
    if (moved && last && isSameCall(last, moved)) {
      const items = [...(last.args.items as string[]), ...(moved.args.items as string[])]
      intents[intents.length - 1] = { tool: last.tool, args: { ...last.args, items } }
    } else {
      intents.push(moved ?? intent)
    }
  }
  return { ...draft, intents }
}

function ontoList({ tool, args }: Intent, scene: ParseContext): Intent | undefined {
  const words = args.task
  if (typeof words !== 'string' || words.startsWith('#')) return undefined
  const isRemoved = tool === 'remove_task'
  const isTicked = tool === 'update_task_status' && (args.status === 'done' || args.status === 'open')
  if (!isRemoved && !isTicked) return undefined
  const things = thingsIn(words, scene)
  if (things === undefined) return undefined
  const holding = listsHolding(scene, things[0] ?? '')
  const list = holding.length === 1 ? holding[0]?.name : undefined
  if (isRemoved) return call('remove_items', { list, items: things })
  return call('check_items', { list, items: things, checked: args.status === 'open' ? false : undefined })
}

/** The words as items that are on lists: all of them, or each of `milk and eggs`. */
function thingsIn(words: string, scene: ParseContext): string[] | undefined {
  if (isOnList(words, scene)) return [words]
  const pieces = words.split(/ ?, ?(?:and )?| (?:and|&) /)
  return pieces.length > 1 && pieces.every((piece) => isOnList(piece, scene)) ? pieces : undefined
}

function isOnList(words: string, scene: ParseContext): boolean {
  const holding = listsHolding(scene, words)
  if (words === '' || holding.length === 0) return false
  if (isTitle(words, scene.context.tasks ?? [])) return false
  const isExact = holding.some((list) => fold(itemOn(list, words) ?? '') === fold(words))
  return isExact || !matchesTaskTitle(scene, words)
}

function isSameCall(a: Intent, b: Intent): boolean {
  return (
    a.tool === b.tool &&
    Array.isArray(a.args.items) &&
    a.args.list === b.args.list &&
    a.args.checked === b.args.checked
  )
}

/** Several facts in one message are one call: their updates are merged, the later over the earlier. */
export function joinUpdates(intents: readonly Intent[]): Intent[] {
  const joined: Intent[] = []
  for (const intent of intents) {
    const at = joined.findIndex(({ tool }) => tool === 'update_session_state')
    const before = joined[at]
    if (intent.tool !== 'update_session_state' || !before) joined.push(intent)
    else
      joined[at] = call(intent.tool, {
        session_state_updates: deepMerge(updatesOf(before), updatesOf(intent)),
      })
  }
  return joined
}

/** The values of the state after these calls. */
export function valuesAfter(values: JsonObject = {}, intents: readonly Intent[]): JsonObject {
  const updates = intents.filter(({ tool }) => tool === 'update_session_state').map(updatesOf)
  return updates.reduce((held, update) => mergePatch(held, update) as JsonObject, values)
}

const updatesOf = ({ args }: Intent) => args.session_state_updates as JsonObject

/** What a message has mentioned so far: “it”, “those” and “the list” refer to it. */
import { valuesAfter } from '../rules/lists/match-list-items.ts'
import type { ClarifyingQuestion, ClauseResult, Intent, ParseContext } from '../text/types.ts'

/** What has been mentioned after these calls. */
export function contextAfter(
  { intents: done, things }: Exclude<ClauseResult, ClarifyingQuestion>,
  scene: ParseContext,
): ParseContext {
  const made = done.flatMap(({ tool, args: { name } }) =>
    (tool === 'add_category' || tool === 'rename_category') && typeof name === 'string' ? [name] : [],
  )
  const { context } = scene
  const values = valuesAfter(context.values, done)
  return {
    ...scene,
    context: {
      ...context,
      values,
      categories: made.length > 0 ? [...context.categories, ...made] : context.categories,
    },
    it: lastNamed(done) ?? scene.it,
    names: done.length > 0 ? namesIn(done) : scene.names,
    list: lastList(done) ?? scene.list,
    things: things ?? (done.length > 0 ? undefined : scene.things),
  }
}

/** How the task is named that the last of these calls is about. */
function lastNamed(intents: readonly Intent[]): string | undefined {
  const last = intents.findLast(({ args }) => args.task !== undefined || args.title !== undefined)
  const name = last?.tool === 'add_task' ? last.args.title : last?.args.task
  return typeof name === 'string' ? name : undefined
}

function namesIn(intents: readonly Intent[]): string[] {
  const names = intents.map(({ tool, args }) => (tool === 'add_task' ? args.title : args.task))
  return [...new Set(names.filter((name) => typeof name === 'string'))]
}

/** The list that the last of these calls is about. */
function lastList(intents: readonly Intent[]): string | undefined {
  const last = intents.findLast(({ tool, args }) => args.list !== undefined || tool === 'create_list')
  const name = last?.tool === 'create_list' || last?.tool === 'rename_list' ? last.args.name : last?.args.list
  return typeof name === 'string' ? name : undefined
}

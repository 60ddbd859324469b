import { beforeEach, expect, it, vi } from 'vitest'
import { dismissToast, lastSaid, shownToasts } from '#components/ui/toasts.ts'
import type { Command } from '#lib/board/commands/registry.ts'
import type { Outcome, RefusalCode } from '#lib/board/model/command.ts'
import { createRunner } from './run-command.ts'

const add: Command = { name: 'add_task', input: { id: 'task-0001', title: 'Milk' } }
const done: Outcome = { ok: true, revision: 4, changes: [], reply: 'Added #1 Milk.' }
const refused = (code: RefusalCode): Outcome => ({ ok: false, code, message: 'Refused.' })

beforeEach(() => {
  for (const { id } of shownToasts()) dismissToast(id)
  vi.useRealTimers()
})

/** Answers each command with the next outcome. */
function runner(...outcomes: Outcome[]) {
  const submit = vi.fn(async () => outcomes.shift() ?? done)
  return { ...createRunner(submit), submit }
}
const texts = () => shownToasts().map(({ text }) => text)

it('announces a reply once, and shows nothing', async () => {
  const before = lastSaid().id
  await runner().run(add)
  expect(lastSaid()).toEqual({ id: before + 1, text: 'Added #1 Milk.' })
  expect(texts()).toEqual([])
})

it('is silent if the caller reports the result', async () => {
  const before = lastSaid().id
  await runner().run(add, { tell: 'nothing' })
  expect([lastSaid().id, texts()]).toEqual([before, []])
})

it('offers Undo, and replaces the toast of an undo with the next', async () => {
  const { run, submit } = runner()
  await run(add, { tell: 'undo' })
  shownToasts()[0]?.action?.run()
  expect(submit).toHaveBeenLastCalledWith({ name: 'undo', input: { revision: 4 } })
  await vi.waitFor(() => expect(texts()).toHaveLength(2))
  await run({ name: 'undo', input: {} }, { tell: 'toast' })
  expect(texts()).toHaveLength(2)
})

it('offers no Undo if nothing changed', async () => {
  await runner({ ...done, revision: null }).run(add, { tell: 'undo' })
  expect(shownToasts()[0]?.action).toBeUndefined()
})

it.each(['failed', 'not_found', 'removed'] as const)('keeps the typed text visible: %s', async (code) => {
  await runner(refused(code)).run(add, { words: 'Buy oat milk' })
  expect(shownToasts()).toMatchObject([{ isLasting: true, action: { label: 'Copy' } }])
  expect(texts()[0]).toContain('Buy oat milk')
})

it('offers an action if the row was deleted, and keeps the text if that is refused too', async () => {
  const again = { label: 'Restore task', command: [add] }
  const { run, submit } = runner(refused('removed'), refused('failed'))
  await run(add, { words: 'Buy oat milk', again })
  const [toast] = shownToasts()
  expect(toast?.action?.label).toBe('Restore task')
  toast?.action?.run()
  expect(submit).toHaveBeenLastCalledWith([add])
  await vi.waitFor(() => expect(shownToasts()).toHaveLength(2))
  expect(texts()[1]).toContain('Buy oat milk')
})

it('keeps a late refusal on the screen', async () => {
  vi.useFakeTimers({ now: 0 })
  const late = async () => {
    vi.setSystemTime(6_000)
    return refused('failed')
  }
  await createRunner(late).run(add)
  expect(shownToasts()).toMatchObject([{ isLasting: true, tone: 'error' }])
  await runner(refused('failed')).run(add)
  expect(shownToasts()[1]).toMatchObject({ isLasting: false })
})

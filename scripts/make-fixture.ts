/**
 * `npm run db:fixture`: writes `db/fixtures/<newest migration>.sql`, a database of this schema as today's code fills it,
 * with a conversation, what belongs to a user, and a log with every kind of change. Every later version must open it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { rawClient } from '#db/client.ts'
import { stopKeeper } from '#db/file/keeper.ts'
import { openTestDatabase } from '#db/testing.ts'
import { sendMessage } from '#lib/agent/run/control.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { readFile } from '#lib/board/transfer/read-file.ts'
import { findVisit } from '#lib/identity/auth.ts'
import { putDocument } from '#lib/knowledge/documents.ts'
import { forget, remember } from '#lib/memory/memories.ts'
import { createFirstSession } from '#lib/session/boards/create-board.ts'
import { saveTemplate } from '#lib/session/boards/templates.ts'
import { execute } from '#lib/session/commands/execute.ts'
import { exportSession } from '#lib/session/transfer/export.ts'
import { importInto } from '#lib/session/transfer/import.ts'
import { dumpDatabase } from './lib/dump-database.ts'

type Done = { ok: true } | { ok: false; message: string }
function accepted<T extends Done>(done: T): Extract<T, { ok: true }> {
  if (!done.ok) throw new Error(done.message)
  return done as Extract<T, { ok: true }>
}

const database = await openTestDatabase()
const { token, sessionId } = await createFirstSession()
const userId = (await findVisit(token))?.user.id ?? ''

async function run(name: string, input: object, actor: 'user' | 'agent' = 'user'): Promise<number | null> {
  return accepted(await execute({ userId, sessionId, actor }, { name, input })).revision
}

async function say(text: string): Promise<void> {
  accepted(await sendMessage(userId, sessionId, { id: newId(), text }))
  while ((await exportSession(userId, sessionId))?.turns.at(-1)?.status === 'running') {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

await say('add a task: review the Q2 roadmap, category: work')
await say('add milk and eggs to the shopping list')
await say('my name is John')

const { state } = (await exportSession(userId, sessionId)) ?? { state: null }
const category = state?.categories.find(({ name }) => name === 'work')?.id
const [plan, call, flowers, garden] = [newId(), newId(), newId(), newId()]
// A field of tasks that comes later is added to these two.
const fields = {
  category,
  notes: 'Ask Ana.',
  priority: 'high',
  effort: 'deep',
  due_date: '2026-12-04',
  labels: ['phone', 'on hold'],
}
await run('add_task', { id: plan, title: 'plan the offsite', ...fields })
const edits = {
  title: 'plan the offsite in May',
  priority: 'low',
  blocked_reason: 'no budget yet',
  add_labels: ['offsite'],
  remove_labels: ['phone'],
}
await run('update_task', { task: plan, ...edits })
await run('update_task_status', { task: plan, status: 'done' }, 'agent')
await run('add_task', { id: call, title: 'call Ana' })
await run('remove_task', { task: call })
await run('add_task', { id: flowers, title: 'water the flowers' })
const removed = await run('remove_task', { task: flowers })
await run('undo', { revision: await run('undo', { revision: removed }) })
await run('add_category', { id: garden, name: 'garden' })
await run('rename_category', { category: garden, name: 'house' })
await run('save_checkpoint', { id: newId(), name: 'before the move' })
await run('add_items', { id: newId(), list: 'packing', items: ['boxes', 'tape', 'string'] })
await run('check_items', { list: 'packing', items: ['tape'] })
await run('remove_items', { list: 'packing', items: ['string'] })
await run('set_value', { key: 'city', value: 'Porto' })
await run('set_value', { key: 'city', value: { name: 'Lisbon', since: 2027 } })
await run('set_value', { key: 'draft', value: [1, 2] })
await run('delete_value', { key: 'draft' })
await run('restore', { checkpoint: 'before the move' })
await run('undo', {})
// More than three tasks: it asks first.
for (const title of ['one', 'two', 'three', 'four']) await run('add_task', { id: newId(), title })
await say('remove all tasks')
const file = readFile(JSON.stringify(await exportSession(userId, sessionId)), Date.now())
accepted(await importInto(userId, sessionId, accepted(file).boards))
await remember(userId, { id: newId(), text: 'Plans in two-week sprints.', source: 'user' })
const tea = newId()
await remember(userId, { id: tea, text: 'Likes tea.', source: 'user' })
await forget(userId, tea)
accepted(await saveTemplate(userId, sessionId, 'Weekly'))
accepted(
  await putDocument(userId, { name: 'Handbook.md', text: '# Handbook\n\n## Vacation\n\nTwenty-five days.' }),
)

rawClient().close()
await stopKeeper()
const journal = JSON.parse(readFileSync('db/migrations/meta/_journal.json', 'utf8'))
const fixture = `db/fixtures/${journal.entries.at(-1).tag}.sql`
writeFileSync(fixture, await dumpDatabase(database.path ?? ''))
database.close()
process.stdout.write(`Wrote ${fixture}.\n`)
process.exit(0)

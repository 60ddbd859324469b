/** The functions of the state: nested values, counters, a chat that keeps count, validation, backup and restore. */
import { type Board, TaskboardError } from '#client/taskboard.ts'
import { taskboard } from './connect.ts'

const board = await taskboard.create({ name: 'Advanced state' })

// Values, with a default for what is not there.
await board.set('user_name', 'Alice')
await board.set('preferences', { theme: 'dark', language: 'en' })
console.log('Name:', await board.get('user_name', 'Unknown user'))
console.log('Missing:', await board.get('nickname', 'none'))
if (await board.has('user_name')) console.log(`Hello, ${await board.get('user_name')}!`)

// Nested values: a path changes one of them, fields are merged, the rest stays.
await board.set('user', {
  name: 'Alice',
  email: 'alice@example.com',
  preferences: { theme: 'dark', notifications: true },
  history: [{ date: '2026-10-12', action: 'login' }],
})
await board.set('user.preferences.notifications', false)
await board.merge('user', { last_login: '2026-10-15', login_count: 1 })
console.log('User:', JSON.stringify(await board.get('user')))

// A counter, by message and by function: both change the same value.
for (let time = 1; time <= 2; time += 1) console.log((await board.say('Increment the counter')).reply)
console.log('Counter:', await board.increment('counter'))

/** A chat that counts its messages and keeps the last ten. */
async function chat(to: Board, message: string): Promise<string> {
  const [count, recent] = (await to.do(
    { increment: 'conversation_count' },
    { get: 'recent_messages', default: [] },
  )) as [number, object[]]
  const entry = {
    message_id: count,
    user_message: message.slice(0, 100),
    timestamp: new Date().toISOString(),
  }
  await to.set('recent_messages', [...recent, entry].slice(-10))
  return (await to.say(message)).reply
}
for (let task = 1; task <= 12; task += 1) await chat(board, `add a task: task number ${task}`)
const recent = (await board.get('recent_messages')) as { message_id: number }[]
console.log('Recent messages:', recent.length, 'from', recent[0]?.message_id, 'to', recent.at(-1)?.message_id)

// Several changes in one request are one revision: all of them, or none.
try {
  await board.do({ set: 'half', to: 'done' }, { increment: 'user_name' })
} catch (error) {
  if (!(error instanceof TaskboardError)) throw error
  console.log('Refused:', error.message)
}
console.log('Half of it:', await board.has('half'))

// A value that expires.
await board.set('code', 5, 600)
console.log('The code expires:', ((await board.ttl('code')) ?? 0) > 0)
await board.remove('code')

// Backup, clear, restore.
const backup = await board.getAll()
await board.clear()
console.log('After clear:', Object.keys(await board.getAll()).length, 'values')
await board.do(...Object.entries(backup).map(([key, to]) => ({ set: key, to })))
console.log('Restored:', (await board.get('user.name')) as string, await board.get('counter'))

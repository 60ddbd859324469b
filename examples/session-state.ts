/** State that a program gives with a message: two sessions apart, merged by default, or overwriting what is stored. */
import { randomUUID } from 'node:crypto'
import { taskboard } from './connect.ts'

const day = randomUUID().slice(0, 8)
const [johns, janes] = [`user-1-${day}`, `user-2-${day}`]

async function ask(session: string, text: string, state?: Record<string, unknown>): Promise<void> {
  const { reply } = await taskboard.run(session, text, { state })
  console.log(`${session.slice(0, 6)}> ${text}\n${reply}\n`)
}

await ask(johns, 'What is my name?', { user_name: 'John', age: 30 })
await ask(johns, 'How old am I?')
await ask(janes, 'What is my name?', { user_name: 'Jane', age: 25 })
await ask(janes, 'How old am I?')

const board = await taskboard.create({ name: 'Overwriting' })
const question = "Can you tell me what's in your session_state?"
for (const state of [{ shopping_list: ['Potatoes'] }, { secret_number: 43 }]) {
  const { reply } = await board.say(question, { state, overwrite: true })
  console.log(`> ${question}\n${reply}`)
  console.log(`Stored: ${JSON.stringify(await board.getAll())}\n`)
}

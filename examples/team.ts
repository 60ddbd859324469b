/** A team on one board: each agent has its own task, and all of them share the state. */
import { taskboard } from './connect.ts'

const board = await taskboard.create({ name: 'Team' })

for (const text of [
  '@Lists add milk and eggs to the shopping list',
  '@Taskboard add a task: cook dinner, due today',
  '@Lists what is on my shopping list?',
  '@Planner plan my day',
  '@Taskboard mark task #1 as done',
]) {
  let agent = ''
  let reply = ''
  for await (const event of board.stream(text)) {
    if (event.kind === 'turn') agent = event.turn.agent
    if (event.kind === 'end' && event.ok)
      reply = event.reply || event.asks.map(({ ask }) => `${ask}?`).join('\n')
  }
  console.log(`> ${text}\n[${agent}] ${reply}\n`)
}

const { tasks, shopping_list: shopping } = (await board.state()).state
console.log(
  'Shared state:',
  JSON.stringify({ tasks: tasks.map(({ title, status }) => [title, status]), shopping }),
)

/** A day at the taskboard: five messages on one new board, streamed, with the tools that the agent called. */
import { taskboard } from './connect.ts'

const board = await taskboard.create({
  name: 'Taskboard',
  state: { tasks: [], categories: ['general', 'work', 'personal'] },
})

for (const text of [
  '@Taskboard add a task: review the Q2 roadmap, category: work',
  '@Taskboard add a task: book dentist appointment, category: personal',
  '@Taskboard show me my tasks',
  '@Taskboard mark task #1 as in_progress',
  "@Taskboard summarize what I've got open",
]) {
  console.log(`> ${text}`)
  const called = new Set<string>()
  for await (const event of board.stream(text)) {
    if (event.kind === 'tool' && event.content.type === 'tool') called.add(event.content.name)
    if (event.kind === 'text') process.stdout.write(event.append)
  }
  console.log(`\n(tools: ${[...called].join(', ')})\n`)
}

const { revision, state } = await board.state()
console.log(`Revision ${revision}:`)
for (const { number, title, status, category } of state.tasks) {
  console.log(`#${number} ${title} [${category}] ${status}`)
}

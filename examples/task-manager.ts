/**
 * A task manager that remembers. The board has an id of our choosing, so the next start finds the same tasks: there is
 * no id to save. Type commands, or pipe them in; `exit` or `quit` leaves.
 */
import { createInterface } from 'node:readline'
import { taskboard } from './connect.ts'

const BOARD = 'my-task-manager'

async function tell(text: string): Promise<void> {
  const { reply, notice, asks, state } = await taskboard.run(BOARD, text)
  console.log(reply)
  if (notice) console.log(notice)
  for (const { ask } of asks) console.log(`${ask}? Type yes or no.`)
  console.log('\n--- Current task list ---')
  for (const { number, title, completion } of state.tasks) console.log(`${number}. ${title} - ${completion}%`)
  if (state.tasks.length === 0) console.log('The task list is empty.')
  console.log('-------------------------\n')
}

await tell('list all tasks')
const lines = createInterface({ input: process.stdin })
process.stdout.write('Enter a command (or exit): ')
for await (const line of lines) {
  const command = line.trim()
  if (['exit', 'quit'].includes(command.toLowerCase())) break
  if (command) await tell(command)
  process.stdout.write('Enter a command (or exit): ')
}
lines.close()
console.log('\nYour tasks are saved.')
